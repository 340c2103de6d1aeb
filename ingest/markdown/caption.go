package markdown

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/claim"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Cues of a table's caption.
const (
	tableCaptions lexicon.Cue = "table_captions"
	unitsLeads    lexicon.Cue = "units_lead_in"
)

// captionOf returns the line that titles a table: a line by itself right above
// or below that says it is a table's, or in which unit its values are, or those of
// several names. A bold
// line above is a label and speaks as one. What stands right above another table
// is that one's.
func (w *sectionWalk) captionOf(b block) claim.Cell {
	for i, n := range []int{w.neighbour(b.first, -1), w.neighbour(b.last, 1)} {
		if n == 0 || i > 0 && w.isAboveTable(n) {
			continue
		}
		line := strings.TrimSpace(w.text.Line(n))
		text := strings.TrimSpace(strings.Trim(line, "*_: "))
		if len(line) <= longestCaption && (w.isCaption(text) || w.parser.claims.StatesUnits(text)) {
			return claim.Cell{Text: text, Span: w.text.LineSpan(n, n)}
		}
	}
	return claim.Cell{}
}

// longestCaption is the longest caption, in bytes, that numbers repeat as their
// context.
const longestCaption = 250

// isAboveTable reports whether a table stands right below a line.
func (w *sectionWalk) isAboveTable(n int) bool {
	for _, next := range []int{n + 1, n + 2} {
		if next <= w.last && !w.text.Blank(next) {
			return strings.HasPrefix(strings.TrimSpace(w.text.Line(next)), "|")
		}
	}
	return false
}

// neighbour returns the line next to a table, with at most one blank line
// between, where nothing else stands right behind it; 0 where there is none.
func (w *sectionWalk) neighbour(edge, step int) int {
	n := edge + step
	if n >= 1 && n <= w.last && w.text.Blank(n) {
		n += step
	}
	if n < 1 || n > w.last || w.text.Blank(n) || w.unread(n) {
		return 0
	}
	if beyond := n + step; beyond >= 1 && beyond <= w.last && !w.text.Blank(beyond) {
		return 0
	}
	return n
}

// isCaption reports whether a line says that it titles a table, or of what unit
// the values are.
func (w *sectionWalk) isCaption(title string) bool {
	lower, cues := strings.ToLower(title), w.parser.lexicon.Cues()
	return cues[tableCaptions].Prefix(lower) != "" ||
		slices.ContainsFunc(cues[unitsLeads].List(), func(lead string) bool { return strings.Contains(lower, lead+" ") })
}
