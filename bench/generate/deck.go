package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/quarrykb/quarry"
)

// deckSize is how many questions a deck has.
const deckSize = 100

// Deck is a document of a hundred graded questions, in the form in which a
// store takes it: the way to a large store that does not lead through a parser.
// Each number gives another document.
func Deck(seed uint64, number int) quarry.Knowledge {
	w := newWriter(seed, uint64(number)) //nolint:gosec // A number is never negative.
	document := quarry.Document{
		Collection: quarry.DefaultCollection, Root: "/generated", Path: fmt.Sprintf("decks/%06d.md", number),
		Title: w.say(titles()), TextOf: quarry.TextOfFile, Encoding: quarry.UTF8, Fingerprint: "generated",
	}
	document.ID = quarry.DocumentID(quarry.NewID(document.Identity()))
	deck := quarry.Knowledge{Questions: make([]quarry.Question, deckSize)}
	for i := range deck.Questions {
		deck.Questions[i] = w.question(document, i)
	}
	deck.Content.Text = []byte(w.String())
	sum := sha256.Sum256(deck.Content.Text)
	document.SHA256 = hex.EncodeToString(sum[:])
	document.TextSHA256, document.Bytes = document.SHA256, int64(w.Len())
	for i := range deck.Questions {
		deck.Questions[i].Source.SHA256 = document.SHA256
	}
	deck.Document = document
	return deck
}

// question writes the next question of a deck, four lines of it.
func (w *writer) question(document quarry.Document, place int) quarry.Question {
	q := quarry.Question{
		Text: w.say(askings()), Answer: w.statements(1, 3), Answered: true, AnswerState: quarry.AnswerOwn,
		Style: quarry.StyleOpen, Grade: quarry.StatedGrade(quarry.Difficulties()[w.random.IntN(3)]),
		Topics: []quarry.TopicID{"general"},
	}
	start := w.Len()
	w.paragraph("### " + q.Text)
	w.paragraph(q.Answer)
	q.Source = quarry.Source{
		DocumentID: document.ID, Collection: document.Collection, Path: document.Path, Title: document.Title,
		Span: quarry.Span{ByteStart: start, ByteEnd: w.Len() - 2, LineStart: 4*place + 1, LineEnd: 4*place + 3},
	}
	identity := q.Identity()
	identity.Ordinal = place // The same question may come twice.
	q.ID = quarry.QuestionID(quarry.NewID(identity))
	q.CanonicalID = q.ID
	return q
}
