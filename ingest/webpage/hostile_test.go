package webpage_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/ingest/webpage"
)

// TestHostilePagesCostWhatTheirLengthCosts holds what a page four times as long
// may cost against the worst that a clock shows on a busy machine: a cost that
// grows with the square would be sixteen times.
func TestHostilePagesCostWhatTheirLengthCosts(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{
		"divs":             "<div>",
		"divs and ends":    "<div></div></div>",
		"fonts":            "<p><font color=1>x",
		"bold":             "<b>x",
		"links":            "<a href=#x>y<div>",
		"toggles":          "<button aria-expanded=true aria-controls=x>y?<div>",
		"questions":        "<div class=question>y?",
		"lists":            "<ul><li><a href=#x>y</a>",
		"tables":           "<table><tr><td>x",
		"table rows":       "<tr><td rowspan=9 colspan=9>x",
		"headers":          "<header class=sidebar>x",
		"ignored":          "x</table>",
		"attributes":       "<p a=b c=d hidden=no>",
		"entities":         "&amp;&nosuch",
		"comments":         "<!-- x --><!x>",
		"sups":             "<sup>x",
		"pres":             "<pre>x",
		"definitions":      "<dl><dt>x?<dd>y",
		"scripts":          "<script>x</script>",
		"open scripts":     "<script><!--",
		"JSON":             `<script type="application/ld+json">[[[[[</script>`,
		"stars":            "*a _b ",
		"details":          "<details><summary>x",
		"half tags":        "<x <",
		"unclosed quotes":  `<a b="`,
		"ids":              "<i id=x aria-controls=x role=button>",
		"headings in cell": "<td><h1>x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const small, tries = 32 << 10, 4
			for try := 1; ; try++ {
				short, long := timeOf(t, part, small), timeOf(t, part, 4*small)
				if long <= 9*short+200*time.Millisecond {
					return
				}
				if try == tries {
					t.Fatalf("%v for %d kB, %v for four times as much", short, small>>10, long)
				}
			}
		})
	}
}

// timeOf returns the shorter of two times that a page of so many bytes takes.
func timeOf(t *testing.T, part string, size int) time.Duration {
	t.Helper()
	page := []byte("<!doctype html><body>" + strings.Repeat(part, size/len(part)))
	best := time.Hour
	for range 2 {
		began := time.Now()
		if _, err := webpage.New().Extract(t.Context(), page); err != nil {
			t.Errorf("refused: %v", err)
		}
		best = min(best, time.Since(began))
	}
	return best
}
