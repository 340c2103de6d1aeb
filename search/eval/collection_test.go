package eval_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/eval"
)

// folder is a collection of these files, each a path and its text.
func folder(files ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		all[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return all
}

const twoLines = "{\"_id\":\"1\",\"text\":\"one\"}\n{\"_id\":\"2\",\"text\":\"two\",\"metadata\":{}}\n"

func TestJudgementsOfACollectionAreReadInEveryForm(t *testing.T) {
	t.Parallel()
	a2b1 := []eval.Query{{ID: "1", Text: "one", Relevant: []eval.Judgement{judged("a", 1, 1, 2), judged("b", 1, 1, 1)}}}
	for name, tc := range map[string]struct {
		files []string
		want  []eval.Query
	}{
		"with a head":                    {[]string{"qrels.tsv", "query-id\tcorpus-id\tscore\n1\tb\t1\n1\ta\t2\n"}, a2b1},
		"without a head":                 {[]string{"qrels.tsv", "1\tb\t1\n1\ta\t2\n"}, a2b1},
		"as TREC writes them":            {[]string{"qrels.tsv", "1 0 b 1\n1 0 a 2\n"}, a2b1},
		"from another system":            {[]string{"qrels.tsv", "\ufeff1\tb\t1\r\n\r\n1\ta\t2\r\n"}, a2b1},
		"in a folder, by split":          {[]string{"qrels/test.tsv", "1\ta\t2\n1\tb\t1\n", "qrels/dev.tsv", "2\tc\t1\n"}, a2b1},
		"the same judgement twice":       {[]string{"qrels.tsv", "1\ta\t2\n1\tb\t1\n1\ta\t2\n"}, a2b1},
		"spam is not worse than nothing": {[]string{"qrels.tsv", "2\ta\t-2\n"}, []eval.Query{{ID: "2", Text: "two", Relevant: []eval.Judgement{judged("a", 1, 1, 0)}}}},
		"queries in their own order": {
			[]string{"qrels.tsv", "2\ta\t1\n1\tb\t1\n"},
			[]eval.Query{
				{ID: "1", Text: "one", Relevant: []eval.Judgement{judged("b", 1, 1, 1)}},
				{ID: "2", Text: "two", Relevant: []eval.Judgement{judged("a", 1, 1, 1)}},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := eval.ReadCollection(folder(append(tc.files, "queries.jsonl", twoLines)...), "test")
			if err != nil {
				t.Fatalf("read: %v", err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("queries (-want +got):\n%s", diff)
			}
		})
	}
}

func TestACollectionThatCannotBeReadIsRefusedWithFileAndLine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		qrels, queries string
		want           string
	}{
		"too few columns":          {"1\ta\t1\n1\ta\n", twoLines, "qrels.tsv line 2: query, document and grade"},
		"a grade in words":         {"1\ta\t1\n1\tb\tgood\n", twoLines, `qrels.tsv line 2: the grade "good"`},
		"a grade in words, late":   {"\n1\ta\tscore\n1\tb\tgood\n", twoLines, `qrels.tsv line 3: the grade "good"`},
		"a grade too high":         {"1\ta\t21\n", twoLines, `qrels.tsv line 1: the grade "21"`},
		"two grades for one":       {"1\ta\t1\n1\ta\t2\n", twoLines, `qrels.tsv line 2: query "1" and document "a" have the grade 1`},
		"no JSON":                  {"1\ta\t1\n", twoLines + "{\n", "queries.jsonl line 3"},
		"no id":                    {"1\ta\t1\n", "{\"text\":\"x\"}\n", `queries.jsonl line 1: there is no "_id"`},
		"a query twice":            {"1\ta\t1\n", twoLines + twoLines, `queries.jsonl line 3: query "1" stands in line 1`},
		"a judged query not there": {"1\ta\t1\n9\ta\t1\n8\ta\t1\n", twoLines, `queries.jsonl lacks 2 queries that are judged, such as "8"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := eval.ReadCollection(folder("qrels.tsv", tc.qrels, "queries.jsonl", tc.queries), "test")
			if !quarry.IsKind(err, quarry.KindInvalid) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error = %v, want an invalid input about %q", err, tc.want)
			}
		})
	}
}

func TestAFileThatIsMissingIsNamed(t *testing.T) {
	t.Parallel()
	for want, files := range map[string]fstest.MapFS{
		"qrels/dev.tsv": folder("queries.jsonl", twoLines, "qrels/test.tsv", "1\ta\t1\n"),
		"queries.jsonl": folder("qrels.tsv", "1\ta\t1\n"),
	} {
		_, err := eval.ReadCollection(files, "dev")
		if !quarry.IsKind(err, quarry.KindNotFound) || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want one that names %s", err, want)
		}
	}
}

func TestACorpusIsWalkedDocumentByDocument(t *testing.T) {
	t.Parallel()
	var got []eval.Document
	for document, err := range eval.Corpus(strings.NewReader(
		"\ufeff{\"_id\":\"a\",\"title\":\"A\",\"text\":\"one\"}\r\n\r\n{\"_id\":7,\"text\":\"two\",\"metadata\":{\"x\":1}}")) {
		if err != nil {
			t.Fatalf("corpus: %v", err)
		}
		got = append(got, document)
	}
	want := []eval.Document{{Line: 1, ID: "a", Title: "A", Text: "one"}, {Line: 3, ID: "7", Text: "two"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

func TestACorpusThatCannotBeReadEndsAtTheLine(t *testing.T) {
	t.Parallel()
	good := "{\"_id\":\"a\",\"text\":\"x\"}\n"
	for name, tc := range map[string]struct {
		from io.Reader
		want string
	}{
		"no JSON":     {strings.NewReader(good + "x\n" + good), "line 2: "},
		"no id":       {strings.NewReader(good + "{}\n"), `line 2: there is no "_id"`},
		"an id twice": {strings.NewReader(good + "\n" + good), `line 3: document "a" stands in line 1 already`},
		"an id list":  {strings.NewReader("{\"_id\":[1]}\n"), "line 1: "},
		"a long line": {io.MultiReader(strings.NewReader(good), endless{}), "line 2: longer than 32 MB"},
		"a fault":     {io.MultiReader(strings.NewReader(good), broken{}), "line 2: the disk is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var fault error
			for _, err := range eval.Corpus(tc.from) {
				if fault != nil {
					t.Fatalf("the walk goes on behind %v", fault)
				}
				fault = err
			}
			if fault == nil || !strings.Contains(fault.Error(), tc.want) {
				t.Errorf("error = %v, want %q", fault, tc.want)
			}
		})
	}
}

// broken is a file that cannot be read.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

func FuzzReadCollection(f *testing.F) {
	f.Add("query-id\tcorpus-id\tscore\n1\ta\t1\n", twoLines)
	f.Add("1 0 a 2\n", "{\"_id\":1}")
	f.Add("1\ta\t-3", "\ufeff{\"_id\":\"1\",\"text\":3}")
	f.Fuzz(func(t *testing.T, judgements, queries string) {
		read, err := eval.ReadCollection(folder("qrels.tsv", judgements, "queries.jsonl", queries), "test")
		if err != nil && !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("error = %v, want an invalid input", err)
		}
		for _, query := range read {
			if scores := eval.Score(nil, query.Relevant); len(query.Relevant) == 0 || scores != (eval.Scores{}) {
				t.Errorf("query = %+v, scores of no hits = %+v", query, scores)
			}
		}
	})
}

func FuzzCorpus(f *testing.F) {
	f.Add(twoLines)
	f.Add("{\"_id\":7}\n\n{\"_id\":[]}")
	f.Fuzz(func(t *testing.T, text string) {
		for document, err := range eval.Corpus(strings.NewReader(text)) {
			if err != nil && !quarry.IsKind(err, quarry.KindInvalid) {
				t.Errorf("error = %v, want an invalid input", err)
			}
			if err == nil && document.ID == "" {
				t.Errorf("document = %+v, want an id", document)
			}
		}
	})
}
