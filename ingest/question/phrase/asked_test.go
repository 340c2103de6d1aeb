package phrase_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAQuestionsDifficultyIsTheNearestThatIsStated(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for name, tc := range map[string]struct {
		line   string
		titles []string
		want   quarry.Grade
	}{
		"at its end":            {"3. What is rye? hard", []string{"Easy questions"}, quarry.StatedGrade(quarry.Hard)},
		"in the title above":    {"3. What is rye?", []string{"Hard", "Easy questions"}, quarry.StatedGrade(quarry.Easy)},
		"in a title farther up": {"3. What is rye?", []string{"Hard", "Grains"}, quarry.StatedGrade(quarry.Hard)},
		"nowhere":               {"3. What is rye?", []string{"Grains that are hard to find"}, quarry.NoGrade()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := reader.Asked(tc.line, tc.titles...)
			if got.Text != "What is rye?" || got.Grade != tc.want || !slices.Equal(got.Source.Heading, tc.titles) {
				t.Errorf("%q, %+v under %q; want %+v under %q", got.Text, got.Grade, got.Source.Heading, tc.want, tc.titles)
			}
		})
	}
}
