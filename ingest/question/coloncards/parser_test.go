package coloncards_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/coloncards"
)

func parse(t *testing.T, text string) ingest.Extraction {
	t.Helper()
	found, err := coloncards.New(ingesttest.Lexicon(t)).Parse(t.Context(), ingest.NewText([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestALineThatIsNoCardAndNoTitleIsKeptAsProse(t *testing.T) {
	t.Parallel()
	found := parse(t, `Baking

This deck was written in a hurry, so look things up.

Flour
What is rye? :: A grain.
What is spelt? hard :: An older grain.
Both of them are older than you think, by far.
Thank you
`)
	var got []string
	for _, q := range found.Questions {
		got = append(got, q.Source.Heading[0]+"/"+q.Text+"/"+q.Answer+"/"+string(q.Grade.Difficulty))
	}
	if diff := cmp.Diff([]string{"Flour/What is rye?/A grain./", "Flour/What is spelt?/An older grain./hard"}, got); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
	var prose []string
	for _, p := range found.Passages {
		prose = append(prose, p.Text)
	}
	want := []string{
		"This deck was written in a hurry, so look things up.",
		"Both of them are older than you think, by far.\nThank you",
	}
	if diff := cmp.Diff(want, prose); diff != "" {
		t.Errorf("prose (-want +got):\n%s", diff)
	}
	if found.Title != "Baking" || len(found.Marks) != 2 {
		t.Errorf("title %q, marks %v; want the two titles", found.Title, found.Marks)
	}
}

func TestACardsDifficultyMayStandInItsTitle(t *testing.T) {
	t.Parallel()
	found := parse(t, "Hard questions:\nWhat is rye? :: A grain.\nWhat is spelt? easy :: A grain.\n")
	want := []quarry.Difficulty{quarry.Hard, quarry.Easy}
	for i, q := range found.Questions {
		if q.Grade != quarry.StatedGrade(want[i]) {
			t.Errorf("%q is %+v; want %s", q.Text, q.Grade, want[i])
		}
	}
	if len(found.Questions) != len(want) {
		t.Errorf("%d cards; want %d", len(found.Questions), len(want))
	}
}
