package notecard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// candidate is a flashcard, if the note has cards of its kind.
type candidate struct {
	by          kind
	first, last int // lines
	level       int // of the heading that is its front, or 0
	front, back string
}

// kind is how a card's sides are told apart, the surest first.
type kind int

const (
	bySeparator kind = iota // a line "?" between them
	byTag                   // "#card" behind the front
	byColons                // front :: back
	byCloze                 // words are hidden in it
	kinds                   // how many there are
)

// note is a text with what its lines say about its cards.
type note struct {
	*Finder

	lines    *ingest.Lines
	fenced   []bool
	declared bool // it says that it has cards
	content  int  // lines that are neither blank nor headings
	behind   int  // the last line of the last card whose sides a line parts
	cards    []candidate
}

func (f *Finder) newNote(lines *ingest.Lines) *note {
	n := &note{Finder: f, lines: lines, fenced: lines.Fences()}
	n.declared = n.declares()
	for line := 1; line <= lines.Lines(); line++ {
		if !lines.Blank(line) && levelOf(lines.Line(line)) == 0 {
			n.content++
		}
	}
	return n
}

// read takes the card that a line may give away.
func (n *note) read(line int) {
	for _, one := range []func(int) (candidate, bool){n.separated, n.tagged, n.colons, n.cloze} {
		if found, ok := one(line); ok {
			n.cards = append(n.cards, found)
			return
		}
	}
}

// How much of a note its cards must be, where it does not say that it has any.
const (
	fewestSeparated = 2
	fewestInline    = 3
	fewestCloze     = 2
	shareAsking     = 1.0 / 3
	shareOfAll      = 0.5
)

// census counts the cards of one kind.
type census struct{ cards, asking int }

// weighed returns the cards of the kinds that the note has, in their order.
func (n *note) weighed() []candidate {
	var counts [kinds]census
	for _, one := range n.cards {
		of := &counts[one.by]
		of.cards++
		if n.phrases.IsQuestion(one.front) {
			of.asking++
		}
	}
	kept := slices.DeleteFunc(n.cards, func(one candidate) bool { return !n.has(one, counts[one.by]) })
	slices.SortStableFunc(kept, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.by, b.by))
	})
	return kept
}

// has reports whether the note has cards like one of them.
func (n *note) has(c candidate, of census) bool {
	switch c.by {
	case bySeparator:
		return n.declared || (c.back != "" && (of.cards >= fewestSeparated || n.phrases.IsQuestion(c.front)))
	case byColons:
		return (n.declared || n.isRegular(of)) && !n.isProperty(c.front)
	case byCloze:
		return n.declared || (strings.Contains(n.lines.Line(c.first), "{{c") && of.cards >= fewestCloze)
	case byTag, kinds:
	}
	return true
}

// isRegular reports whether lines of a kind are too many, and too much like
// cards, to be anything else.
func (n *note) isRegular(of census) bool {
	return of.cards >= fewestInline &&
		(float64(of.asking) >= shareAsking*float64(of.cards) || float64(of.cards) >= shareOfAll*float64(n.content))
}
