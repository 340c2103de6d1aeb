package card

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/evidence"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Card is one flashcard as a file has it.
type Card struct {
	Front   string
	Backs   []string // one or several parts
	Choices []string // what it offers, where a field or several do
	HTML    bool     // the sides are written in HTML, else in Markdown or plain text
	Tags    []string
	Grade   quarry.Grade  // that a field of the card states; NoGrade where none does
	Source  quarry.Source // its span, headings and context
}

// Reader reads cards with the help of a lexicon's grade words.
type Reader struct {
	phrases *phrase.Reader
	markup  markup
}

// NewReader returns a reader.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	return &Reader{phrases: phrase.New(lexicon), markup: newMarkup()}
}

// Read returns a question for every card of a text whose front says something,
// and the cards that are left over: those that say nothing, and those that the
// text does not prove as a reader would see them.
func (r *Reader) Read(ctx context.Context, text *ingest.Text, cards []Card) ([]quarry.Question, []Card) {
	questions := make([]quarry.Question, 0, len(cards))
	var spoken, silent []Card
	for _, card := range cards {
		if ctx.Err() != nil {
			return questions, silent
		}
		q, ok := r.read(card)
		if !ok {
			silent = append(silent, card)
			continue
		}
		questions, spoken = append(questions, q), append(spoken, card)
	}
	r.markup.dropRepeatedLink(questions)
	proof := evidence.NewVerifier(text.Bytes, ingest.Hash(text.Bytes))
	proved := questions[:0]
	for i, q := range questions {
		if q.Answer == "" && spoken[i].HTML { // pictures stand where nothing else does
			q.Answer = r.markup.pictures(strings.Join(spoken[i].Backs, "\n"))
		}
		if r.phrases.IsPlaceholder(q.Answer) {
			q.Answer = ""
		}
		if proof.Verify(q.Source, q.Claims()...).Verified {
			proved = append(proved, q)
		} else {
			silent = append(silent, spoken[i])
		}
	}
	return proved, silent
}

// Add adds the questions of cards to what was found in a text. Cards that are left over
// are prose.
func (r *Reader) Add(ctx context.Context, found *ingest.Extraction, text *ingest.Text, cards []Card) {
	questions, silent := r.Read(ctx, text, cards)
	found.Questions = append(found.Questions, questions...)
	for _, one := range silent {
		found.Passages = append(found.Passages, quarry.Passage{Text: text.Cut(one.Source.Span), Source: one.Source})
	}
}

// read reads one card. A cloze may stand on any of its sides.
func (r *Reader) read(card Card) (quarry.Question, bool) {
	front, backs := card.Front, card.Backs
	if hiding := slices.IndexFunc(backs, r.HasCloze); hiding >= 0 && !r.HasCloze(front) {
		backs = slices.Concat([]string{front}, backs[:hiding], backs[hiding+1:])
		front = card.Backs[hiding]
	}
	front, hidden := r.markup.cutClozes(front)
	hides := len(hidden) > 0
	asked := showMarks(r.words(card, front))
	if asked == "" || hides && strings.TrimSpace(strings.ReplaceAll(asked, Blank, "")) == "" || r.markup.occluder.MatchString(asked) {
		return quarry.Question{}, false
	}
	answer := r.answer(card, hidden, backs)
	if len(card.Choices) == 0 && !hides {
		asked, card.Choices = r.offered(asked, answer)
	}
	q := r.asked(asked, card)
	q.Answer = answer
	switch {
	case hides:
		q.Style = quarry.StyleCloze
	case len(card.Choices) > 0:
		q.Style, q.Choices = quarry.StyleChoice, card.Choices
	}
	return q, true
}

// offered returns the words of a front without the options below them, and the
// options: letters tell them, or an answer that is one of them.
func (r *Reader) offered(asked, answer string) (string, []string) {
	stem, below, _ := strings.Cut(asked, "\n")
	lines := append(strings.Split(below, "\n"), "Answer: "+text.OneLine(answer))
	if choice, ok := r.phrases.Options(stem, lines); ok && below != "" && len(choice.Explanation) == 0 {
		return choice.Stem, choice.Texts()
	}
	return asked, nil
}

// asked returns the question that the words of a front ask, with the nearest
// difficulty that is stated.
func (r *Reader) asked(words string, card Card) quarry.Question {
	q := r.phrases.Asked(words, card.Source.Heading...)
	if q.Text == "" {
		q.Text = words
	}
	q.Source = card.Source
	if own := r.phrases.Asked(words).Grade; own != quarry.NoGrade() {
		q.Grade = own
	} else if card.Grade != quarry.NoGrade() && card.Grade != (quarry.Grade{}) {
		q.Grade = card.Grade
	} else if tagged, ok := r.phrases.TagGrade(strings.Join(card.Tags, " ")); ok {
		q.Grade = quarry.StatedGrade(tagged)
	}
	return q
}

// words returns the words of a front. One that has nothing but pictures and
// sounds says nothing that could be found again, unless a picture is described.
func (r *Reader) words(card Card, side string) string {
	words := r.shown(card, side)
	if bare := strings.TrimSpace(r.markup.withoutPictures(words)); strings.ContainsFunc(bare, text.IsWord) {
		return bare
	}
	return words
}

// answer joins what a cloze hides and what stands on the backs.
func (r *Reader) answer(card Card, hidden, backs []string) string {
	var revealed []string
	for _, part := range hidden {
		if words := r.shown(card, part); words != "" {
			revealed = append(revealed, words)
		}
	}
	parts := []string{strings.Join(revealed, "; ")}
	for _, back := range backs {
		parts = append(parts, r.shown(card, back))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return r.phrases.IsPlaceholder(strings.ReplaceAll(part, "\\", "")) })
	answer := strings.Join(parts, "\n\n")
	if cut, ok := r.phrases.CutAnswer(answer, false); ok {
		return strings.TrimSpace(cut)
	}
	return answer
}

// shown returns what a reader sees of a side, as Markdown, without the marks
// that sounds are played by. Where that is nothing but pictures it is they.
func (r *Reader) shown(card Card, side string) string {
	side = strings.TrimSpace(r.markup.sound.ReplaceAllString(side, ""))
	if !card.HTML {
		return side
	}
	if words := strings.TrimSpace(htmltext.Markdown(side)); words != "" {
		return words
	}
	return r.markup.pictures(side)
}
