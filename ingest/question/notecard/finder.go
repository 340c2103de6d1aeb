package notecard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Finder finds flashcards.
type Finder struct {
	phrases *phrase.Reader
	sides   *card.Reader
	grammar grammar
}

// New returns a finder that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Finder {
	phrases := phrase.New(lexicon)
	return &Finder{phrases: phrases, sides: card.NewReader(phrases), grammar: newGrammar(lexicon.Cues()["card_tags"])}
}

// Format names the layout.
func (*Finder) Format() ingest.Format { return ingest.Format{Name: "notecard", Version: 6} }

// Find returns the cards of a note.
func (f *Finder) Find(lines *ingest.Lines) []ingest.Found {
	n := f.newNote(lines)
	for line := 1; line <= lines.Lines(); line++ {
		if lines.Free(line) && !n.fenced[line] && !lines.Blank(line) {
			n.read(line)
		}
	}
	var all []ingest.Found
	behind := 0
	for _, one := range n.weighed() {
		if q := f.question(one); q.Text != "" && one.first > behind {
			found := n.framed(one, q, behind)
			all, behind = append(all, found), found.Lines.LineEnd
		}
	}
	return all
}

// How much of a note the cards of a kind must be, where it does not say that it has any: so many,
// of which some ask, or most of it. Where it says so, properties must be most of its cards.
const (
	fewestCards = 2
	shareAsking = 1.0 / 3
	shareOfAll  = 0.5
)

// weighed returns the cards of the kinds that the note has, in their order.
func (n *note) weighed() []candidate {
	cards, asking := map[string]float64{}, map[string]float64{}
	for _, one := range n.cards {
		cards[one.by]++
		if n.phrases.IsQuestion(one.front) {
			asking[one.by]++
		}
	}
	all := float64(n.content)
	if n.declared {
		all = float64(len(n.cards))
	}
	kept := slices.DeleteFunc(n.cards, func(one candidate) bool {
		count := cards[one.by]
		isShown := count >= fewestCards && (asking[one.by] >= shareAsking*count || count >= shareOfAll*all)
		return !isShown && (!n.declared || one.by == property)
	})
	slices.SortStableFunc(kept, func(a, b candidate) int { return cmp.Compare(a.first, b.first) })
	return kept
}

// question makes a question of a card's sides.
func (f *Finder) question(c candidate) quarry.Question {
	front, hidden := f.sides.Cloze(c.front)
	if c.back == "" && len(hidden) > 0 {
		return quarry.Question{
			Text: f.phrases.Strip(front), Answer: strings.Join(hidden, "; "), Style: quarry.StyleCloze, Grade: quarry.NoGrade(),
		}
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
	q.Source.Span = n.lines.LineSpan(c.first, c.last)
	found := ingest.Found{Lines: quarry.LineRange{LineStart: c.first, LineEnd: c.last}, Question: q, Level: c.level}
	if above := c.first - 1; above > behind && n.isTagLine(above) {
		found.Lines.LineStart = above
		found.Marks = append(found.Marks, ingest.Structure(above, above, "tag"))
	}
	for line := c.last + 1; n.lines.Free(line) && n.grammar.isSchedule(n.lines.Line(line)); line++ {
		found.Lines.LineEnd = line
		found.Marks = append(found.Marks, ingest.Structure(line, line, "schedule"))
	}
	return found
}
