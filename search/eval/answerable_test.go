package eval_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/eval"
)

func TestJudgedQueriesAreReadFromLinesAndFromTables(t *testing.T) {
	t.Parallel()
	want := []eval.Asked{
		{ID: "a", Corpus: "kilns", Query: "How hot, and why?", Answerable: "partly", Style: "multi", Refs: []eval.AskedRef{{"a.md", 3, 5}, {"b.md", 7, 7}}},
		{ID: "2", Query: "Who?", Answerable: "no"},
	}
	lines, err := eval.ReadAsked(strings.NewReader(`{"id": "a", "corpus": "kilns", "query": "How hot, and why?", "answerable": "partly", "style": "multi", ` +
		`"refs": [{"file": "a.md", "from": 3, "to": 5}, {"file": "b.md", "from": 7, "to": 7}], "why": "heat"}` +
		"\n\n" + `{"query": "Who?", "answerable": "no"}` + "\n"))
	if diff := cmp.Diff(want, lines); diff != "" || err != nil {
		t.Errorf("lines (-want +got): %v\n%s", err, diff)
	}
	table, err := eval.ReadAskedCSV(strings.NewReader("query,answerable,id,corpus,style,refs\n\"How hot, and why?\",partly,a,kilns,multi,a.md:3-5; b.md:7\nWho?,no,,,,\n"))
	if diff := cmp.Diff(want, table); diff != "" || err != nil {
		t.Errorf("table (-want +got): %v\n%s", err, diff)
	}
	for _, wrong := range []string{`{"query": "", "answerable": "no"}`, `{"query": "Who?", "answerable": "maybe"}`, `{"query": 1}`, `x`} {
		if _, err := eval.ReadAsked(strings.NewReader("\n" + wrong)); !quarry.IsKind(err, quarry.KindInvalid) || !strings.Contains(err.Error(), "2") {
			t.Errorf("%s: %v, want line 2 refused", wrong, err)
		}
	}
	for _, wrong := range []string{"", "query,answerable\nWho?,maybe", "query,answerable,refs\nWho?,no,a.md", "query,answerable\nWho?"} {
		if _, err := eval.ReadAskedCSV(strings.NewReader(wrong)); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%q: %v, want it refused", wrong, err)
		}
	}
}

// told makes what was said of queries: judged, said and how surely.
func told(judged, said quarry.Answerable, confidence float64) eval.Told {
	return eval.Told{Asked: eval.Asked{Answerable: judged}, Said: said, Confidence: confidence}
}

func TestRefusalsAreMeasured(t *testing.T) {
	t.Parallel()
	const yes, partly, no = quarry.AnswerableYes, quarry.AnswerablePartly, quarry.AnswerableNo
	all := []eval.Told{told(yes, yes, 0.9), told(yes, yes, 0.8), told(yes, no, 0.2), told(partly, no, 0.3), told(no, no, 0.1), told(no, yes, 0.7)}
	got := eval.Refusals(all)
	for name, of := range map[string]struct {
		eval.Interval

		want float64
	}{
		"F1": {got.F1, 2.0 / 5}, "accuracy": {got.Accuracy, 3.0 / 6}, "told yes": {got.Kept, 2.0 / 3}, "told no": {got.Lost, 1.0 / 3}, "bold": {got.Bold, 1.0 / 2},
	} {
		if math.Abs(of.Value-of.want) > 1e-9 || of.From > of.Value || of.To < of.Value {
			t.Errorf("%s is %+v, want %.3f within", name, of.Interval, of.want)
		}
	}
	if again := eval.Refusals(all); again != got {
		t.Errorf("drawn again: %+v, at first %+v", again, got)
	}
}

func TestConfidenceIsHeldAgainstWhatIsAnswered(t *testing.T) {
	t.Parallel()
	bins, apart := eval.Bins([]eval.Told{told("yes", "yes", 1), told("no", "yes", 0.9), told("partly", "no", 0.05), told("no", "no", 0.05)})
	want := []eval.Bin{{From: 0, To: 0.1, Queries: 2, Confidence: 0.05, Answered: 0.25}, {From: 0.9, To: 1, Queries: 2, Confidence: 0.95, Answered: 0.5}}
	if diff := cmp.Diff(want, bins, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); diff != "" {
		t.Errorf("bins (-want +got):\n%s", diff)
	}
	if math.Abs(apart-0.325) > 1e-9 {
		t.Errorf("apart by %.4f, want 0.325", apart)
	}
}

func TestAPlaceIsFoundByItsLines(t *testing.T) {
	t.Parallel()
	one := eval.Told{
		Asked:  eval.Asked{Refs: []eval.AskedRef{{"a.md", 3, 5}}},
		Places: []eval.Place{{Path: "notes/b.md", LineStart: 4, LineEnd: 4}, {Path: "notes/a.md", LineStart: 5, LineEnd: 9}, {Path: "aa.md", LineStart: 4, LineEnd: 4}},
	}
	if one.FoundIn(1) || !one.FoundIn(2) || !one.FoundIn(9) {
		t.Errorf("found among the first: %t, two: %t, all: %t; want it second", one.FoundIn(1), one.FoundIn(2), one.FoundIn(9))
	}
}
