package main

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/grounding"
)

// A chatbot that is told that the passages answer must have some.
func TestNothingIsAnsweredWithoutAPassage(t *testing.T) {
	t.Parallel()
	data, _ := ingestStarter(t)
	opened, builder := openStarterAt(t, data)
	defer closeBase(t, opened)
	page, err := opened.Store.Questions(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Items) < 200 {
		t.Fatalf("%d questions in the starter corpus", len(page.Items))
	}
	budgets := []int{100, 300, 600, 1500}
	for i, question := range page.Items {
		holdPassages(t, builder, question.Text, budgets[i%len(budgets)])
	}
	attributes := []string{"memory bandwidth", "how much power", "BF16 TFLOPS", "price", "TDP", "FP8 TFLOPS", "cuda cores"}
	for i, device := range newSession(t).Lexicon.Devices() {
		holdPassages(t, builder, device.Name+" "+attributes[i%len(attributes)], budgets[i%len(budgets)])
	}
}

// holdPassages grounds a query, which has passages and stays in its budget where it is
// said to be answered.
func holdPassages(t *testing.T, b *grounding.Builder, text string, budget int) {
	t.Helper()
	g, err := b.Ground(t.Context(), quarry.GroundingRequest{Query: quarry.Query{Text: text}, MaxTokens: budget})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Passages) == 0 && (g.Answerable != quarry.AnswerableNo || g.Confidence > 0.35) {
		t.Errorf("%q in %d tokens: %s (%.2f) without a passage", text, budget, g.Answerable, g.Confidence)
	}
	const leastForAll = 300 // at which a passage has room beside any question of the corpus
	if budget >= leastForAll && (g.PromptTokens > budget || strings.Contains(g.Reason, "has room")) {
		t.Errorf("%q in %d tokens: the prompt has %d: %s", text, budget, g.PromptTokens, g.Reason)
	}
}
