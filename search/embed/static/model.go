package static

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

var _ search.Embedder = (*Model)(nil)

// Model embeds texts. It never changes, and its methods may be called side by
// side.
type Model struct {
	id     string
	table  table
	tokens *tokenizer
}

// Load reads a model out of a directory. One that is not there is
// quarry.KindNotFound, one that is damaged or does what is not supported is
// quarry.KindUnsupported.
func Load(dir string) (*Model, error) {
	vectors, err := readFile(dir, "model.safetensors", mostModel)
	if err != nil {
		return nil, err
	}
	words, err := readFile(dir, "tokenizer.json", mostTokenizer)
	if err != nil {
		return nil, err
	}
	return newModel(vectors, words)
}

func newModel(vectors, words []byte) (*Model, error) {
	read, err := readTable(vectors)
	if err != nil {
		return nil, err
	}
	tokens, err := readTokenizer(words, read.tokens())
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	sum.Write([]byte(pooling))
	first, second := sha256.Sum256(vectors), sha256.Sum256(words)
	sum.Write(first[:])
	sum.Write(second[:])
	const shown = 6
	id := fmt.Sprintf("static/%d/%s", read.dim, hex.EncodeToString(sum.Sum(nil)[:shown]))
	return &Model{id: id, table: read, tokens: tokens}, nil
}

// readFile reads a file that has a limit.
func readFile(dir, name string, most int64) ([]byte, error) {
	file, err := os.Open(filepath.Join(dir, name)) //nolint:gosec // the operator says where the model is
	if err != nil {
		return nil, quarry.Errorf(quarry.KindNotFound, "the embedder's directory has no %s that can be read", name).Because(err)
	}
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	closeErr := file.Close()
	switch {
	case err != nil || closeErr != nil:
		return nil, quarry.Errorf(quarry.KindUnavailable, "%s cannot be read", name).Because(err)
	case int64(len(content)) > most:
		return nil, quarry.Errorf(quarry.KindTooLarge, "%s has more than %d bytes", name, most)
	}
	return content, nil
}

// ID returns "static", the dimension, and a digest of the model's files.
func (m *Model) ID() string { return m.id }

// Dim returns how many numbers a vector has.
func (m *Model) Dim() int { return m.table.dim }

// mostText is how many bytes of a text are read.
const mostText = 64 << 10

// pooling names how the vectors of a text's tokens become one. It is a part of the id:
// what was made of the same files in another way does not compare.
const pooling = "mean, title apart"

// titleWeight is how much the title of an entry counts against all the rest of it.
const titleWeight = 0.5

// Embed returns the mean of the vectors of a text's tokens, nil where the
// vocabulary has none of them. The first line of an entry is its title, whose mean is
// made as long as that of the rest before half of it is added.
func (m *Model) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, one := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		title, rest, _ := strings.Cut(text.Clip(one, mostText), "\n")
		if kind != search.TextEntry || strings.TrimSpace(rest) == "" {
			title, rest = "", text.Clip(one, mostText)
		}
		vectors[i] = joined(m.mean(m.tokens.tokens(rest)), m.mean(m.tokens.tokens(title)))
	}
	return vectors, nil
}

// joined adds a title's direction to that of the rest. Either may be nil.
func joined(rest, title []float32) []float32 {
	switch {
	case rest == nil:
		return title
	case title == nil:
		return rest
	}
	by := titleWeight * length(rest) / length(title)
	for i, x := range title {
		rest[i] += float32(by * float64(x))
	}
	return rest
}

func (m *Model) mean(tokens []int32) []float32 {
	sums := make([]float64, m.table.dim)
	for _, token := range tokens {
		weight := m.table.weight(token)
		for i, x := range m.table.row(token) {
			sums[i] += weight * float64(x)
		}
	}
	mean := make([]float32, len(sums))
	zero := true
	for i, sum := range sums {
		mean[i] = float32(sum / float64(max(1, len(tokens))))
		zero = zero && mean[i] == 0
	}
	if zero {
		return nil
	}
	return mean
}

func length(vector []float32) float64 {
	squares := 0.0
	for _, x := range vector {
		squares += float64(x) * float64(x)
	}
	return math.Sqrt(squares)
}
