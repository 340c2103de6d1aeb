package ingest_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/topic"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// prepare takes a text through the stages and returns the rejection that it
// ends in.
func prepare(t *testing.T, p *ingest.Pipeline, text string) quarry.Rejection {
	t.Helper()
	raw, err := p.Read(t.Context(), textSource("a.md", text))
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Prepare(t.Context(), raw)
	refused, ok := errors.AsType[*ingest.StageError](err)
	if !ok {
		t.Fatalf("error = %v, want a stage's", err)
	}
	return refused.Rejection()
}

func TestTheSurestParserReadsADocument(t *testing.T) {
	t.Parallel()
	sure := func(name string, how ingest.Confidence) ingest.Parser {
		return lineParser{
			format:    ingest.Format{Name: name, Version: 7},
			recognise: func(*ingest.Text) ingest.Confidence { return how },
		}
	}
	for name, tc := range map[string]struct {
		parsers []ingest.Parser
		want    string
	}{
		"the surest":                      {[]ingest.Parser{sure("a", 0.1), sure("b", 0.9), sure("c", 0.5)}, "b/7"},
		"of equals the first":             {[]ingest.Parser{sure("a", 0.5), sure("b", 0.5)}, "a/7"},
		"the one that is sure in any way": {[]ingest.Parser{sure("a", 0), sure("b", 0.01)}, "b/7"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := knowledge(t, pipeline(t, tc.parsers...), textSource("a.md", "text"))
			if got := k.Document.Report.Parser; got != tc.want {
				t.Errorf("read by %q, want %q", got, tc.want)
			}
		})
	}
	if got := prepare(t, pipeline(t, sure("a", ingest.NotMine)), "text"); got.Stage != "detect" {
		t.Errorf("rejection = %+v, want one of the stage detect", got)
	}
}

func TestAFaultOfAParserIsItsDocumentsRejection(t *testing.T) {
	t.Parallel()
	places := func(spans ...quarry.Span) func(*ingest.Text) (ingest.Extraction, error) {
		return func(*ingest.Text) (ingest.Extraction, error) {
			fact := quarry.Fact{Subject: "s", Statement: "s"}
			fact.Source.Span = spans[0]
			for _, span := range spans[1:] {
				fact.Source.Context = append(fact.Source.Context, quarry.Context{Role: quarry.RoleHeader, Span: span})
			}
			return ingest.Extraction{Facts: []quarry.Fact{fact}}, nil
		}
	}
	right := quarry.Span{ByteEnd: 1, LineStart: 1, LineEnd: 1}
	for name, tc := range map[string]struct {
		parser lineParser
		stage  string
		line   int
		reason string
	}{
		"a panic while it looks": {
			lineParser{recognise: func(*ingest.Text) ingest.Confidence { panic("no idea") }}, "detect", 0, "no idea",
		},
		"a panic while it reads": {
			lineParser{parse: func(t *ingest.Text) (ingest.Extraction, error) { _ = t.Line(99); return ingest.Extraction{}, nil }},
			"parse", 0, "out of range",
		},
		"an error": {
			lineParser{parse: func(*ingest.Text) (ingest.Extraction, error) { return ingest.Extraction{}, errors.New("torn") }},
			"parse", 0, "torn",
		},
		"an error that knows its line": {
			lineParser{parse: func(*ingest.Text) (ingest.Extraction, error) {
				return ingest.Extraction{}, fmt.Errorf("read cards: %w", &ingest.LineError{Line: 2, Err: errors.New("torn")})
			}}, "parse", 2, "torn",
		},
		"a span behind the text":    {lineParser{parse: places(quarry.Span{ByteEnd: 99, LineStart: 1, LineEnd: 1})}, "normalise", 0, "outside"},
		"a span before the text":    {lineParser{parse: places(quarry.Span{ByteStart: -1, ByteEnd: 1, LineStart: 1, LineEnd: 1})}, "normalise", 0, "outside"},
		"an empty span":             {lineParser{parse: places(quarry.Span{LineStart: 1, LineEnd: 1})}, "normalise", 0, "outside"},
		"a span on the wrong line":  {lineParser{parse: places(quarry.Span{ByteEnd: 1, LineStart: 2, LineEnd: 2})}, "normalise", 0, "outside"},
		"context outside the text":  {lineParser{parse: places(right, quarry.Span{ByteEnd: math.MaxInt, LineStart: 1, LineEnd: 1})}, "normalise", 0, "outside"},
		"context on the wrong line": {lineParser{parse: places(right, quarry.Span{ByteEnd: 1, LineStart: 1, LineEnd: 3})}, "normalise", 0, "outside"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := prepare(t, pipeline(t, tc.parser), "ab\ncd\n")
			if got.Stage != tc.stage || got.Line != tc.line || !strings.Contains(got.Reason, tc.reason) {
				t.Errorf("rejection = %+v; want stage %s, line %d, a reason with %q", got, tc.stage, tc.line, tc.reason)
			}
		})
	}
}

func TestADocumentOfTooManyEntriesIsRefused(t *testing.T) {
	t.Parallel()
	p := pipeline(t)
	got := prepare(t, p, strings.Repeat("fact\n", ingest.MaxEntries+1))
	if got.Stage != "parse" || !strings.Contains(got.Reason, "100000") {
		t.Errorf("rejection = %+v; want one of the stage parse that names the limit", got)
	}
	k := knowledge(t, p, textSource("a.md", strings.Repeat("fact\n", ingest.MaxEntries)))
	if len(k.Facts) != ingest.MaxEntries {
		t.Errorf("%d facts, want all %d", len(k.Facts), ingest.MaxEntries)
	}
}

func TestEntriesAreBroughtIntoOneShape(t *testing.T) {
	t.Parallel()
	const text = "cafe\u0301 is open\r\nalways \r\n\r\nand so on\r\n"
	all := quarry.Span{ByteEnd: len(text) - 2, LineStart: 1, LineEnd: 4}
	source := quarry.Source{Span: all, Heading: []string{" Cafe\u0301\n  life "}}
	parser := lineParser{parse: func(*ingest.Text) (ingest.Extraction, error) {
		return ingest.Extraction{
			Title:     " Cafe\u0301\t1 ",
			Questions: []quarry.Question{{Text: " Is  the cafe\u0301\nopen? ", Answer: "\r\ncafe\u0301\r\n\r\nand so on\r\n", Source: source}, {Text: " \n", Source: source}},
			Facts: []quarry.Fact{
				{Subject: " the\ncafe\u0301", Statement: "is  open\r\nalways\r\n", Source: source},
				{Subject: "the cafe\u0301", Statement: " is \t open ", Source: source},
				{Subject: "empty", Statement: " \r\n", Source: source},
			},
			Specs:    []quarry.Spec{{Value: quarry.Quantity{Text: "1\u2009000  W"}, Conditions: quarry.NewConditions(), Source: source}},
			Passages: []quarry.Passage{{Text: "\r\n  cafe\u0301\r\nis open\r\n", Source: source}, {Text: "\r\n \r\n", Source: source}},
		}, nil
	}}
	k := knowledge(t, pipeline(t, parser), textSource("a.md", text))
	got := map[string][]string{"title": {k.Document.Title}, "heading": k.Facts[0].Source.Heading, "value": {k.Specs[0].Value.Text}}
	for _, q := range k.Questions {
		got["question"] = append(got["question"], q.Text, q.Answer, string(q.Style), string(q.AnswerState))
	}
	for _, f := range k.Facts {
		got["fact"] = append(got["fact"], f.Subject, f.Statement)
	}
	for _, p := range k.Passages {
		got["passage"] = append(got["passage"], p.Text)
	}
	want := map[string][]string{
		"title":    {"Caf\u00e9 1"},
		"heading":  {"Caf\u00e9 life"},
		"question": {"Is the caf\u00e9 open?", "caf\u00e9\n\nand so on", "open", "answered"},
		"fact":     {"the caf\u00e9", "is  open\nalways", "the caf\u00e9", "is open"},
		"value":    {"1\u2009000  W"},
		"passage":  {"  caf\u00e9\nis open"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestADocumentWithoutATitleGoesByItsFile(t *testing.T) {
	t.Parallel()
	if k := knowledge(t, pipeline(t), textSource("notes/bread.md", "text")); k.Document.Title != "bread.md" {
		t.Errorf("title = %q, want bread.md", k.Document.Title)
	}
}

func TestUnchangedEntriesKeepTheirIDs(t *testing.T) {
	t.Parallel()
	p := pipeline(t)
	before := knowledge(t, p, textSource("a.md", "rye rises\nspelt rises\nrye rises\n"))
	after := knowledge(t, p, textSource("a.md", "a new line above\nspelt rises\nrye **rises**\nrye rises\nand one below\n"))
	if len(after.Facts) != 5 || len(before.Facts) != 3 {
		t.Fatalf("%d and %d facts, want 3 and 5", len(before.Facts), len(after.Facts))
	}
	if after.Document.ID != before.Document.ID {
		t.Errorf("the document's id changed from %s to %s", before.Document.ID, after.Document.ID)
	}
	ids := factIDs(before)
	if want := []quarry.FactID{ids[1], ids[0], ids[2]}; !slices.Equal(factIDs(after)[1:4], want) {
		t.Errorf("ids = %q, want those from before, %q", factIDs(after)[1:4], want)
	}
	if ids[0] == ids[2] {
		t.Errorf("the same fact twice has one id, %s", ids[0])
	}
	elsewhere := knowledge(t, p, textSource("b.md", "rye rises\n"))
	if slices.Contains(ids, elsewhere.Facts[0].ID) {
		t.Errorf("the same fact in another document has the same id, %s", elsewhere.Facts[0].ID)
	}
}

func TestEveryLineHasOneState(t *testing.T) {
	t.Parallel()
	parser := lineParser{parse: func(text *ingest.Text) (ingest.Extraction, error) {
		found := ingest.Extraction{
			Marks: []ingest.Mark{ingest.Structure(1, 2, "title"), ingest.Furniture(3, 99, "navigation"), ingest.Structure(7, 7, "title")},
		}
		fact := quarry.Fact{Subject: "s", Statement: "s"}
		fact.Source.Span = text.LineSpan(2, 2)
		passage := quarry.Passage{Text: "p"}
		passage.Source.Span = text.LineSpan(3, 5)
		found.Facts, found.Passages = append(found.Facts, fact), append(found.Passages, passage)
		found.Marks[1].Lines.LineEnd = 4
		return found, nil
	}}
	report := knowledge(t, pipeline(t, parser), textSource("a.md", "1\n2\n3\n \n5\n6\n7\n8\n9\n\n11\n")).Document.Report
	wantLines := quarry.LineCounts{Entry: 1, Structure: 2, Furniture: 1, Prose: 1, Unaccounted: 4}
	if diff := cmp.Diff(wantLines, report.Lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	wantGaps := []quarry.LineRange{{LineStart: 6, LineEnd: 6}, {LineStart: 8, LineEnd: 9}, {LineStart: 11, LineEnd: 11}}
	if diff := cmp.Diff(wantGaps, report.Unaccounted); diff != "" {
		t.Errorf("unaccounted lines (-want +got):\n%s", diff)
	}
	if want := 1 - 4.0/9; report.Coverage != want || report.Extracted != 1.0/7 {
		t.Errorf("coverage %v, extracted %v; want %v, %v", report.Coverage, report.Extracted, want, 1.0/7)
	}
	if want := []string{"11 % of the lines were taken for page furniture"}; !slices.Equal(report.Warnings, want) {
		t.Errorf("warnings = %q, want %q", report.Warnings, want)
	}
}

func TestTopicsComeFromTheWordsOfAnEntryAndItsTitles(t *testing.T) {
	t.Parallel()
	parser := lineParser{parse: func(text *ingest.Text) (ingest.Extraction, error) {
		var found ingest.Extraction
		add := func(subject, statement string, headings ...string) {
			fact := quarry.Fact{Subject: subject, Statement: statement}
			fact.Source.Span, fact.Source.Heading = text.LineSpan(1, 1), headings
			found.Facts = append(found.Facts, fact)
		}
		add("Doughs", "rest")
		add("It", "rests", "On yeast")
		add("A contract", "about flour", "Bread")
		add("An acid", "in a contract")
		add("Nothing", "of the sort")
		add("Court, oven, mole, warp", "all of them at once")
		return found, nil
	}}
	k := knowledge(t, pipeline(t, parser), textSource("a.md", "text"))
	want := [][]quarry.TopicID{{"baking"}, {"baking"}, {"law", "baking"}, {"chemistry", "law"}, nil}
	for i, fact := range k.Facts {
		if i == len(want) { // of four that are said alike
			if len(fact.Topics) != topic.Most {
				t.Errorf("topics of %q = %q, want %d", fact.Subject, fact.Topics, topic.Most)
			}
			continue
		}
		if !slices.Equal(fact.Topics, want[i]) {
			t.Errorf("topics of %q under %q = %q, want %q", fact.Subject+" "+fact.Statement, fact.Source.Heading, fact.Topics, want[i])
		}
	}
}

func TestAFingerprintNamesAllThatDecidesWhatIsExtracted(t *testing.T) {
	t.Parallel()
	words := ingesttest.Lexicon(t)
	other, err := lexicon.New(lexicon.Data{Fingerprint: "another"})
	if err != nil {
		t.Fatal(err)
	}
	of := func(l *lexicon.Lexicon, formats ...ingest.Format) string {
		var parsers []ingest.Parser
		for _, format := range formats {
			parsers = append(parsers, lineParser{format: format})
		}
		return ingest.NewPipeline(ingest.Config{Parsers: parsers, Lexicon: l}).Fingerprint()
	}
	a1, a2, b1 := ingest.Format{Name: "a", Version: 1}, ingest.Format{Name: "a", Version: 2}, ingest.Format{Name: "b", Version: 1}
	if once, again := of(words, a1, b1), of(words, a1, b1); once != again {
		t.Errorf("the same pipeline has two fingerprints, %s and %s", once, again)
	}
	seen := map[string]string{}
	for name, fingerprint := range map[string]string{
		"one parser": of(words, a1), "a newer parser": of(words, a2), "another parser": of(words, b1),
		"one more parser": of(words, a1, b1), "another order": of(words, b1, a1), "another lexicon": of(other, a1),
	} {
		if twin, taken := seen[fingerprint]; taken {
			t.Errorf("%s and %s have the same fingerprint", name, twin)
		}
		seen[fingerprint] = name
	}
	if got := ingest.LexiconOf(of(other, a1)); got != "another" {
		t.Errorf("lexicon of a fingerprint = %q, want another", got)
	}
	if got := ingest.LexiconOf("0123456789abcdef"); got != "" {
		t.Errorf("lexicon of a fingerprint that names none = %q", got)
	}
}
