package noun_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/noun"
)

func shipped(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestGroupsAreBoundedBySmallWordsMarksAndVerbs(t *testing.T) {
	t.Parallel()
	l := shipped(t)
	r := noun.New(l)
	for said, want := range map[string][]string{
		"The pallet of a pendulum clock stops.":         {"pallet", "pendulum clock stops"},
		"A hand loom has a frame, which two pegs hold.": {"hand loom", "frame"},
		"The oven reached ~250 °C":                      {"oven"},
		"The PVA (polyvinyl acetate) and the paste":     {"PVA", "polyvinyl acetate", "paste"},
		"They force the warp apart":                     {"warp apart"},
		"A rule of thumb is enough":                     {"rule", "rule of thumb", "thumb"},
	} {
		var got []string
		words := r.Cut(said, l.Language("en"))
		for _, g := range r.Groups(words) {
			if g.Led && !g.Loose {
				got = append(got, said[words[g.From].Start:words[g.To-1].End])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has the groups %q, want %q", said, got, want)
		}
	}
}

func TestANameIsNounsThatSmallWordsJoin(t *testing.T) {
	t.Parallel()
	l := shipped(t)
	r := noun.New(l)
	for title, want := range map[string]bool{
		"Pendulum clock": true, "Oiling and bench work": true, "Cleaning, oiling and repair": true,
		"Sign of the times": true, "Requests and limits": true,
		"": false, "What disturbs the rate": false, "disturbs the rate": false, "After the break": false, "Things to": false,
		"River as a budget": false, "Monday, the eleventh": false, "Thursday, 20 min late": false,
	} {
		if got := r.IsName(r.Cut(title, l.Language("en"))); got != want {
			t.Errorf("%q is a name: %v, want %v", title, got, want)
		}
	}
}
