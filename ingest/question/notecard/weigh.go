package notecard

import "strings"

// How much of a note its cards must be, where it does not say that it has any.
const (
	fewestSeparated = 2
	fewestInline    = 3
	fewestCloze     = 2
	shareAsking     = 1.0 / 3
	shareOfAll      = 0.5
)

// census counts the cards of one kind.
type census struct{ cards, asking, noted, keys int }

// weigh keeps the cards of the kinds that the note has.
func (n *note) weigh(all []card) []card {
	counts := [byCloze + 1]census{}
	for _, one := range all {
		of := counts[one.by]
		of.cards++
		if n.phrases.IsQuestion(one.front) {
			of.asking++
		}
		if one.noted {
			of.noted++
		}
		if isKey(one.front) {
			of.keys++
		}
		counts[one.by] = of
	}
	var kept []card
	for _, one := range all {
		if n.has(one, counts[one.by]) {
			kept = append(kept, one)
		}
	}
	return kept
}

// has reports whether the note has cards like one of them.
func (n *note) has(c card, of census) bool {
	switch c.by {
	case byFrame, byTag, byLabels:
		return true
	case bySeparator:
		return n.declared || (c.back != "" && (of.cards >= fewestSeparated || n.phrases.IsQuestion(c.front)))
	case byColons:
		if n.declared {
			return c.noted || !n.isProperty(c.front)
		}
		return n.isRegular(of) && !isKey(c.front)
	case byArrow:
		return n.isRegular(of)
	case byCloze:
		return n.declared || (strings.Contains(n.lines.Line(c.first), "{{c") && of.cards >= fewestCloze)
	}
	return false
}

// isRegular reports whether lines of a kind are too many, and too much like
// cards, to be anything else.
func (n *note) isRegular(of census) bool {
	if of.cards < fewestInline {
		return false
	}
	if float64(of.asking) >= shareAsking*float64(of.cards) {
		return true
	}
	return of.keys*2 < of.cards && float64(of.cards) >= shareOfAll*float64(n.content)
}

// isKey reports whether a front is the key of a property that a note keeps of
// itself: one word in lower case, as in "status:: done".
func isKey(front string) bool {
	bare := strings.Trim(front, "[(*_")
	return bare != "" && bare == strings.ToLower(bare) && !strings.ContainsAny(bare, " ?") &&
		strings.Trim(bare, "abcdefghijklmnopqrstuvwxyz-_0123456789") == ""
}

// isProperty reports whether a front is the key of a property that notes have.
func (n *note) isProperty(front string) bool {
	return n.cues[noteProperties].Has(strings.ToLower(strings.Trim(front, "[(*_ ")))
}
