package gradedpage_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/gradedpage"
)

// A last line has nothing below it to be the title of: it is text, of whatever
// stands above it.
func TestTheLastLineOfAPageIsNoTitle(t *testing.T) {
	t.Parallel()
	const text = `Bread questions

What is rye? easy

A grain.

What is spelt? hard

An older grain.

Ask your baker
`
	found, err := gradedpage.New(ingesttest.Lexicon(t)).Parse(t.Context(), ingest.NewText([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(found.Questions); n != 2 {
		t.Fatalf("%d questions; want 2", n)
	}
	if got, want := found.Questions[1].Answer, "An older grain.\n\nAsk your baker"; got != want {
		t.Errorf("the answer is %q; want %q", got, want)
	}
}
