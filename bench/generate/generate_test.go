package generate_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/quarrykb/quarry"

	"github.com/quarrykb/quarry/bench/generate"
)

func TestTheSameSeedGivesTheSameDocuments(t *testing.T) {
	t.Parallel()
	first, second := generate.Documents(7, 50), generate.Documents(7, 100)
	if diff := cmp.Diff(first, second[:50]); diff != "" {
		t.Errorf("the first documents differ (-50 +100):\n%s", diff)
	}
	if other := generate.Documents(8, 1); bytes.Equal(other[0].Text, first[0].Text) {
		t.Errorf("seed 8 gives the text of seed 7:\n%s", other[0].Text)
	}
}

func TestADocumentHasAFewKilobytesAndAPathOfItsOwn(t *testing.T) {
	t.Parallel()
	paths := map[string]bool{}
	for _, d := range generate.Documents(1, 500) {
		if len(d.Text) < 2000 || len(d.Text) > 4096 {
			t.Errorf("%s has %d bytes, want 2000 to 4096", d.Path, len(d.Text))
		}
		if paths[d.Path] {
			t.Errorf("%s comes twice", d.Path)
		}
		paths[d.Path] = true
		if at := bytes.IndexAny(d.Text, "{}"); at >= 0 {
			t.Errorf("%s has a gap at byte %d", d.Path, at)
		}
	}
}

func TestDocumentsHaveEverythingThatNotesHave(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, d := range generate.Documents(1, 50) {
		all.Write(d.Text)
	}
	for _, mark := range []string{"\n# ", "\n## ", "\n### 1. ", "\n- **", "\n| --- |", "\n```", "**Answer:**", "\ntitle: "} {
		if !strings.Contains(all.String(), mark) {
			t.Errorf("no document has %q", mark)
		}
	}
}

func TestADeckIsWhatAStoreTakes(t *testing.T) {
	t.Parallel()
	deck := generate.Deck(1, 3)
	ids := map[quarry.QuestionID]bool{}
	for _, q := range deck.Questions {
		ids[q.ID] = true
		span := q.Source.Span
		quote := string(deck.Content.Text[span.ByteStart:span.ByteEnd])
		if want := "### " + q.Text + "\n\n" + q.Answer; quote != want {
			t.Fatalf("quote = %q, want %q", quote, want)
		}
		before := string(deck.Content.Text[:span.ByteStart])
		if line := 1 + strings.Count(before, "\n"); line != span.LineStart {
			t.Fatalf("line = %d, want %d", span.LineStart, line)
		}
	}
	if len(ids) != 100 {
		t.Errorf("%d ids, want 100", len(ids))
	}
	if diff := cmp.Diff(deck, generate.Deck(1, 3)); diff != "" {
		t.Errorf("the same deck differs:\n%s", diff)
	}
}

func TestQueriesAreShortAndDiffer(t *testing.T) {
	t.Parallel()
	queries := generate.Queries(1, 200)
	different := map[string]bool{}
	for _, q := range queries {
		different[q] = true
		if words := len(strings.Fields(q)); words < 2 || words > 30 {
			t.Errorf("%q has %d words", q, words)
		}
	}
	if len(different) < 150 {
		t.Errorf("%d of 200 queries differ", len(different))
	}
}
