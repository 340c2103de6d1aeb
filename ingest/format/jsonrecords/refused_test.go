package jsonrecords_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/jsonrecords"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestWhatIsNoJSONIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	parser := jsonrecords.New(ingesttest.Lexicon(t))
	for name, tc := range map[string]struct {
		text string
		line int
		says string
	}{
		"a key twice":          {"{\n\"a\": 1,\n\"b\": 2,\n\"a\": 3\n}", 4, `"a" stands twice in one object, on lines 2 and 4`},
		"a key escaped twice":  {"{\n\"a\": 1,\n\"\\u0061\": 3\n}", 3, "stands twice"},
		"cut short":            {"[\n{\"a\": 1},\n{\"a\":", 3, "unexpected end"},
		"cut within a text":    {"[{\"a\": 1},\n{\"a\": \"b", 2, "unexpected end"},
		"more behind it":       {"{\"a\": 1}\n\nthanks", 3, "after top-level value"},
		"a comment":            {"{\n// the answers\n\"a\": 1}", 2, "'/'"},
		"a comment before it":  {"/* answers */\n{\"a\": 1}", 1, "'/'"},
		"a comma too many":     {"{\n\"a\": 1,\n}", 3, "object key"},
		"no comma":             {"[{\"a\": 1}\n{\"a\": 2}]", 2, "after array element"},
		"a bare key":           {"[{\"a\": 1}, {b: 2}]", 1, "object key"},
		"no number":            {"{\"a\":\n01}", 2, "after object key:value pair"},
		"a word":               {"{\"a\":\nNaN}", 2, "'N'"},
		"a bad escape":         {"{\"a\": 1,\n\"b\": \"\\x\"}", 2, "escape"},
		"a line break in text": {"{\"a\":\n\"b\nc\"}", 2, "string literal"},
		"nested too deep":      {"{\"a\":\n" + strings.Repeat("[", 70) + strings.Repeat("]", 70) + "}", 2, "nested"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := ingest.NewText([]byte(tc.text))
			if parser.Recognise(text) == ingest.NotMine {
				t.Fatal("not recognised")
			}
			_, err := parser.Parse(t.Context(), text)
			at, ok := errors.AsType[*ingest.LineError](err)
			if !ok || at.Line != tc.line || !strings.Contains(at.Error(), tc.says) || !quarry.IsKind(err, quarry.KindInvalid) {
				t.Errorf("refused with %v; want line %d and %q", err, tc.line, tc.says)
			}
		})
	}
}

func TestWhatOnlyBeginsWithABracketIsNotTaken(t *testing.T) {
	t.Parallel()
	parser := jsonrecords.New(ingesttest.Lexicon(t))
	for _, text := range []string{
		"[a link](https://example.org)\n", "[[a wiki link]]\n", "{braces} in prose\n", "[ ] a task\n", "[1] a note\n", "{{ template }}\n",
		"[\"a quote\" in brackets]\n", "{\"a\": 1}\n{\"a\": 2}\n", "", "[", "{", "{}", "[]", "\"a\"", "12", "# {\"a\": 1}\n", "// {\n",
	} {
		if got := parser.Recognise(ingest.NewText([]byte(text))); got != ingest.NotMine {
			t.Errorf("%q is taken, sure to %v", text, got)
		}
	}
}

// Documents at which a reader of JSON may work too long, as parts that are
// repeated up to a size.
func hostile() map[string][3]string {
	return map[string][3]string{
		"lists in lists":     {`[["a"`, `,["a","b"]`, `]]`},
		"empty objects":      {`[{"a":1}`, `,{}`, `]`},
		"one long text":      {`[{"text":"`, `rye and oats. `, `"}]`},
		"one long word":      {`[{"text":"`, `x`, `"}]`},
		"escapes":            {`[{"text":"`, `\\`, `"}]`},
		"halves":             {`[{"text":"`, `\ud835`, `"}]`},
		"many keys":          {`{"a":{"b":1}`, `,"%":{"b":1}`, `}`},
		"many names":         {`[{"a":"b"`, `,"%":"c d e f"`, `}]`},
		"names of their own": {`[{"a":"b"}`, `,{"%":"c d e f"}`, `]`},
		"questions":          {`[{"q":"What?","a":"b"}`, `,{"q":"What is %?","a":"c"}`, `]`},
		"options":            {`[{"q":"What?","a":"b","options":["b"`, `,"%"`, `]}]`},
		"entities":           {`[{"q":"What?","a":"`, `&amp;`, `"}]`},
		"ampersands":         {`[{"q":"What?","a":"`, `&`, `"}]`},
		"containers":         {`{"a":[{"q":"What?"}]`, `,"%":[{"q":"Why %?"}]`, `}`},
		"chats":              {`[{"messages":[{"role":"user","content":"a"}`, `,{"role":"assistant","content":"%"},{"role":"user","content":"b"}`, `]}]`},
		"many texts":         {`[{"a":"b"`, `,"t%":"rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats and rye and oats"`, `}]`},
		"many topics":        {`[{"q":"What?"`, `,"n%":{"topic":"rye"}`, `}]`},
		"blank lines":        {"[{\"a\":1}", "\n", "]"},
	}
}

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	parser := jsonrecords.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Grown(hostile()), func(content []byte) {
		text := ingest.NewText(content)
		parser.Recognise(text)
		if _, err := parser.Parse(t.Context(), text); err != nil && !quarry.IsKind(err, quarry.KindInvalid) {
			t.Fatal(err)
		}
	})
}
