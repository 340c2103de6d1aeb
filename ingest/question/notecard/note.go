package notecard

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// candidate is a flashcard, if the note has cards of its kind.
type candidate struct {
	by          string // what tells its sides apart: separator, tag, colons, property or cloze
	first, last int    // lines
	level       int    // of the heading that is its front, or 0
	front, back string
}

// note is a text with what its lines say about its cards.
type note struct {
	*Finder

	lines    *ingest.Lines
	fenced   []bool
	declared bool // it says that it has cards, by a tag
	content  int  // lines that are neither blank nor headings
	cards    []candidate
}

func (f *Finder) newNote(lines *ingest.Lines) *note {
	n := &note{Finder: f, lines: lines, fenced: lines.Fences()}
	inTags := false // "tags:" above a list
	for line := 1; line <= lines.Lines(); line++ {
		written := lines.Line(line)
		if !lines.Blank(line) && phrase.HeadingLevel(written) == 0 {
			n.content++
		}
		inTags = strings.HasPrefix(written, "tags:") || inTags && strings.HasPrefix(strings.TrimSpace(written), "- ")
		n.declared = n.declared || !n.fenced[line] && (f.grammar.cardTag.MatchString(written) || inTags && f.grammar.listed.MatchString(written))
	}
	return n
}

// read takes the card that a line may give away.
func (n *note) read(line int) {
	for _, sides := range []func(int) (candidate, bool){n.separated, n.tagged, n.parted, n.clozed} {
		if found, ok := sides(line); ok {
			n.cards = append(n.cards, found)
			return
		}
	}
}
