package pattern

import "strings"

// Limits of a note that answers one question.
const (
	longestNote = 80 // lines
	fewestStock = 2  // titles that stand in any document, and make a text one of those
)

// isNote reports whether a text is one short note that answers its title: the
// title is its first words, asks for itself, and nothing else in the text asks.
func (t *reader) isNote(c *candidate) bool {
	if len(t.lines) > longestNote || !t.endsAsking(c.words) || !t.words.StandsAlone(c.words) || t.firstWords() != c.line {
		return false
	}
	stock := 0
	for _, l := range t.lines[c.last+1:] {
		if l.kind == taken || l.kind != code && strings.ContainsAny(l.words+l.tail, "?？؟") {
			return false
		}
		if l.kind == heading && t.words.IsStockTitle(l.words) {
			stock++
		}
	}
	return stock < fewestStock
}

// firstWords returns the first line of a text that says something.
func (t *reader) firstWords() int {
	for n := 1; n < len(t.lines); n++ {
		if k := t.lines[n].kind; k == text || k == code || k == heading {
			return n
		}
	}
	return 0
}
