package quiz

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// short is a stored question whose answer is a figure or a name.
type short struct {
	quarry.Question

	answer string
	kind   string          // equal for answers of which one may stand for the other
	value  float64         // of a figure; 0 for a name
	again  bool            // whether another one asks the same
	folded string          // the answer
	words  map[string]bool // of the answer
}

// siblings gives stored questions choices: the answers of other questions of the same collection that
// ask for the same sort of thing. One that names nothing gets none: it may rest on what its document
// is about. Of those that ask the same only the first gets choices.
func (m *Maker) siblings(ctx context.Context, questions []quarry.Question) []quarry.Question {
	var all []short
	type asked struct{ of, word string } // group and answer, and a word that tells
	before := map[asked]bool{}
	for _, q := range questions {
		if ctx.Err() != nil {
			return nil
		}
		one, ok := m.shortAnswer(q)
		if !ok {
			continue
		}
		one.folded, one.words = text.Folded(one.answer), text.SetOf(text.Words(one.answer))
		of, words := one.group()+"\n"+one.folded, telling(q.Text)
		one.again = slices.ContainsFunc(words, func(word string) bool { return before[asked{of, word}] })
		for _, word := range words {
			before[asked{of, word}] = true
		}
		all = append(all, one)
	}
	return askAmong(ctx, all, short.group, func(own short, near []short) (draft, bool) {
		first, _, _ := strings.Cut(own.Text, " ")
		_, isLevel := m.lexicon.GradeOf(first) // "Easy What is …"
		if own.again || isLevel || strings.ContainsAny(own.Text, marks) || !slices.ContainsFunc(wordsOf(own.Text), isMark) {
			return draft{}, false
		}
		d := draft{
			sort: quarry.MadeChoices, key: []string{string(own.ID)}, prompt: own.Text,
			answer: own.asChoice(), grade: own.Grade, topics: own.Topics, ranked: own.value != 0,
		}
		taken, said := []short{own}, text.Folded(own.Text)
		addWrong(&d, near, func(other short) (choice, bool) {
			isLike := slices.ContainsFunc(taken, func(one short) bool { return one.isLike(other) })
			if isLike || strings.Contains(said, other.folded) {
				return choice{}, false
			}
			taken = append(taken, other)
			return other.asChoice(), true
		})
		return d, true
	})
}

func (s short) asChoice() choice { return choice{s.answer, quarry.ClaimOf(s.Question), s.value} }

// group names the questions whose answers may stand beside each other.
func (s short) group() string { return s.Source.Collection + "\n" + s.kind }

// isMark reports whether a word is a short form or has a number: few things go by it.
func isMark(word string) bool { return capitals(word) > 1 || strings.ContainsAny(word, "0123456789") }

// telling returns the words of a question that tell what it is about.
func telling(question string) []string {
	const shortest = 6
	var found []string
	for _, word := range wordsOf(question) {
		if len(word) >= shortest || isMark(word) {
			found = append(found, strings.ToLower(word))
		}
	}
	return found
}

// isLike reports whether a choice may be as right as this answer, or is so far from it that nobody
// would choose it.
func (s short) isLike(other short) bool {
	if s.value != 0 {
		return other.value <= 0 || ratio(s.value, other.value) > magnitude/2 || s.value == other.value ||
			s.value < 1000 && ratio(s.value, other.value) < apart //nolint:mnd // years lie near each other
	}
	return shared(s.words, other.words) > 0
}

// shortAnswer returns a question that has one short answer and asks for a figure, or for a thing of a
// kind that it names.
func (m *Maker) shortAnswer(q quarry.Question) (short, bool) {
	const mostWords = 4
	one := short{Question: q, answer: strings.TrimSuffix(m.bare(q.Answer), ".")}
	asked := text.Words(q.Text)
	clean := q.Style == quarry.StyleOpen && q.Answered && len(q.Variants) == 0 && readable(one.answer, mostWords) &&
		strings.HasSuffix(strings.TrimSpace(q.Text), "?") && len(asked) > 3 && !strings.ContainsAny(one.answer, ",/")
	if !clean {
		return one, false
	}
	if strings.ContainsAny(one.answer, "0123456789") {
		number, ok := m.lexicon.ReadQuantity(one.answer)
		unit := strings.TrimLeft(one.answer, "0123456789.")
		_, known := m.lexicon.FindUnit(number.Unit)
		isOne := ok && number.Qualifier == quarry.Exact && number.Max != nil && *number.Max > 0 && *number.Min == *number.Max
		if !isOne || unit != "" && (!known || !strings.HasPrefix(unit, " ")) {
			return one, false
		}
		isYear := slices.ContainsFunc(asked, func(word string) bool {
			named, _ := m.lexicon.FindUnit(word)
			return named.Symbol == "year"
		})
		one.value, one.kind = *number.Max, fmt.Sprint("figure", unit, isYear)
		return one, true
	}
	switch asked[0] {
	case "who", "wer":
		one.kind = asked[0]
	case "which", "welche", "welcher", "welches", "welchen":
		one.kind = m.english.Singular(asked[1])
	}
	return one, one.kind != ""
}
