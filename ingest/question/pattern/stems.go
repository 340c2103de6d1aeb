package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// longestOffer is how many lines below a stem its options end at the latest.
const longestOffer = 24

// readOffer notes whether options with letters stand right below a candidate, and
// whether a line behind them says which is right.
func (t *reader) readOffer(c *candidate) {
	below := t.offerLines(c)
	asking := 0
	for _, written := range below {
		if phrase.HasBlank(written) || t.words.EndsAsking(written) {
			asking++
		}
	}
	if len(below) < companions || 2*asking >= len(below) { // or parts of what is asked
		return
	}
	found, ok := t.words.Options(c.words, below)
	if ok && found.Lettered() {
		c.offers, c.keyed = true, found.Keyed()
	}
}

// offerLines returns the lines below a candidate that may be its options: up to
// the next line of its form, or a block that neither begins with a letter nor
// names one.
func (t *reader) offerLines(c *candidate) []string {
	var below []string
	lettered := false
	for n := c.last + 1; n < min(len(t.lines), c.last+longestOffer); n++ {
		l, written := t.lines[n], t.text.Line(n)
		if l.kind == blank {
			below = append(below, "")
			continue
		}
		_, _, letters := cutLetter(l.words)
		opens := t.lines[n-1].kind == blank && letters == "" && !t.words.IsKeyLine(written)
		if l.kind != text || l.form == c.form && !c.form.plain() || opens || len(written) > longestInset {
			break
		}
		lettered = lettered || strings.EqualFold(letters, "a")
		below = append(below, written)
	}
	if !lettered {
		return nil
	}
	return below
}
