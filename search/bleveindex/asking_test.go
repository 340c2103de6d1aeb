package bleveindex_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAWordThatOnlyAsksIsLessThanTheSubject(t *testing.T) {
	t.Parallel()
	index := informedOf(t, map[string]string{
		"lock": "How a canal lock works: water works on the gates.", "cas": "Tools such as leaven-Starter9 raise dough.",
		"tense": "To explain and to describe is to understand.", "leaf": "A stoma opens.", "law": "Offer and acceptance.",
		"mill": "Water works a mill.", "gpu": "Threads that read side by side are coalescing.",
	})
	for text, want := range map[string]string{
		"how leaven works":            "f_cas",
		"explain leaven":              "f_cas",
		"please describe acceptance":  "f_law",
		"dont understand coalescing":  "f_gpu",
		"leaven vs acceptances offer": "f_law",
		"explain":                     "f_tense",
		"describe understand":         "f_tense",
	} {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 1})
		if err != nil || len(ranking.Hits) == 0 || string(ranking.Hits[0].ID) != want {
			t.Errorf("%q finds %+v, %v, want %s first", text, ranking.Hits, err, want)
		}
	}
	for _, text := range []string{"explain leaven", "dont understand coalescing", "pls explain acceptance"} {
		if got := bestShare(t, index, text); got < 0.75 {
			t.Errorf("%q: the best entry covers %.2f, want nearly all", text, got)
		}
	}
	if got := bestShare(t, index, "explain tensor"); got > 0.5 {
		t.Errorf("an entry that has only the asking word covers %.2f", got)
	}
}
