package lsa_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/lsa"
)

var _ search.Embedder = (*lsa.Model)(nil)

// fields are topics in which words keep company. No two share a word.
func fields() [][]string {
	return [][]string{
		strings.Fields("dough yeast flour oven crust knead loaf proof sourdough bake"),
		strings.Fields("tort damages negligence plaintiff statute court appeal liability breach contract"),
		strings.Fields("titration acid base molar buffer solvent precipitate catalyst reagent oxide"),
		strings.Fields("index query transaction lock isolation btree join replica shard vacuum"),
	}
}

// texts returns so many texts, each of some words of one field, which come in
// five forms, and a few that all fields have.
func texts(count int) []string {
	random := rand.New(rand.NewPCG(7, 7))
	all := make([]string, count)
	for i := range all {
		words := slices.Clone(fields()[i%len(fields())])
		random.Shuffle(len(words), func(a, b int) { words[a], words[b] = words[b], words[a] })
		for w := range words {
			words[w] += strconv.Itoa(random.IntN(5))
		}
		all[i] = strings.Join(words, " ") + " how does it " + fmt.Sprintf("only%d", i)
	}
	return all
}

func trained(tb testing.TB, texts []string) (*lsa.Trainer, *lsa.Model) {
	tb.Helper()
	trainer := lsa.NewTrainer(strings.Fields)
	for _, text := range texts {
		trainer.Add(text)
	}
	model, err := trainer.Train(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return trainer, model
}

func vectorOf(tb testing.TB, model *lsa.Model, text string) []float32 {
	tb.Helper()
	vectors, err := model.Embed(tb.Context(), []string{text}, search.TextQuery)
	if err != nil || len(vectors) != 1 {
		tb.Fatalf("Embed: %d vectors, %v", len(vectors), err)
	}
	return vectors[0]
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestWordsThatKeepCompanyAreClose(t *testing.T) {
	t.Parallel()
	_, model := trained(t, texts(200))
	yeast := vectorOf(t, model, "yeast1 yeast2 yeast3")
	near := cosine(yeast, vectorOf(t, model, "oven1 oven2 oven3"))
	far := cosine(yeast, vectorOf(t, model, "acid1 acid2 acid3"))
	if near < .1 || far > .03 {
		t.Errorf("of words of yeast, words of ovens have a cosine of %.2f and words of acids one of %.2f", near, far)
	}
	if length := cosine(yeast, yeast); math.Abs(length-1) > 1e-5 {
		t.Errorf("a vector of length %v, want 1", length)
	}
	if len(yeast) != model.Dim() {
		t.Errorf("a vector of %d numbers by a model of %d", len(yeast), model.Dim())
	}
}

func TestAModelAbstainsFromWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	_, model := trained(t, texts(200))
	for _, text := range []string{"", "zymurgy", "\n"} {
		if vector := vectorOf(t, model, text); vector != nil {
			t.Errorf("%q has the vector %v, want none", text, vector)
		}
	}
}

func TestACorpusThatTeachesNothingMakesAModelThatAbstains(t *testing.T) {
	t.Parallel()
	for name, corpus := range map[string][]string{
		"nothing":       nil,
		"too few texts": texts(49),
		"empty texts":   make([]string, 80),
		"one word":      slices.Repeat([]string{"dough"}, 80),
		"no words":      slices.Repeat([]string{strings.Repeat("a", 300), "b"}, 40),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			trainer, model := trained(t, corpus)
			checkAbstains(t, model)
			for i := range corpus {
				if trainer.Vector(i) != nil {
					t.Fatalf("text %d has a vector", i)
				}
			}
			again, err := lsa.Decode(strings.Fields, model.Encode())
			if err != nil || again.ID() != model.ID() {
				t.Fatalf("decoded as %v, %v", again, err)
			}
			checkAbstains(t, again)
		})
	}
}

func checkAbstains(t *testing.T, model *lsa.Model) {
	t.Helper()
	if model.Dim() != 0 || model.ID() == "" {
		t.Errorf("a model %q of dimension %d, want 0", model.ID(), model.Dim())
	}
	if vector := vectorOf(t, model, "dough1 yeast1"); vector != nil {
		t.Errorf("it embeds, as %v", vector)
	}
}

func TestACorpusOfFewDirectionsHasThose(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		corpus []string
		want   int
	}{
		"the same text":          {slices.Repeat([]string{"dough yeast flour"}, 80), 1},
		"two texts":              {slices.Repeat([]string{"dough yeast flour", "tort damages"}, 40), 2},
		"a term that is no word": {slices.Repeat([]string{"dough", "tort " + strings.Repeat("a", 300)}, 40), 1},
	} {
		_, model := trained(t, tc.corpus)
		if model.Dim() != tc.want {
			t.Errorf("%s: %d directions, want %d", name, model.Dim(), tc.want)
		}
	}
}

func TestAnAddedTextHasTheVectorThatItIsEmbeddedWith(t *testing.T) {
	t.Parallel()
	all := append(texts(200), "", "zymurgy", "dough1 yeast1\nacid1 dough1\nsolvent2", "\noven1", "oven1\n")
	trainer, model := trained(t, all)
	want, err := model.Embed(t.Context(), all, search.TextEntry)
	if err != nil {
		t.Fatal(err)
	}
	got := make([][]float32, len(all))
	for i := range all {
		got[i] = trainer.Vector(i)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("embedded and kept (-want +got):\n%s", diff)
	}
	if lsa.NewTrainer(strings.Fields).Vector(0) != nil {
		t.Error("there is a vector before there is a model")
	}
}

func TestTheTitleOfAnEntryCounts(t *testing.T) {
	t.Parallel()
	_, model := trained(t, texts(200))
	text := "acid1 base2 molar3 buffer4 solvent1 reagent2"
	vectors, err := model.Embed(t.Context(), []string{"yeast1\n" + text, "\n" + text, "yeast1 " + text}, search.TextEntry)
	if err != nil {
		t.Fatal(err)
	}
	asked := vectorOf(t, model, "yeast1")
	titled, untitled, first := cosine(asked, vectors[0]), cosine(asked, vectors[1]), cosine(asked, vectors[2])
	if titled < untitled+.2 {
		t.Errorf("with its title an entry has a cosine of %.2f, without it one of %.2f", titled, untitled)
	}
	if titled < first {
		t.Errorf("a word of the title has a cosine of %.2f, one of the text one of %.2f", titled, first)
	}
	asQuery := vectorOf(t, model, "yeast1\n"+text)
	if diff := cmp.Diff(vectorOf(t, model, "yeast1 "+text), asQuery); diff != "" {
		t.Errorf("a query has a title (-without +with):\n%s", diff)
	}
}

func TestWhoIsNoLongerAwaitedStops(t *testing.T) {
	t.Parallel()
	_, model := trained(t, texts(60))
	trainer := lsa.NewTrainer(strings.Fields)
	for _, text := range texts(60) {
		trainer.Add(text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trainer.Train(ctx); err == nil {
		t.Error("it trained")
	}
	if _, err := model.Embed(ctx, []string{"dough1"}, search.TextQuery); err == nil {
		t.Error("it embedded")
	}
}

// Four hundred subjects, each with words of its own, leave no direction to a word that one
// text has.
func TestARareWordAmongManySubjectsFindsItsText(t *testing.T) {
	t.Parallel()
	var corpus []string
	for i := range 2_000 {
		subject := i % 400
		corpus = append(corpus, fmt.Sprintf("a%d b%d c%d d%d rare%d", subject, subject, subject, subject, i))
	}
	trainer, model := trained(t, corpus)
	asked, missed := 0, 0
	for i := 0; i < len(corpus); i += 100 {
		query := vectorOf(t, model, fmt.Sprintf("rare%d", i))
		best := 0
		for n := range corpus {
			if cosine(query, trainer.Vector(n)) > cosine(query, trainer.Vector(best)) {
				best = n
			}
		}
		if asked++; best != i {
			missed++
		}
	}
	if missed > 0 {
		t.Errorf("%d of %d rare words do not find the text that has them", missed, asked)
	}
}
