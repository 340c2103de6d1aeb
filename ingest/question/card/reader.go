package card

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/evidence"
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

// Reader reads cards.
type Reader struct {
	phrases *phrase.Reader
	markup  markup
}

// NewReader returns a reader.
func NewReader(phrases *phrase.Reader) *Reader { return &Reader{phrases: phrases, markup: newMarkup()} }

// Add adds the questions of cards to what was found in a text. Cards that say nothing,
// and those that the text does not prove as a reader would see them, are prose.
func (r *Reader) Add(ctx context.Context, found *ingest.Extraction, text *ingest.Text, cards []Card) {
	proof := evidence.NewVerifier(text.Bytes, ingest.Hash(text.Bytes))
	for _, card := range cards {
		if ctx.Err() != nil {
			return
		}
		q := r.read(card)
		if q.Answer == "" && card.HTML { // a label alone beside a picture
			q.Answer = r.markup.pictures(strings.Join(card.Backs, "\n"))
		}
		if q.Text != "" && proof.Verify(q.Source, q.Claims()...).Verified {
			found.Questions = append(found.Questions, q)
		} else {
			found.Passages = append(found.Passages, quarry.Passage{Text: text.Cut(card.Source.Span), Source: card.Source})
		}
	}
}

// read returns the question of a card, without words where its front says nothing.
func (r *Reader) read(card Card) quarry.Question {
	words, hidden := r.Cloze(r.words(r.shown(card, card.Front)))
	if strings.TrimSpace(strings.ReplaceAll(words, Blank, "")) == "" || r.markup.occluder.MatchString(words) {
		return quarry.Question{}
	}
	answer := r.answer(card, hidden)
	if stem, below, ok := strings.Cut(words, "\n"); ok && len(card.Choices) == 0 && len(hidden) == 0 {
		lines := append(strings.Split(below, "\n"), "Answer: "+text.OneLine(answer)) // one of them, or letters tell options
		if choice, ok := r.phrases.Options(stem, lines); ok && len(choice.Explanation) == 0 {
			words, card.Choices = choice.Stem, choice.Texts()
		}
	}
	q := r.phrases.Asked(words, card.Source.Heading...)
	q.Text, q.Source, q.Answer = cmp.Or(q.Text, words), card.Source, answer
	if card.Grade.Source == quarry.DifficultyStated {
		q.Grade = card.Grade
	} else if tagged, ok := r.phrases.TagGrade(strings.Join(card.Tags, " ")); ok {
		q.Grade = quarry.StatedGrade(tagged)
	}
	switch {
	case len(hidden) > 0:
		q.Style = quarry.StyleCloze
	case len(card.Choices) > 0:
		q.Style, q.Choices = quarry.StyleChoice, card.Choices
	}
	return q
}

// words returns the words of a front, without its pictures and with what its links show. One that
// has nothing but pictures says nothing that could be found again, unless a picture is described.
func (r *Reader) words(front string) string {
	if bare := strings.TrimSpace(r.markup.link.ReplaceAllString(front, "$1$2")); strings.ContainsFunc(bare, text.IsWord) {
		return bare
	}
	return front
}

// answer joins what a cloze hides and what stands on the backs.
func (r *Reader) answer(card Card, hidden []string) string {
	parts := []string{strings.Join(hidden, "; ")}
	for _, back := range card.Backs {
		parts = append(parts, r.shown(card, back))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return r.phrases.IsPlaceholder(strings.ReplaceAll(part, "\\", "")) })
	answer, _ := r.phrases.CutAnswer(strings.Join(parts, "\n\n"), false)
	return strings.TrimSpace(answer)
}

// shown returns what a reader sees of a side of a card, as Markdown. Where that is
// nothing but pictures it is they.
func (r *Reader) shown(card Card, side string) string {
	if !card.HTML {
		return strings.TrimSpace(side)
	}
	return cmp.Or(strings.TrimSpace(htmltext.Markdown(side)), r.markup.pictures(side))
}
