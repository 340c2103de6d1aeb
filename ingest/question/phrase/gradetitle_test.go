package phrase_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

func TestTitlesSideBySideSayWhatNoneSaysAlone(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for name, tc := range map[string]struct {
		titles []string
		want   []quarry.Difficulty
	}{
		"a step between two": {[]string{"Junior", "Middle", "Senior"}, []quarry.Difficulty{"", "medium", ""}},
		"a step beside one":  {[]string{"Junior", "Middle"}, []quarry.Difficulty{"", ""}},
		"titles of parts":    {[]string{"Part 1", "Part 2", "Part 3"}, []quarry.Difficulty{"", "", ""}},
		"nothing":            {nil, []quarry.Difficulty{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, reader.TitleGrades(tc.titles)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
