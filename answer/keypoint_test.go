package answer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAKeyPointIsCutAtNoUnitQuotationOrCell(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text, answer string
		want         []string
	}{
		"a unit":      {"How much water runs?", "At most 2 MB/s: 6 rounds.", []string{"At most 2 MB/s"}},
		"a quotation": {"Why is it late?", "Compare with \"Avg. delay of ferries\" on the board. Fog held it.", []string{"Compare with \"Avg. delay of ferries\" on the board.", "Fog held it."}},
		"a phrase":    {"Why is it wet?", "In general. Rain falls on the moor.", []string{"Rain falls on the moor."}},
		"a table":     {"Why are herbs watered apart?", "| Herb | Soil |\n| --- | --- |\n| mint | wet |\n| thyme | dry |", []string{"mint | wet", "thyme | dry"}},
	} {
		shown, _ := asked(t, open(tc.text, tc.answer))
		if diff := cmp.Diff(tc.want, shown); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}
