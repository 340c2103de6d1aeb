package notecard

import (
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// candidate is a flashcard, if the note has cards of its kind.
type candidate struct {
	by          int // how its sides are told apart, the surest first
	first, last int // lines
	level       int // of the heading that is its front, or 0
	front, back string
}

// note is a text with what its lines say about its cards.
type note struct {
	*Finder

	lines    *ingest.Lines
	fenced   []bool
	declared bool // it says that it has cards, by a tag
	content  int  // lines that are neither blank nor headings
	head     int  // the last of the lines that it begins with and keeps of itself, "semester:: 3"
	behind   int  // the last line of the last card whose sides a line parts
	cards    []candidate
}

func (f *Finder) newNote(lines *ingest.Lines) *note {
	n := &note{Finder: f, lines: lines, fenced: lines.Fences()}
	for line := 1; line <= lines.Lines(); line++ {
		written := lines.Line(line)
		if !lines.Blank(line) && phrase.HeadingLevel(written) == 0 {
			n.content++
		}
		if n.head == line-1 && f.grammar.property.MatchString(written) {
			n.head = line
		}
		n.declared = n.declared || !n.fenced[line] && f.grammar.cardTag.MatchString(written)
	}
	return n
}

// read takes the card that a line may give away. Its sides are told apart by a line "?"
// between them, by a tag behind the front, by colons, or because words are hidden in it.
func (n *note) read(line int) {
	for by, sides := range []func(int) (candidate, bool){n.separated, n.tagged, n.colons, n.cloze} {
		if found, ok := sides(line); ok {
			found.by = by
			n.cards = append(n.cards, found)
			return
		}
	}
}
