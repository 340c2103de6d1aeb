package bind

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The first suggestion is the right one nine times in ten, among the pairs that nothing was
// tuned on and among the others.
func TestTheFirstSuggestionIsMostlyWhatWasMeant(t *testing.T) {
	t.Parallel()
	known, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile("testdata/misspelt.tsv")
	if err != nil {
		t.Fatal(err)
	}
	names := &deviceNames{}
	for _, device := range known.Devices() {
		names.devices = append(names.devices, quarry.DeviceCount{Device: device})
	}
	slices.SortFunc(names.devices, func(a, b quarry.DeviceCount) int { return strings.Compare(string(a.ID), string(b.ID)) })
	spelled := spell(names.devices)
	names.spelled = func() spellings { return spelled }
	suggested := map[string]func(word string) []string{
		"device": func(word string) []string {
			return view.Map(names.like(word), func(d quarry.Device) string { return string(d.ID) })
		},
		"attribute": func(word string) []string { return attributesLike(known, &discoveries{}, word) },
	}
	var right, all [2]int
	at := 0
	for line := range strings.Lines(string(written)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		at++
		fields := strings.Split(strings.TrimSpace(line), "\t")
		held := 0
		if at%3 == 0 {
			held = 1
		}
		got := suggested[fields[0]](fields[1])
		all[held]++
		if len(got) > 0 && slices.Contains(strings.Fields(fields[2]), got[0]) {
			right[held]++
			continue
		}
		if held == 0 || os.Getenv("SHOW_HELD") != "" {
			t.Logf("%s %q: %q, want one of %s first", fields[0], fields[1], got, fields[2])
		}
	}
	for part, name := range []string{"shown", "held out"} {
		t.Logf("%s: %d of %d", name, right[part], all[part])
		if right[part]*10 < all[part]*9 {
			t.Errorf("%s: the first suggestion is right %d times of %d, want nine in ten", name, right[part], all[part])
		}
	}
}
