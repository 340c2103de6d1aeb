package pattern

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// longestOffer is how many lines below a stem its options end at the latest.
const longestOffer = 24

// readOffer notes whether options with letters stand right below a candidate, and
// whether a line behind them says which is right.
func (t *reader) readOffer(c *candidate) {
	below := t.offerLines(c)
	if len(below) < companions {
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
		if l.kind != text || l.form == c.form && !c.form.plain() || opens || len(written) > longestKeyRow {
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

// raiseStems lets every stem ask that options stand below, whatever it ends in,
// where something tells the options of its like from steps and clauses: some of
// them ask beyond doubt, or a line or a key says which option is right.
func (t *reader) raiseStems(all []*candidate) {
	for _, g := range groupsOf(all, func(c *candidate) form { return c.form }) {
		stems := slices.DeleteFunc(slices.Clone(g.members), func(c *candidate) bool { return !c.offers })
		if !t.areStems(stems) {
			continue
		}
		for _, c := range stems {
			c.strength = phrase.Certain
		}
	}
}

// areStems reports whether enough of some lines that options stand below are
// stems for sure.
func (t *reader) areStems(stems []*candidate) bool {
	told := 0
	for _, c := range stems {
		if t.offersSurely(c) {
			told++
		}
	}
	if len(stems) < companions {
		return len(stems) == companions-1 && told == len(stems)
	}
	return 3*told >= len(stems)
}

// offersSurely reports whether something beside their shape says that what stands
// below a stem are options.
func (t *reader) offersSurely(c *candidate) bool {
	return c.keyed || c.strength == phrase.Certain || t.lettered[c.number]
}
