package eval_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/eval"
)

func TestAJudgedFileIsRead(t *testing.T) {
	t.Parallel()
	got, err := eval.ReadJudged(strings.NewReader(`{
	 "note": {"anything": ["at", "all"]},
	 "queries": [
	  {"id": "a", "query": "how hot?", "judge": "me", "relevant": [
	    {"path": "cafe\u0301.md", "line_start": 3, "line_end": 5, "grade": 2},
	    {"path": "b.md", "line_start": 1, "line_end": 1, "grade": 0}]},
	  {"id": "b", "query": "how cold?"}
	 ]}`))
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	want := []eval.Query{
		{ID: "a", Text: "how hot?", Relevant: []eval.Judgement{judged("café.md", 3, 5, 2), judged("b.md", 1, 1, 0)}},
		{ID: "b", Text: "how cold?"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("queries (-want +got):\n%s", diff)
	}
}

func TestAJudgedFileThatCannotBeReadIsRefusedWithTheLine(t *testing.T) {
	t.Parallel()
	place := func(text string) string {
		return "{\"queries\":[\n{\"id\":\"a\",\"query\":\"x\",\"relevant\":[\n" + text + "]}]}"
	}
	for name, tc := range map[string]struct{ text, want string }{
		"nothing":                 {"", "line 1: unexpected end"},
		"no object":               {"\n[]", "line 2: here stands no {"},
		"no JSON":                 {"{\n\"queries\":\n[\n{]", "line 4: invalid character"},
		"no JSON between members": {"{\"note\":1\n\"queries\":[]}", "line 2: invalid character"},
		"it is cut":               {"{\"queries\":[\n", "line 1: unexpected end"},
		"more behind the end":     {"{\"queries\":[]}\n{}", "line 2: invalid character"},
		"no queries":              {`{"quarries":[]}`, `no list of "queries"`},
		"queries that are none":   {"{\n\"queries\": 3}", "line 2: here stands no ["},
		"a query without an id":   {"{\"queries\":[\n\n{\"query\":\"x\"}]}", `line 3: a query needs an "id"`},
		"a query without a text":  {`{"queries":[{"id":"a","query":" "}]}`, `line 1: a query needs`},
		"an id that stands twice": {
			"{\"queries\":[{\"id\":\"a\",\"query\":\"x\"},\n{\"id\":\"a\",\"query\":\"y\"}]}",
			`line 2: query "a" stands in line 1 already`,
		},
		"a grade in words":     {place(`{"path":"p","line_start":1,"line_end":1,"grade":"good"}`), `line 3: "relevant.grade" cannot be a string`},
		"no grade":             {place(`{"path":"p","line_start":1,"line_end":1}`), `query "a", place 1: a grade from 0 to 20`},
		"a grade too high":     {place(`{"path":"p","line_start":1,"line_end":1,"grade":21}`), "a grade from 0 to 20"},
		"lines in wrong order": {place(`{"path":"p","line_start":5,"line_end":4,"grade":1}`), "two lines in order"},
		"no path":              {place(`{"line_start":5,"line_end":6,"grade":1}`), "a path"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := eval.ReadJudged(strings.NewReader(tc.text))
			if !quarry.IsKind(err, quarry.KindInvalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error = %v, want an invalid input about %q", err, tc.want)
			}
		})
	}
}

func TestAJudgedFileWithoutAnEndIsRefused(t *testing.T) {
	t.Parallel()
	_, err := eval.ReadJudged(endless{})
	if !quarry.IsKind(err, quarry.KindInvalid) || !strings.Contains(err.Error(), "longer than 64 MB") {
		t.Errorf("error = %v, want one about the length", err)
	}
}

// endless is a file of one letter that goes on for ever.
type endless struct{}

func (endless) Read(to []byte) (int, error) {
	for i := range to {
		to[i] = 'x'
	}
	return len(to), nil
}

func FuzzReadJudged(f *testing.F) {
	f.Add(`{"queries":[{"id":"a","query":"x","relevant":[{"path":"p","line_start":1,"line_end":2,"grade":1}]}]}`)
	f.Add("{\"note\":[],\n\"queries\":[{\"id\":1}]}")
	f.Add("{\"queries\":[{]")
	f.Fuzz(func(t *testing.T, text string) {
		queries, err := eval.ReadJudged(strings.NewReader(text))
		if err != nil && !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("error = %v, want an invalid input", err)
		}
		for _, query := range queries {
			if fault := faultOf(query); fault != "" {
				t.Errorf("query = %+v, %s", query, fault)
			}
		}
	})
}

// faultOf says what a query that was read must not be.
func faultOf(query eval.Query) string {
	if query.ID == "" || query.Text == "" {
		return "without id or text"
	}
	for _, r := range query.Relevant {
		if r.LineStart < 1 || r.LineEnd < r.LineStart || r.Grade < 0 || r.Grade > eval.HighestGrade {
			return "with places or grades out of bounds"
		}
	}
	return ""
}
