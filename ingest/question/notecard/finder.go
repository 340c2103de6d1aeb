package notecard

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Finder finds flashcards.
type Finder struct {
	cues    lexicon.Cues
	phrases *phrase.Reader
	sides   *card.Reader
	grammar grammar
}

// New returns a finder that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Finder {
	return &Finder{
		cues: lexicon.Cues(), phrases: phrase.New(lexicon), sides: card.NewReader(lexicon), grammar: newGrammar(lexicon.Cues()[cardTags]),
	}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "notecard", Version: 3} }

// Find returns the cards of a note.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	n := f.newNote(lines)
	for line := 1; line <= lines.Lines(); line++ {
		if lines.Free(line) && !n.fenced[line] && !lines.Blank(line) {
			n.read(line)
		}
	}
	var found []ingest.Found
	behind := 0
	for _, one := range n.weighed() {
		if one.first <= behind {
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
func (f *Finder) question(c candidate) quarry.Question {
	if c.by == byCloze {
		return quarry.Question{Text: f.phrases.Strip(c.front), Answer: c.back, Style: quarry.StyleCloze, Grade: quarry.NoGrade()}
	}
	if front, hidden := f.sides.Cloze(c.front); len(hidden) > 0 && c.back == "" {
		return f.question(candidate{by: byCloze, front: front, back: strings.Join(hidden, "; ")})
	}
	q := f.phrases.Asked(c.front)
	if !f.phrases.IsPlaceholder(c.back) {
		q.Answer = c.back
	}
	return q
}

// framed returns a card together with the lines around it that programs have
// noted for themselves: a tag above it, a schedule below.
func (n *note) framed(c candidate, q quarry.Question, behind int) ingest.Found {
	found := ingest.Found{Lines: quarry.LineRange{LineStart: c.first, LineEnd: c.last}, Question: q, Level: c.level}
	above := c.first - 1
	for above > behind && n.lines.Free(above) && n.lines.Blank(above) {
		above--
	}
	if above > behind && n.lines.Free(above) && !n.fenced[above] && n.isTagLine(above) {
		found.Lines.LineStart = above
		found.Marks = append(found.Marks, ingest.Structure(above, above, "tag"))
	}
	for line := c.last + 1; n.lines.Free(line) && n.grammar.isSchedule(n.lines.Line(line)); line++ {
		found.Lines.LineEnd = line
		found.Marks = append(found.Marks, ingest.Structure(line, line, "schedule"))
	}
	return found
}
