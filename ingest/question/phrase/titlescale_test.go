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
		"a scale of five":         {[]string{"Level 1", "Level 2", "Level 3: guilds", "Level 4", "Level 5"}, []quarry.Difficulty{"easy", "easy", "medium", "hard", "hard"}},
		"two levels are no scale": {[]string{"Level 1", "Level 2"}, []quarry.Difficulty{"", ""}},
		"a level is missing":      {[]string{"Level 1", "Level 2", "Level 4"}, []quarry.Difficulty{"", "", ""}},
		"titles of parts":         {[]string{"Part 1", "Part 2", "Part 3"}, []quarry.Difficulty{"", "", ""}},
		"nothing":                 {nil, []quarry.Difficulty{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, reader.TitleGrades(tc.titles)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestALineGivesNamesToDifficulties(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	named := map[string]quarry.Difficulty{"bronze": "easy", "silver": "medium", "gold": "hard"}
	for line, want := range map[string]map[string]quarry.Difficulty{
		"Bronze is easy, silver is medium and gold is hard.": named,
		"**bronze** = easy; silver = medium; gold = hard":    named,
		"Bronze (easy), Silver (medium), Gold (hard)":        named,
		"Gold is hard.":                     nil,
		"Gold is hard and silver is cheap.": nil,
		"":                                  nil,
	} {
		if diff := cmp.Diff(want, reader.NamedGrades(line)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
}
