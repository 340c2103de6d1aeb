package evidence_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

func TestWordsOfYAMLInQuotesAreReadThroughTheirEscapes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text    string
		missing []string
	}{
		"a line break":        {"- a: \"rye\\nit\"\n  b: c\n", nil},
		"a character":         {"a:\n  b: \"rye \\u0069t\"\n", nil},
		"a short character":   {"a:\n  b: \"rye \\x69t\"\n", nil},
		"a sign of nothing":   {"a:\n  b: \"rye\\x00it\"\n", nil},
		"in a list":           {"a:\n- \"rye\\nit\"\n", nil},
		"numbers in a list":   {"- a: [rye, 3,it]\n  b: [10,11]\n", nil},
		"no quotes":           {"- a: rye\\nit\n  b: c\n", []string{"it"}},
		"prose":               {"He said: \"rye\\nit\".\nAnd went\n", []string{"it"}},
		"Markdown with words": {"# T\n\nrye\\nit and more: \"x\"\n", []string{"it"}},
		"Markdown with items": {"# T\n\n- see \"rye\\nit\" and [a, b]\n", []string{"it"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := []byte(tc.text)
			lines := 0
			for _, c := range text {
				if c == '\n' {
					lines++
				}
			}
			span := quarry.Span{ByteStart: 0, ByteEnd: len(text), LineStart: 1, LineEnd: lines}
			found := evidence.NewVerifier(text, "").Verify(quarry.Source{Span: span}, "rye it")
			if !slices.Equal(found.MissingWords, tc.missing) {
				t.Errorf("missing %q; want %q", found.MissingWords, tc.missing)
			}
		})
	}
}

func TestNumbersOfListsInYAMLAreReadOneByOne(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, number, missing string }{
		"a list":              {"a: [10,500]\nb: c\n", "500", ""},
		"a list of a list":    {"- [10,500]\n- [11,12]\n", "500", ""},
		"a list in a list":    {"a: [[10,500], [1,2]]\n", "500", ""},
		"words in a list":     {"- a: [10,500 g]\n", "500", ""},
		"words in braces":     {"- a: {b: 10,500 g}\n", "500", ""},
		"items in braces":     {"- a: {b: 10,500}\n", "500", ""},
		"behind a bare quote": {"- a: 4\" pipe\n  b: [10,500]\n", "500", ""},
		"items in prose":      {"- a: it costs [1,500 pounds](x), or not\n", "500", "500"},
		"an item that counts": {"- a: [1,500 pounds](x), or not\n", "500", "500"},
		"a number in prose":   {"# T\n\n- it costs [1,500], or more\n", "500", "500"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := []byte(tc.text)
			span := quarry.Span{ByteEnd: len(text), LineStart: 1, LineEnd: strings.Count(tc.text, "\n")}
			found := evidence.NewVerifier(text, "").Verify(quarry.Source{Span: span}, tc.number)
			if got := strings.Join(found.MissingWords, " "); got != tc.missing {
				t.Errorf("missing %q; want %q", got, tc.missing)
			}
		})
	}
}
