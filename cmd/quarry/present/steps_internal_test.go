package present

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestLinesOfIndexingComeEveryFewSeconds(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	now := time.Unix(0, 0)
	show := stepLines(&out, "indexing", func() time.Time { return now })
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
	bar := stepBar(&out, "indexing")
	for _, done := range []int{0, 2000, 4000, 4096} {
		bar.Show(done, 4096)
	}
	bar.End()
	if !strings.Contains(out.String(), "indexing 0 of 4096") {
		t.Errorf("the bar shows %q, want both numbers", out.String())
	}
}
