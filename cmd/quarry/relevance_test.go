package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// searchFigures is what is read of the figures that quarry eval prints.
type searchFigures struct {
	Modes       scoresByMode
	Typos       scoresByMode
	Queries     int
	Notes       []string
	Comparisons []struct {
		Modes      [2]quarry.Mode
		Difference float64 `json:"ndcg@10"`
		P          float64
	}
}

type scoresByMode map[string]struct {
	NDCG   float64 `json:"ndcg@10"`
	MRR    float64 `json:"mrr@10"`
	Recall float64 `json:"recall@10"`
}

// judgedFloors is what each mode reaches at least on the judged set: a little less
// than was measured, so that only a real loss is one.
func judgedFloors() scoresByMode {
	return scoresByMode{
		"lexical":  {NDCG: 0.85, MRR: 0.87, Recall: 0.90},
		"semantic": {NDCG: 0.80, MRR: 0.82, Recall: 0.87},
		"hybrid":   {NDCG: 0.84, MRR: 0.86, Recall: 0.90},
	}
}

// hastyFloors is the same for queries with a typo.
func hastyFloors() scoresByMode {
	return scoresByMode{
		"lexical":  {NDCG: 0.82, MRR: 0.85, Recall: 0.88},
		"semantic": {NDCG: 0.78, MRR: 0.80, Recall: 0.84},
		"hybrid":   {NDCG: 0.82, MRR: 0.84, Recall: 0.88},
	}
}

func TestSearchesStayAsGoodAsTheyWere(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	runHere(t, "--data", data, "ingest", "--progress", "none", "testdata/relevance/notes")
	printed := runHere(t, "--data", data, "eval", "--json", "--typos", "testdata/relevance/judged.json")
	var got searchFigures
	if err := json.Unmarshal(printed, &got); err != nil {
		t.Fatalf("read the figures: %v", err)
	}
	if got.Queries < 50 || strings.Contains(strings.Join(got.Notes, "\n"), "judged documents") {
		t.Errorf("%d queries were asked, notes %q: the judged set is not whole", got.Queries, got.Notes)
	}
	holdAgainst(t, "as it was judged", got.Modes, judgedFloors())
	holdAgainst(t, "with typos", got.Typos, hastyFloors())
	if len(got.Comparisons) != 3 {
		t.Errorf("comparisons = %+v, want one of every two modes", got.Comparisons)
	}
	const chance = 0.05
	for _, c := range got.Comparisons {
		if c.Modes == [2]quarry.Mode{quarry.ModeHybrid, quarry.ModeLexical} && c.Difference < 0 && c.P < chance {
			t.Errorf("hybrid against words alone: %+v: what is meant only disturbs", c)
		}
	}
}

func holdAgainst(t *testing.T, what string, got, floors scoresByMode) {
	t.Helper()
	for mode, floor := range floors {
		reached := got[mode]
		if reached.NDCG < floor.NDCG || reached.MRR < floor.MRR || reached.Recall < floor.Recall {
			t.Errorf("%s, %s: %+v, want at least %+v", what, mode, reached, floor)
		}
	}
}

// runHere runs one command line in this process and returns what it printed.
func runHere(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, complaints bytes.Buffer
	code := execute(t.Context(), args, app.Streams{In: strings.NewReader(""), Out: &out, Err: &complaints})
	if code != present.ExitDone {
		t.Fatalf("quarry %s: exit %d: %s", strings.Join(args, " "), code, complaints.String())
	}
	return out.Bytes()
}
