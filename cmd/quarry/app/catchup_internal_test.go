package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestIndexingIsShownInTheEntriesThatThereAre(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		told []feed.Step
		want string
	}{
		"changes of a feed": {[]feed.Step{{Done: 0, Of: 30}, {Done: 20, Of: 30}}, "0/30 20/30"},
		"a new index":       {[]feed.Step{{Done: 0}, {Done: 20}, {Done: 45}}, "0/40 20/40 45/45"},
	} {
		var got []string
		show := func(done, of int) { got = append(got, fmt.Sprintf("%d/%d", done, of)) }
		shown := &Indexing{Entries: func() int { return 40 }, Steps: present.Steps{Show: show}}
		for _, step := range tc.told {
			shown.step(step)
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, want %s", name, got, tc.want)
		}
	}
}

func TestACatchUpThatIsNotShownTakesNobodysDisplay(t *testing.T) {
	t.Parallel()
	opened, err := newRun(t).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeApp(t, opened) })
	told := 0
	opened.Follower.Tell(func(feed.Step) { told++ })
	for _, path := range []string{"a.md", "b.md"} {
		before := told
		saveIn(t, opened, storetest.Mixed(path))
		if err := opened.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if told == before {
			t.Errorf("who shows how far the index is was told nothing of %s", path)
		}
	}
}
