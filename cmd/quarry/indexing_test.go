package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/feed"
)

func TestIndexingIsShownInTheEntriesThatThereAre(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		steps []feed.Step
		want  string
	}{
		"changes of a feed": {[]feed.Step{{Done: 0, Of: 30}, {Done: 20, Of: 30}}, "0/30 20/30"},
		"a new index":       {[]feed.Step{{Done: 0}, {Done: 20}, {Done: 45}}, "0/40 20/40 45/45"},
	} {
		var got []string
		shown := &indexing{entries: func() int { return 40 }, show: func(done, of int) {
			got = append(got, fmt.Sprintf("%d/%d", done, of))
		}}
		for _, step := range tc.steps {
			shown.step(step)
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, want %s", name, got, tc.want)
		}
	}
}

func TestLinesOfIndexingComeEveryFewSeconds(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	now := time.Unix(0, 0)
	show := indexLines(&out, "indexing", func() time.Time { return now })
	for done := range 100 {
		now = now.Add(time.Second / 10)
		show(done, 100)
	}
	if got, want := out.String(), "quarry: indexing 49 of 100\nquarry: indexing 99 of 100\n"; got != want {
		t.Errorf("lines in ten seconds:\n%s\nwant:\n%s", got, want)
	}
}

func TestABarOfIndexingNamesBothNumbers(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	show, end := indexBar(&out, "indexing")
	for _, done := range []int{0, 2000, 4000, 4096} {
		show(done, 4096)
	}
	end()
	if !strings.Contains(out.String(), "indexing 0 of 4096") {
		t.Errorf("the bar shows %q, want both numbers", out.String())
	}
}

// A command that stops the index has to know that nothing is lost.
func TestAnInterruptedIndexIsSaidToBeCompletedLater(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	broken := errors.New("the disk is full")
	var out bytes.Buffer
	code := complain(stdio{err: &out}, errors.Join(workplace{completes: "the next start of Quarry"}.unindexed(stopped, fmt.Errorf("scan entries: %w", stopped.Err()))))
	want := "quarry: interrupted; all documents are saved, and the next start of Quarry completes the index\n"
	if out.String() != want || code != exitCouldNot {
		t.Errorf("it says %q and ends with %d, want %q and %d", out.String(), code, want, exitCouldNot)
	}
	if err := (workplace{}).unindexed(t.Context(), broken); !errors.Is(err, broken) {
		t.Errorf("an index that failed: %v, want %v", err, broken)
	}
}
