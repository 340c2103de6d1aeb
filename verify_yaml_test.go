package quarry_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestWordsOfYAMLInQuotesAreReadThroughTheirEscapes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text    string
		missing []string
	}{
		"a line break":        {"- a: \"rye\\nit\"\n  b: c\n", nil},
		"a character":         {"a:\n  b: \"rye \\u0069t\"\n", nil},
		"in a list":           {"a:\n- \"rye\\nit\"\n", nil},
		"numbers in a list":   {"- a: [rye, 3,it]\n  b: [10,11]\n", nil},
		"no quotes":           {"- a: rye\\nit\n  b: c\n", []string{"it"}},
		"prose":               {"He said: \"rye\\nit\".\nAnd went\n", []string{"it"}},
		"Markdown with words": {"# T\n\nrye\\nit and more: \"x\"\n", []string{"it"}},
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
			found := quarry.NewVerifier(text, "").Verify(quarry.Source{Span: span}, "rye it")
			if !slices.Equal(found.MissingWords, tc.missing) {
				t.Errorf("missing %q; want %q", found.MissingWords, tc.missing)
			}
		})
	}
}
