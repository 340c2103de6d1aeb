package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
)

// ovens is a lexicon of a family of ovens, of a rival and of a format.
func ovens(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	lexicon, err := lexicon.New(lexicon.Data{Asking: askingOfBakers(), Aspects: aspectsOfBakers(), Devices: []quarry.Device{
		{ID: "o1", Name: "Oven O1", Class: quarry.ClassGPU},
		{ID: "o1-xl", Name: "Oven O1 XL", Class: quarry.ClassGPU, Family: "o1"},
		{ID: "o2", Name: "Oven O2", Class: quarry.ClassGPU},
		{ID: "m1", Name: "Module M1", Class: quarry.ClassModule},
		{ID: "rail", Name: "Rail 3", Class: quarry.ClassInterconnect},
		{ID: "xx20", Name: "XX20", Class: quarry.ClassSystem},
		{ID: "f8", Name: "Format 8", Class: quarry.ClassFormat},
		{ID: "f16", Name: "Format 16", Class: quarry.ClassFormat},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return lexicon
}

func TestAGuardKnowsWhatIsAskedForAndWhatIsAnother(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]search.DeviceGuard{
		"How hot is an oven?":          {},
		"How hot is the Oven O1?":      {Asked: []quarry.DeviceID{"o1", "o1-xl"}, Others: []quarry.DeviceID{"o2", "m1"}},
		"How hot is the Oven O1 XL?":   {Asked: []quarry.DeviceID{"o1", "o1-xl"}, Others: []quarry.DeviceID{"o2", "m1"}},
		"Oven O2 against Oven O1":      {Asked: []quarry.DeviceID{"o1", "o1-xl", "o2"}, Others: []quarry.DeviceID{"m1"}},
		"Format 8 in numbers":          {},
		"Oven O2 in Format 8 on rails": {Asked: []quarry.DeviceID{"o2"}, Others: []quarry.DeviceID{"o1", "o1-xl", "m1"}},
	} {
		if diff := cmp.Diff(want, search.GuardDevices(ovens(t), text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	if diff := cmp.Diff(search.DeviceGuard{}, search.GuardDevices(nil, "Oven O1")); diff != "" {
		t.Errorf("without names (-want +got):\n%s", diff)
	}
}

func TestAnEntryPassesThatNamesNoOtherOrWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	lexicon := ovens(t)
	guard := search.GuardDevices(lexicon, "How hot is the Oven O1?")
	for text, want := range map[string]bool{
		"It is hot.":                 true,
		"The Oven O1 is hot.":        true,
		"The Oven O1 XL is hot.":     true,
		"The Oven O2 is hot.":        false,
		"Oven O2 is hotter than O3.": false,
		"Oven O2 beats the Oven O1.": true,
		"The Rail 3 is cold.":        true,
		"The Module M1 is cheap.":    false,
	} {
		named := search.DevicesOf(lexicon, quarry.Entry{Title: "Heat", Text: text})
		if got := passes(guard, named); got != want {
			t.Errorf("%s: passes = %t, want %t (names %v)", text, got, want, named)
		}
	}
}

func TestADeviceThatIsNamedTwiceStandsOnce(t *testing.T) {
	t.Parallel()
	got := search.DevicesOf(ovens(t), quarry.Entry{Title: "Oven O2", Text: strings.Repeat("Oven O2, Rail 3. ", 3)})
	if want := []quarry.DeviceID{"o2", "rail"}; !slices.Equal(got, want) {
		t.Errorf("devices = %v, want %v", got, want)
	}
}

func TestAnEntryIsAboutWhatTheNearestHeadingNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text    string
		heading []string
		want    []quarry.DeviceID
	}{
		"only the heading names it": {"It holds 40 trays.", []string{"Ovens", "Oven O2", "Room"}, []quarry.DeviceID{"o2"}},
		"the nearest counts":        {"It holds 40 trays.", []string{"Oven O1", "Oven O2", "Room"}, []quarry.DeviceID{"o2"}},
		"the text counts before":    {"The Oven O1 holds 20 trays.", []string{"Oven O2", "Room"}, []quarry.DeviceID{"o1"}},
		"a rival in the text does":  {"The Module M1 holds 20 trays.", []string{"Oven O2", "Room"}, []quarry.DeviceID{"m1"}},
		"another class does not":    {"On a Rail 3 it moves.", []string{"Oven O2", "Room"}, []quarry.DeviceID{"rail", "o2"}},
		"a heading of two":          {"They hold 40 trays.", []string{"Oven O2 against Oven O1", "Room"}, []quarry.DeviceID{"o2", "o1"}},
		"no heading names any":      {"They hold 40 trays.", []string{"Ovens", "Room"}, nil},
	} {
		entry := quarry.Entry{Title: "Room", Text: c.text, Source: quarry.Source{Heading: c.heading}}
		if got := search.DevicesOf(ovens(t), entry); !slices.Equal(got, c.want) {
			t.Errorf("%s: devices = %v, want %v", name, got, c.want)
		}
	}
}

// passes reports whether an entry that names these devices may answer, as every
// engine works it out: it names none of the others, or one that is asked for too.
func passes(g search.DeviceGuard, named []quarry.DeviceID) bool {
	return !slices.ContainsFunc(named, func(id quarry.DeviceID) bool { return slices.Contains(g.Others, id) }) ||
		slices.ContainsFunc(named, func(id quarry.DeviceID) bool { return slices.Contains(g.Asked, id) })
}
