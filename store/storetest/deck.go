package storetest

import (
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

func deckTests() tests {
	return tests{
		"an edit elsewhere in the document leaves cards alone":        editedElsewhere,
		"an edited answer makes exactly that card due":                editedAnswer,
		"an edit that is taken back takes back what it made due":      editedBack,
		"a reworded question takes its cards along":                   rewordedQuestion,
		"cards are there again when a deleted document is":            deletedAndBack,
		"cards follow a document to another place":                    movedElsewhere,
		"an edit while the document was away is seen when it is back": editedAway,
		"undoing a review of what was edited leaves it changed":       editedAndUndone,
		"two questions with one answer take no cards along":           rewordedTwice,
		"an answer that stands elsewhere is part of what is quoted":   answerElsewhere,
		"a document that is read in another way leaves cards alone":   readAnotherWay,
		"a learner who has both cards keeps the later one":            bothCards,
	}
}

// edited returns a document of three questions, of which one may be other ones.
func edited(lead, question, answer string) quarry.Knowledge {
	quoted := func(q *quarry.Question) { q.Text = q.Text[:len(q.Text)-len(q.Answer)-1] }
	draft := NewDraft("deck.md")
	draft.source(lead)
	return draft.Question("What is one? 1", "1", quoted).Question(question+" "+answer, answer, quoted).
		Question("What is three? 3", "3", quoted).Knowledge()
}

// reviewedDeck stores the document, and lets ann review all of it.
func reviewedDeck(t *testing.T, store Store) quarry.Knowledge {
	t.Helper()
	k := edited("# Numbers", "What is two?", "2")
	save(t, store, k)
	for _, q := range k.Questions {
		passed(t, store, string(q.ID), q.ID, 3, morning())
	}
	return k
}

func cardsOf(t *testing.T, store Store, k quarry.Knowledge) []quarry.Card {
	t.Helper()
	var cards []quarry.Card
	for _, q := range k.Questions {
		cards = append(cards, cardNow(t, store, q.ID))
	}
	return cards
}

func editedElsewhere(t *testing.T, store Store) {
	t.Helper()
	before := cardsOf(t, store, reviewedDeck(t, store))
	longer := edited("# Numbers, and what they are", "What is two?", "2")
	save(t, store, longer)
	equal(t, "cards", cardsOf(t, store, longer), before)
}

func editedAnswer(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	before := cardsOf(t, store, k)
	next := edited("# Numbers", "What is two?", "II")
	save(t, store, next)
	after := cardsOf(t, store, next)
	equal(t, "the cards beside it", []quarry.Card{after[0], after[2]}, []quarry.Card{before[0], before[2]})
	card := after[1]
	if card.Changed.IsZero() || card.Due.After(card.Changed) {
		t.Errorf("the card is changed at %v and due at %v", card.Changed, card.Due)
	}
	card.Changed, card.Due = time.Time{}, before[1].Due
	equal(t, "the card besides", card, before[1])
	quote, err := store.Quote(t.Context(), card.Quote)
	equal(t, "what it said", must(t, quote, err).Text, "What is two? 2")
	now := func(r *quarry.StudyRequest) { r.Now = after[1].Changed.Add(time.Hour) }
	equal(t, "what is asked", questionsOf(queueAt(t, store, now).Changed), []quarry.QuestionID{card.Question})
	equal(t, "what is changed", statsOf(t, store, quarry.Filter{}).Cards.Changed, 1)
	done := answer(t, store, "behind", card.Question, quarry.RatingGood, after[1].Changed.Add(time.Hour))
	equal(t, "changed behind a review", done.Card.Changed, time.Time{})
	quote, err = store.Quote(t.Context(), done.Card.Quote)
	equal(t, "what was reviewed", must(t, quote, err).Text, "What is two? II")
	undone, err := store.UndoReview(t.Context(), ann, "behind", morning())
	equal(t, "the card when that is undone", must(t, undone, err).Card, after[1])
}

func editedBack(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	before := cardsOf(t, store, k)
	save(t, store, edited("# Numbers", "What is two?", "II"))
	save(t, store, edited("# Numbers", "What is two?", "two"))
	quote, err := store.Quote(t.Context(), cardNow(t, store, k.Questions[1].ID).Quote)
	equal(t, "what it said at the review", must(t, quote, err).Text, "What is two? 2")
	save(t, store, k)
	equal(t, "cards", cardsOf(t, store, k), before)
}

func rewordedQuestion(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	before := cardsOf(t, store, k)
	next := edited("# Numbers", "Which number follows one?", "2")
	save(t, store, next)
	after := cardsOf(t, store, next)
	equal(t, "reps", after[1].Reps, before[1].Reps)
	equal(t, "whether it is changed", after[1].Changed.IsZero(), false)
	equal(t, "the cards beside it", []quarry.Card{after[0], after[2]}, []quarry.Card{before[0], before[2]})
	equal(t, "the card of the old question", cardNow(t, store, k.Questions[1].ID).State, quarry.CardNew)
	page, err := store.Reviews(t.Context(), quarry.ReviewFilter{Learner: ann, Question: next.Questions[1].ID}, everything())
	equal(t, "reviews of the question", must(t, page, err).Total, 3)
}

func rewordedTwice(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	next := NewDraft("deck.md").Question("Which number follows one?", "2").Question("What is one and one?", "2").Knowledge()
	save(t, store, next)
	equal(t, "reps of either", cardNow(t, store, next.Questions[0].ID).Reps+cardNow(t, store, next.Questions[1].ID).Reps, 0)
	equal(t, "reps of the card that waits", cardNow(t, store, k.Questions[1].ID).Reps, 3)
}

func deletedAndBack(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	before := cardsOf(t, store, k)
	for range 2 {
		_, err := store.DeleteDocument(t.Context(), k.Document.ID)
		equal(t, "cards that wait", cardsOf(t, store, k), must(t, before, err))
		save(t, store, k)
		equal(t, "cards", cardsOf(t, store, k), before)
	}
}

func movedElsewhere(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	_, err := store.DeleteDocument(t.Context(), k.Document.ID)
	must(t, k, err)
	moved := NewDraft("moved.md")
	for n, q := range k.Questions {
		quote := quarry.QuoteOf(k.Content.Text, q.Source).Text
		moved.Question(quote, q.Answer, func(q *quarry.Question) { q.Text = k.Questions[n].Text })
	}
	next := moved.Knowledge()
	save(t, store, next)
	for _, card := range cardsOf(t, store, next) {
		equal(t, "reps and whether it is changed", [2]any{card.Reps, card.Changed}, [2]any{3, time.Time{}})
	}
}

func editedAway(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	_, err := store.DeleteDocument(t.Context(), k.Document.ID)
	must(t, k, err)
	next := edited("# Numbers", "What is two?", "II")
	save(t, store, next)
	after := cardsOf(t, store, next)
	equal(t, "which are changed", [3]bool{!after[0].Changed.IsZero(), !after[1].Changed.IsZero(), !after[2].Changed.IsZero()},
		[3]bool{false, true, false})
}

func editedAndUndone(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	save(t, store, edited("# Numbers", "What is two?", "II"))
	id := k.Questions[1].ID
	undone, err := store.UndoReview(t.Context(), ann, quarry.ReviewID(string(id)+"2"), morning())
	equal(t, "reps", must(t, undone, err).Card.Reps, 2)
	equal(t, "whether it is changed", undone.Card.Changed.IsZero(), false)
}

func answerElsewhere(t *testing.T, store Store) {
	t.Helper()
	of := func(answer string) quarry.Knowledge {
		draft := NewDraft("key.md")
		at := draft.source("1: " + answer).Span
		return draft.Question("What is one?", answer, func(q *quarry.Question) {
			q.Source.Context = append(q.Source.Context, quarry.Context{Role: quarry.RoleAnswer, Span: at})
		}).Knowledge()
	}
	k := of("1")
	save(t, store, k)
	passed(t, store, "r", k.Questions[0].ID, 1, morning())
	save(t, store, of("I"))
	card := cardNow(t, store, k.Questions[0].ID)
	equal(t, "whether it is changed", card.Changed.IsZero(), false)
	quote, err := store.Quote(t.Context(), card.Quote)
	equal(t, "what it said", must(t, quote, err).Text, "What is one?\n1: 1")
}

func bothCards(t *testing.T, store Store) {
	t.Helper()
	ask := func(path, asks string) quarry.Knowledge {
		return NewDraft(path).Question("What is it in "+path+"?", "It.", func(q *quarry.Question) { q.Asks = asks }).Knowledge()
	}
	first, second := ask("a.md", "first"), ask("b.md", "second")
	save(t, store, first)
	save(t, store, second)
	passed(t, store, "a", first.Questions[0].ID, 1, morning())
	passed(t, store, "b", second.Questions[0].ID, 2, morning().Add(time.Hour))
	save(t, store, ask("b.md", "first"))
	id := first.Questions[0].ID
	equal(t, "reps", cardNow(t, store, id).Reps, 2)
	page, err := store.Reviews(t.Context(), quarry.ReviewFilter{Learner: ann, Question: id}, everything())
	equal(t, "reviews", must(t, page, err).Total, 3)
	for n, reps := range []int{1, 1, 0} {
		last := page.Items[n].ID
		undone, err := store.UndoReview(t.Context(), ann, last, morning().Add(2*time.Hour))
		equal(t, "reps behind undoing "+string(last), must(t, undone, err).Card.Reps, reps)
	}
}

func readAnotherWay(t *testing.T, store Store) {
	t.Helper()
	k := reviewedDeck(t, store)
	before := cardsOf(t, store, k)
	again := edited("# Numbers", "What is two?", "2")
	for n := range again.Questions {
		again.Questions[n].Source.ByteStart += len("What ")
	}
	save(t, store, again)
	after := cardsOf(t, store, again)
	for n := range after {
		equal(t, "what is quoted", after[n].Quote, quarry.QuoteOf(again.Content.Text, again.Questions[n].Source).Hash)
		after[n].Quote = before[n].Quote
	}
	equal(t, "cards", after, before)
}
