package search_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// paraphraser is an engine of words that takes one text for everyday words.
type paraphraser struct {
	fixed

	everyday string
	searched *int
}

func (p paraphraser) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	*p.searched++
	return p.fixed.Search(ctx, q)
}

func (p paraphraser) Paraphrases(text string) bool { return text == p.everyday }

// informed is an engine that keeps what it is told of what queries mean.
type informed struct {
	fixed

	meant *[][]quarry.Meant
}

func (e informed) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	*e.meant = append(*e.meant, q.Meant)
	return e.fixed.Search(ctx, q)
}

func TestMeaningIsAskedOnceForWhatTheWordsMean(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	meant := []quarry.Meant{{Name: "idle", Weight: 2}}
	down := quarry.Errorf(quarry.KindUnavailable, "no answer came")
	for name, tc := range map[string]struct {
		text            string
		mode            quarry.Mode
		words, meaning  error
		shown, degraded []string
		meant           []quarry.Meant
	}{
		"everyday words":      {text: "sit around", shown: []string{"f_a", "f_b"}, meant: meant},
		"other words":         {text: "idle", shown: []string{"f_a", "f_b"}},
		"meaning alone":       {text: "sit around", mode: quarry.ModeSemantic, shown: []string{"f_b"}},
		"the words are down":  {text: "sit around", words: down, shown: []string{"f_b"}, degraded: []string{"lexical"}},
		"the meaning is down": {text: "sit around", meaning: down, shown: []string{"f_a"}, degraded: []string{"vector"}, meant: meant},
		"neither":             {text: "idle", meaning: down, shown: []string{"f_a"}, degraded: []string{"vector"}},
	} {
		var asked [][]quarry.Meant
		searched := 0
		lexical := rankingOf(a)
		if lexical.Meant = meant; tc.words != nil {
			lexical = search.Ranking{}
		}
		s := searcherWith(searchtest.NewStore(a, b),
			search.Named{Name: search.EngineLexical, Engine: paraphraser{fixed{lexical, tc.words}, "sit around", &searched}},
			search.Named{Name: search.EngineVector, Engine: informed{fixed{rankingOf(b), tc.meaning}, &asked}})
		found := find(t, s, quarry.Query{Text: tc.text, Mode: tc.mode})
		if want := map[bool]int{true: 1}[tc.mode != quarry.ModeSemantic]; searched != want {
			t.Errorf("%s: words are searched %d times, want %d", name, searched, want)
		}
		ids := shown(found)
		slices.Sort(ids)
		if diff := cmp.Diff(tc.shown, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(tc.degraded, found.Degraded); diff != "" {
			t.Errorf("%s, degraded (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff([][]quarry.Meant{tc.meant}, asked); diff != "" {
			t.Errorf("%s, what the engine of meaning is told (-want +got):\n%s", name, diff)
		}
	}
}
