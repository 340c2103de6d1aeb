package present

import (
	"slices"
	"strings"
	"testing"
)

func TestChoicesArePrintedWithTheirMarks(t *testing.T) {
	t.Parallel()
	many := slices.Repeat([]string{"a pan"}, 27)
	for name, tc := range map[string]struct {
		choices []string
		want    string
	}{
		"none":           {nil, ""},
		"a few":          {[]string{"Yeast", "Soda\x1b[31m"}, "  A) Yeast\n  B) Soda[31m\n"},
		"several lines":  {[]string{"stir\nwait"}, "  A) stir\n     wait\n"},
		"beyond letters": {many, "  27) a pan\n"},
	} {
		var out strings.Builder
		Choices(&out, tc.choices)
		if got := out.String(); !strings.HasSuffix(got, tc.want) || (tc.want == "") != (got == "") {
			t.Errorf("%s: printed %q, want %q at the end", name, got, tc.want)
		}
	}
}
