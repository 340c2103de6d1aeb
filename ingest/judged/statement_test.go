package judged_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/judged"
	"github.com/quarrykb/quarry/internal/text"
)

func TestALineThatIsNoJudgedStatementIsNamed(t *testing.T) {
	t.Parallel()
	const card = `{"line_start": 1, "line_end": 1, "text": "Rye is a grass.", "card": true, "why": "ok", "subject": "rye"}` + "\n"
	for written, want := range map[string]string{
		card + "\n" + `{"line_start": 2, "colour": "red"}`:                   "line 3",
		card + `{"line_start": 2, "line_end": 1, "why": "note"}`:             "line 2",
		card + `{"line_start": 2, "line_end": 2, "card": true, "why": "ok"}`: "a subject if it is a card",
		"\n": "no judged statements",
	} {
		if _, err := judged.ReadStatements(strings.NewReader(written)); err == nil || !strings.Contains(err.Error(), want) || !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s: %v, want one that says %q", written, err, want)
		}
	}
	if all, err := judged.ReadStatements(strings.NewReader(card)); err != nil || len(all) != 1 {
		t.Errorf("%d statements, %v", len(all), err)
	}
}

func TestWhatFurtherReadersSayFitsToo(t *testing.T) {
	t.Parallel()
	units, err := judged.ReadTopics(strings.NewReader(`{"line_start": 1, "line_end": 1, "topics": ["rye", "flour"], "also": ["bread"]}
{"line_start": 2, "line_end": 2, "fitting": ["oven"], "best": ["oven"]}
{"line_start": 3, "line_end": 3}
`))
	if err != nil || len(units) != 2 {
		t.Fatalf("%d units, %v; want two", len(units), err)
	}
	if got := units[0]; !slices.Equal(got.Fitting, []string{"rye", "flour", "bread"}) || !slices.Equal(got.Best, []string{"rye"}) {
		t.Errorf("fitting %q, best %q", got.Fitting, got.Best)
	}
}

// rye is a document of a paragraph of two sentences and a list.
const rye = "Rye is a grass that grows on poor soil. It bears frost better than wheat does.\n\n- dark crumb\n- sour taste of the dough\n"

func ryeStatements() *judged.Statements {
	return judged.NewStatements([]judged.Unit{
		{LineStart: 1, LineEnd: 1, Text: "Rye is a grass that grows on poor soil.", Why: "trivial"},
		{LineStart: 1, LineEnd: 1, Text: "It bears frost better than wheat does.", Card: true, Why: "ok", Subject: "rye"},
		{LineStart: 1, LineEnd: 1, Text: "grass", Card: true, Why: "ok", Subject: "grass"},
		{LineStart: 3, LineEnd: 3, Text: "dark crumb", Why: "fragment"},
		{LineStart: 4, LineEnd: 4, Text: "sour taste of the dough", Card: true, Why: "ok", Subject: "taste"},
		{LineStart: 3, LineEnd: 4, Text: "dark crumb; sour taste of the dough", List: true, Why: "fragment"},
	})
}

// A fact of several statements is right where one of them is a card, and all of them are found; a list
// stands for its entries, and a word within a sentence for nothing.
func TestAFactIsHeldAgainstAllThatItSays(t *testing.T) {
	t.Parallel()
	fact := func(subject, said string, first, last int) quarry.Fact {
		at := strings.Index(rye, said)
		return quarry.Fact{Subject: subject, Source: quarry.Source{Span: quarry.Span{ByteStart: at, ByteEnd: at + len(said), LineStart: first, LineEnd: last}}}
	}
	paragraph, list := strings.SplitN(rye, "\n", 2)[0], "dark crumb\n- sour taste of the dough"
	english, _ := text.NewLanguage("en", text.Exceptions{})
	for name, tc := range map[string]struct {
		fact         quarry.Fact
		right, found int
		wrong        string
		missed       []string
	}{
		"two sentences": {fact("Rye", paragraph, 1, 1), 1, 1, "", []string{"grass", "taste"}},
		"the first":     {fact("Rye", "Rye is a grass that grows on poor soil.", 1, 1), 0, 0, "trivial", []string{"rye", "grass", "taste"}},
		"a list":        {fact("Rye", list, 3, 4), 0, 0, "fragment", []string{"rye", "grass", "taste"}},
	} {
		s := ryeStatements()
		figures, stated := s.Measure(english, []byte(rye), []quarry.Fact{tc.fact})
		if figures.Right != tc.right || figures.Found != tc.found || tc.wrong != "" && figures.Wrong[tc.wrong] != 1 {
			t.Errorf("%s: %+v", name, figures)
		}
		var missed []string
		for _, one := range s.Missed(stated) {
			missed = append(missed, one.Subject)
		}
		if !slices.Equal(missed, tc.missed) {
			t.Errorf("%s: %q are missed, want %q", name, missed, tc.missed)
		}
	}
}

func TestASubjectIsOneOfTheFrontsWhereTheyWereJudged(t *testing.T) {
	t.Parallel()
	english, _ := text.NewLanguage("en", text.Exceptions{})
	for name, tc := range map[string]struct {
		unit    judged.Unit
		subject string
		want    bool
	}{
		"half of the words":           {judged.Unit{Subject: "feed dog"}, "dog", true},
		"none of them":                {judged.Unit{Subject: "feed dog"}, "needle", false},
		"half where fronts are known": {judged.Unit{Subject: "feed dog", Fronts: []string{"toothed bar"}}, "dog", false},
		"a front":                     {judged.Unit{Subject: "feed dog", Fronts: []string{"toothed bar"}}, "Toothed bar", true},
		"the first reader's":          {judged.Unit{Subject: "feed dog", Fronts: []string{}}, "Feed dog", true},
	} {
		if got := tc.unit.IsAbout(english, tc.subject); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}
