package notecard

import (
	"cmp"
	"slices"

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
	declared bool // it says that it has cards, by a tag or by the schedule of one
	content  int  // lines that are neither blank nor headings
	head     int  // the last of the lines that it begins with and keeps of itself, "semester:: 3"
	behind   int  // the last line of the last card whose sides a line parts
	cards    []candidate
}

func (f *Finder) newNote(lines *ingest.Lines) *note {
	n := &note{Finder: f, lines: lines, fenced: lines.Fences()}
	for n.head < lines.Lines() && f.grammar.property.MatchString(lines.Line(n.head+1)) {
		n.head++
	}
	for line := 1; line <= lines.Lines(); line++ {
		written := lines.Line(line)
		n.declared = n.declared || !n.fenced[line] && f.grammar.declares(written)
		if !lines.Blank(line) && levelOf(written) == 0 {
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

// How much of a note the cards of a kind must be, where it does not say that it
// has any: so many, of which some ask, or most of it.
const (
	fewestCards = 2
	shareAsking = 1.0 / 3
	shareOfAll  = 0.5
)

// weighed returns the cards of the kinds that the note has, in their order.
func (n *note) weighed() []candidate {
	var cards, asking [kinds]int
	for _, one := range n.cards {
		cards[one.by]++
		if n.phrases.IsQuestion(one.front) {
			asking[one.by]++
		}
	}
	kept := slices.DeleteFunc(n.cards, func(one candidate) bool {
		count := float64(cards[one.by])
		return !n.declared && (count < fewestCards || float64(asking[one.by]) < shareAsking*count && count < shareOfAll*float64(n.content))
	})
	slices.SortStableFunc(kept, func(a, b candidate) int { return cmp.Compare(a.first, b.first) })
	return kept
}
