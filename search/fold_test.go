package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

func TestHitsThatShowTheSameLinesFold(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		ranked []quarry.Entry
		want   []string // each hit, with what was folded into it
	}{
		"the same lines": {
			[]quarry.Entry{at(question("a"), "d.md", 4, 6), at(passage("b"), "d.md", 4, 6)},
			[]string{"q_a+p_b"},
		},
		"the same lines of another document": {
			[]quarry.Entry{at(question("a"), "d.md", 4, 6), at(passage("b"), "e.md", 4, 6)},
			[]string{"q_a", "p_b"},
		},
		"most of the longer": {
			[]quarry.Entry{at(question("a"), "d.md", 1, 3), at(passage("b"), "d.md", 1, 5)},
			[]string{"q_a+p_b"},
		},
		"the longer first": {
			[]quarry.Entry{at(passage("a"), "d.md", 1, 5), at(question("b"), "d.md", 2, 4)},
			[]string{"p_a+q_b"},
		},
		"too little of the longer": {
			[]quarry.Entry{at(question("a"), "d.md", 1, 2), at(passage("b"), "d.md", 1, 5)},
			[]string{"q_a", "p_b"},
		},
		"overlap is not enough": {
			[]quarry.Entry{at(passage("a"), "d.md", 1, 5), at(passage("b"), "d.md", 2, 6)},
			[]string{"p_a", "p_b"},
		},
		"a spec goes into its row's fact and takes it along": {
			[]quarry.Entry{at(spec("a"), "d.md", 7, 7), at(question("b"), "d.md", 1, 1), at(fact("c"), "d.md", 7, 7)},
			[]string{"f_c+s_a", "q_b"},
		},
		"a spec in a fact of several lines": {
			[]quarry.Entry{at(spec("a"), "d.md", 8, 8), at(fact("b"), "d.md", 6, 12)},
			[]string{"f_b+s_a"},
		},
		"a spec goes into the tightest fact": {
			[]quarry.Entry{at(fact("a"), "d.md", 6, 12), at(fact("b"), "d.md", 8, 9), at(spec("c"), "d.md", 8, 8)},
			[]string{"f_a", "f_b+s_c"},
		},
		"specs of one row without its fact": {
			[]quarry.Entry{at(spec("a"), "d.md", 7, 7), at(spec("b"), "d.md", 7, 7)},
			[]string{"s_a+s_b"},
		},
		"a fact that holds specs folds with them": {
			[]quarry.Entry{at(passage("a"), "d.md", 7, 7), at(spec("b"), "d.md", 7, 7), at(fact("c"), "d.md", 7, 7)},
			[]string{"p_a+s_b+f_c"},
		},
	} {
		found := find(t, searcherOver(tc.ranked...), quarry.Query{Text: "x"})
		if diff := cmp.Diff(tc.want, folded(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if found.Total != len(tc.ranked) {
			t.Errorf("%s: total = %d, want %d as before folding", name, found.Total, len(tc.ranked))
		}
	}
}

// folded shows each hit as its id and those that were folded into it.
func folded(f quarry.Found) []string {
	var all []string
	for _, hit := range f.Hits {
		ids := []string{string(hit.ID)}
		for _, also := range hit.Also {
			ids = append(ids, string(also.ID))
		}
		all = append(all, strings.Join(ids, "+"))
	}
	return all
}

func TestAFoldedHitRanksAndScoresAsItsBestMember(t *testing.T) {
	t.Parallel()
	number, row := at(spec("number"), "d.md", 7, 7), at(fact("row"), "d.md", 7, 7)
	found := find(t, searcherOver(number, at(fact("other"), "d.md", 9, 9), row), quarry.Query{Text: "x", Explain: true})
	first := found.Hits[0]
	if first.ID != row.ID || first.Score != 1 || first.Explain[0].Rank != 1 {
		t.Errorf("first = %s, score %v, explained as %+v; want the row at its number's rank", first.ID, first.Score, first.Explain)
	}
	if len(first.Also) != 1 || first.Also[0].Source.LineStart != 7 || first.Also[0].Score != 1 {
		t.Errorf("also = %+v, want the number with its source", first.Also)
	}
}

func TestNothingFoldsBehindTheTwoHundredBest(t *testing.T) {
	t.Parallel()
	entries := make([]quarry.Entry, 0, 260)
	for i := range 260 {
		entries = append(entries, at(fact(fmt.Sprintf("n%03d", i)), "d.md", 1, 1))
	}
	found := find(t, searcherOver(entries...), quarry.Query{Text: "x"})
	if len(found.Hits) != 61 || len(found.Hits[0].Also) != 199 || found.More {
		t.Errorf("%d hits, %d in the first, more %v; want 61, 199, no more", len(found.Hits), len(found.Hits[0].Also), found.More)
	}
}

func TestWhatAHitAboveShowsAlreadyIsRankedBehindWhatIsNew(t *testing.T) {
	t.Parallel()
	section, other := at(passage("section"), "d.md", 10, 30), at(question("other"), "e.md", 12, 12)
	first, second := at(fact("first"), "d.md", 12, 12), at(fact("second"), "d.md", 14, 14)
	for name, tc := range map[string]struct {
		ranked []quarry.Entry
		want   []string
	}{
		"statements of a section above": {
			[]quarry.Entry{section, first, second, other},
			[]string{"p_section", "q_other", "f_first", "f_second"},
		},
		"statements above their section": {
			[]quarry.Entry{first, section, second, other},
			[]string{"f_first", "p_section", "q_other", "f_second"},
		},
		"statements without their section": {
			[]quarry.Entry{first, second, other},
			[]string{"f_first", "f_second", "q_other"},
		},
		"what lies within a hit that is behind itself": {
			[]quarry.Entry{section, at(passage("part"), "d.md", 11, 16), first, other},
			[]string{"p_section", "q_other", "p_part", "f_first"},
		},
	} {
		found := find(t, searcherOver(tc.ranked...), quarry.Query{Text: "x", Explain: true})
		if diff := cmp.Diff(tc.want, shown(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		for _, hit := range found.Hits {
			checkExplained(t, hit)
		}
	}
}
