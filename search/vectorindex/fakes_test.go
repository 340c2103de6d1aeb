package vectorindex_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// wordDims is large enough for the words of a test to have a dimension each.
const wordDims = 1 << 11

// words embeds a text by the words in it: texts are close that share some.
type words struct {
	id    string
	down  atomic.Bool
	texts atomic.Int64 // that were embedded

	requests atomic.Int64
}

func (w *words) ID() string { return w.id }

func (w *words) Dim() int { return wordDims }

func (w *words) Embed(_ context.Context, texts []string, _ search.TextKind) ([][]float32, error) {
	if w.down.Load() {
		return nil, quarry.Errorf(quarry.KindUnavailable, "the endpoint does not answer")
	}
	w.requests.Add(1)
	w.texts.Add(int64(len(texts)))
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = vectorOf(text)
	}
	return vectors, nil
}

// vectorOf returns nil for a text without words.
func vectorOf(text string) []float32 {
	var vector []float32
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if slices.Contains([]string{"a", "the", "of", "and", "is", "are", "what", "why", "do", "into", "that", "one"}, word) {
			continue
		}
		if vector == nil {
			vector = make([]float32, wordDims)
		}
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(strings.TrimSuffix(word, "s")))
		vector[hash.Sum32()%wordDims]++
	}
	return vector
}

// learner learns nothing but how many texts there were: its models embed by
// words.
type learner struct{}

func (learner) NewTrainer() vectorindex.Trainer { return &trainer{} }

func (learner) Decode(encoded []byte) (vectorindex.Model, error) {
	if !strings.HasPrefix(string(encoded), "learnt ") {
		return nil, fmt.Errorf("%q is no model", encoded)
	}
	return &model{words{id: string(encoded)}}, nil
}

type trainer struct{ texts []string }

func (t *trainer) Add(text string) { t.texts = append(t.texts, text) }

func (t *trainer) Train(context.Context) (vectorindex.Model, error) {
	hash := fnv.New64a()
	for _, text := range t.texts {
		_, _ = hash.Write([]byte(text))
	}
	return &model{words{id: fmt.Sprintf("learnt of %d: %x", len(t.texts), hash.Sum64())}}, nil
}

func (t *trainer) Vector(i int) []float32 { return vectorOf(t.texts[i]) }

type model struct{ words }

func (m *model) Encode() []byte { return []byte(m.id) }

// clock is a clock that a test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func open(t *testing.T, store vectorindex.Store, o vectorindex.Options) *vectorindex.Index {
	t.Helper()
	index, err := vectorindex.Open(t.Context(), store, o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	return index
}

// built opens an index that is there and empty.
func built(t *testing.T, store vectorindex.Store, o vectorindex.Options) *vectorindex.Index {
	t.Helper()
	index := open(t, store, o)
	rebuilt(t, index)
	return index
}

// rebuilt lets an empty generation serve.
func rebuilt(t *testing.T, index *vectorindex.Index) {
	t.Helper()
	build, err := index.Rebuild(t.Context())
	if err != nil {
		t.Fatalf("rebuild: %v", err)
	}
	if err := build.Commit(t.Context()); err != nil {
		t.Fatalf("commit: %v", err)
	}
}

func byWords() vectorindex.Options { return vectorindex.Options{Embedder: &words{id: "words"}} }

func TestTheIndexPassesTheEngineSuite(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]func() vectorindex.Options{
		"an embedder that is given": byWords,
		"one that is learnt":        func() vectorindex.Options { return vectorindex.Options{Learner: learner{}} },
		"many vectors":              func() vectorindex.Options { return vectorindex.Options{Embedder: &words{id: "words"}, Exact: 1} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			searchtest.Run(t, func(t *testing.T) searchtest.Engine {
				t.Helper()
				return built(t, searchtest.NewVectors(), options())
			})
		})
	}
}
