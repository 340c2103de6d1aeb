package notecard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Cues of notes: the tags by which they mark their cards, and what they keep of
// themselves.
const (
	cardTags       lexicon.Cue = "card_tags"
	noteProperties lexicon.Cue = "note_properties"
)

// Finder finds flashcards.
type Finder struct {
	cues    lexicon.Cues
	phrases *phrase.Reader
}

// New returns a finder that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Finder {
	return &Finder{cues: lexicon.Cues(), phrases: phrase.New(lexicon)}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "notecard", Version: 1} }

// Find returns the cards of a note.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	n := f.newNote(lines)
	var all []card
	for line := 1; line <= lines.Lines(); line++ {
		if lines.Free(line) && !n.fenced[line] && !lines.Blank(line) {
			all = n.read(all, line)
		}
	}
	all = n.weigh(all)
	slices.SortStableFunc(all, func(a, b card) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.by, b.by))
	})
	var found []ingest.Found
	behind := 0
	for _, one := range all {
		if one.first <= behind || !n.free(one) {
			continue
		}
		if q := f.question(one); q.Text != "" {
			q.Source.Span = lines.LineSpan(one.first, one.last)
			found = append(found, n.framed(one, q, behind))
			behind = found[len(found)-1].Lines.LineEnd
		}
	}
	return found
}

// question makes a question of a card's sides.
func (f *Finder) question(c card) quarry.Question {
	if c.by == byCloze {
		return quarry.Question{Text: f.phrases.Strip(c.front), Answer: c.back, Style: quarry.StyleCloze, Grade: quarry.NoGrade()}
	}
	q := f.phrases.Asked(c.front)
	if head, rest, several := strings.Cut(c.front, "\n"); several && q.Grade == quarry.NoGrade() {
		if first := f.phrases.Asked(head); first.Grade != quarry.NoGrade() {
			first.Text += "\n" + rest
			q = first
		}
	}
	if !f.phrases.IsPlaceholder(c.back) {
		q.Answer = c.back
	}
	return q
}

// card is one flashcard, if the note has cards of its kind.
type card struct {
	by          kind
	first, last int // lines
	level       int // of the heading that is its front, or 0
	front, back string
	noted       bool // a program's schedule stands behind it
}

// kind is how a card's sides are told apart, the surest first.
type kind int

const (
	byFrame     kind = iota // between START and END
	bySeparator             // a line "?" between them
	byTag                   // "#card" behind the front
	byLabels                // "Q:: front", "A:: back"
	byColons                // front :: back
	byArrow                 // front >> back
	byCloze                 // words are hidden in it
)

// note is a text with what its lines say about its cards.
type note struct {
	cues     lexicon.Cues
	phrases  *phrase.Reader
	lines    *ingest.Lines
	fenced   []bool
	declared bool // it says that it has cards
	content  int  // lines that are neither blank nor headings
	behind   int  // the last line of the last card whose sides a line parts
}

func (f *Finder) newNote(lines *ingest.Lines) *note {
	n := &note{cues: f.cues, phrases: f.phrases, lines: lines, fenced: lines.Fences()}
	n.declared = n.declares()
	for line := 1; line <= lines.Lines(); line++ {
		if !lines.Blank(line) && levelOf(lines.Line(line)) == 0 {
			n.content++
		}
	}
	return n
}

// read adds the cards that a line may give away.
func (n *note) read(all []card, line int) []card {
	for _, one := range []func(int) (card, bool){n.between, n.separated, n.tagged, n.labelled, n.colons, n.arrow, n.cloze} {
		if found, ok := one(line); ok {
			return append(all, found)
		}
	}
	return all
}

func (n *note) free(c card) bool {
	for line := c.first; line <= c.last; line++ {
		if !n.lines.Free(line) {
			return false
		}
	}
	return true
}

// framed returns a card together with the lines around it that programs have
// noted for themselves: a tag above it, a schedule below.
func (n *note) framed(c card, q quarry.Question, behind int) ingest.Found {
	found := ingest.Found{Lines: quarry.LineRange{LineStart: c.first, LineEnd: c.last}, Question: q, Level: c.level}
	above := c.first - 1
	for above > behind && n.lines.Free(above) && n.lines.Blank(above) {
		above--
	}
	if above > behind && n.lines.Free(above) && !n.fenced[above] && n.isTagLine(n.lines.Line(above)) {
		found.Lines.LineStart = above
		found.Marks = append(found.Marks, ingest.Structure(above, above, "tag"))
	}
	for line := c.last + 1; n.lines.Free(line) && isSchedule(n.lines.Line(line)); line++ {
		found.Lines.LineEnd = line
		found.Marks = append(found.Marks, ingest.Structure(line, line, "schedule"))
	}
	return found
}
