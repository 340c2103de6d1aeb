package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/formula"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// ruling is what a rule decides; the zero one decides nothing.
type ruling struct {
	verdict quarry.AnswerVerdict
	reason  quarry.AnswerReason
}

func asCorrect() ruling      { return ruling{quarry.VerdictCorrect, quarry.ReasonCovered} }
func asContradicted() ruling { return ruling{quarry.VerdictIncorrect, quarry.ReasonContradicts} }
func asPart() ruling         { return ruling{quarry.VerdictPartly, quarry.ReasonIncomplete} }
func asUnclear() ruling      { return ruling{quarry.VerdictUnsure, quarry.ReasonEvidence} }

// decideExactly decides what no model is needed for, by the first rule that decides anything.
func (c *compared) decideExactly() ruling {
	for _, decide := range [...]func() ruling{
		c.decideVerdict, c.decideSign, c.decideOffer, c.decideRepeated, c.decideFormula, c.decideNumber,
	} {
		if decided := decide(); decided != (ruling{}) {
			return decided
		}
	}
	return ruling{}
}

// lowerQuestion returns the question's words in small letters between spaces.
func (c *compared) lowerQuestion() string {
	return " " + strings.Join(mapped(c.question.words, func(w word) string { return w.lower }), " ") + " "
}

// holds reports whether a text between spaces has one of some phrases.
func holds(phrases lexicon.Words, said string) bool {
	return slices.ContainsFunc(phrases.List(), func(phrase string) bool { return strings.Contains(said, " "+phrase+" ") })
}

// begins reports whether it begins with one.
func begins(phrases lexicon.Words, said string) bool {
	return slices.ContainsFunc(phrases.List(), func(phrase string) bool { return strings.HasPrefix(said, " "+phrase+" ") })
}

// readVerdicts finds out whether the question is answered by yes or no, and whether the answer
// says that and why.
func (c *compared) readVerdicts() {
	words, l := c.lowerQuestion(), c.question.language
	right, _, answered := l.verdictOf(c.q.Answer)
	statement := c.q.Style == quarry.StyleTrueFalse
	thing := begins(l.cues["asks_thing"], words) && strings.Contains(c.q.Text, "?")
	c.asksMore = holds(l.cues["asks_reason"], words) || !statement && slices.ContainsFunc(c.question.words, func(w word) bool {
		return w.start > 0 && l.cues["asks_thing"].Has(w.lower)
	})
	asks := statement && !thing || holds(l.cues["asks_truth"], words) || begins(l.cues["asks_verdict"], words)
	c.asksVerdict = answered && asks
	said, behind, ruled := l.verdictOf(c.given.text)
	c.ruledRight = c.asksVerdict && ruled && said == right && c.given.contentBehind(behind, c.echoed) > 0
}

// decideVerdict decides whether a statement was rightly called true or false. Who gives
// no verdict is judged by the words, and so is a reason beside the right one.
func (c *compared) decideVerdict() ruling {
	right, from, _ := c.question.verdictOf(c.q.Answer)
	said, _, ruled := c.question.verdictOf(c.given.text)
	switch {
	case !c.asksVerdict || !ruled:
		return ruling{}
	case said != right:
		return ruling{quarry.VerdictIncorrect, quarry.ReasonVerdict}
	case c.ruledRight:
		return ruling{}
	case c.asksMore && c.reference.contentBehind(from, nil) > 0:
		return asPart()
	}
	return asCorrect()
}

// contentBehind counts the numbers and the words that tell something behind a place of a
// text, but for those that are left out.
func (r *reading) contentBehind(at int, without []bool) int {
	count := 0
	for i, w := range r.words {
		if w.start >= at && (w.number >= 0 || w.tells() && (without == nil || !without[i])) {
			count++
		}
	}
	return count
}

// decideSign decides where reference and answer are one sign each, "<", or the same with one.
func (c *compared) decideSign() ruling {
	isSign := func(s string) bool { return len(relating(s)) > 0 && folded(s) == "" }
	switch {
	case len(relating(c.q.Answer)) > 0 && spelled(c.q.Answer) == spelled(c.given.text):
		return asCorrect()
	case isSign(c.q.Answer) && isSign(c.given.text):
		return asContradicted()
	}
	return ruling{}
}

// decideOffer decides by what was chosen, where a question offers two things and the answer
// is nothing but a choice.
func (c *compared) decideOffer() ruling {
	sides, ok := c.offered()
	if !ok || slices.ContainsFunc(c.given.content, func(i int) bool { return !c.echoed[i] }) {
		return ruling{}
	}
	chosen := func(r *reading) []int { // the sides that its first sentence names and does not deny
		var named []int
		for _, w := range r.words {
			for side, words := range sides {
				if w.sentence == 0 && !w.denied && slices.Contains(words, w.key()) && !slices.Contains(named, side) {
					named = append(named, side)
				}
			}
		}
		return named
	}
	switch expected, named := chosen(c.reference), chosen(c.given); {
	case len(expected) == 0 || len(named) != 1:
		return ruling{}
	case expected[0] != named[0]:
		return ruling{quarry.VerdictIncorrect, quarry.ReasonOption}
	}
	return asCorrect()
}

// offered returns what a question offers to choose from, "the H100 or the B200?": the words
// that stand on either side of its "or" alone. It reports false where it offers nothing.
func (c *compared) offered() ([2][]string, bool) {
	const longest = 4
	words := c.question.words
	at := slices.IndexFunc(words, func(w word) bool { return c.question.cues["or_words"].Has(w.lower) })
	var sides [2][]string
	if c.asksVerdict || at < 1 || at == len(words)-1 || c.question.isDenial(words[at+1].lower) { // "or not"
		return sides, false
	}
	for i, w := range words {
		side, from := 0, at-1
		if i > at {
			side, from = 1, at+1
		}
		if i != at && max(i-from, from-i) < longest && w.clause == words[from].clause && (w.tells() || w.number >= 0) {
			sides[side] = append(sides[side], w.key())
		}
	}
	first := slices.Clone(sides[0])
	for side, others := range [2][]string{sides[1], first} {
		sides[side] = slices.DeleteFunc(sides[side], func(word string) bool { return slices.Contains(others, word) })
	}
	return sides, len(sides[0]) > 0 && len(sides[1]) > 0
}

// isDoubtful reports whether an answer that the model calls correct may well say the opposite:
// it lacks a number that was asked for, says things of one another, relates them by other signs
// than the reference, in signs or in words ("x is less than y"), or has the words of the
// reference and hardly any other in another order ("A depends on B").
func (c *compared) isDoubtful() bool {
	const nearlyAll = 0.9
	l := c.question.language
	asked, _ := c.numbersAsked()
	same := min(c.share(c.reference, c.found, nil), c.share(c.given, c.known, nil))
	switch {
	case asked > 0 && c.agreedNumbers() < 1, c.swapped() > mostTurned:
		return true
	case len(relating(c.q.Answer)) > 0 && clash(l.signed(c.q.Answer), l.signed(c.given.text)):
		return true
	}
	return same > nearlyAll && c.row() < nearlyAll
}

// decideRepeated decides on an answer that says nothing that the question does not say,
// where the question does not offer its answers.
func (c *compared) decideRepeated() ruling {
	switch {
	case len(c.given.words) == 0:
		return ruling{}
	case folded(c.given.text) == folded(c.q.Text):
		return ruling{quarry.VerdictIncorrect, quarry.ReasonRepeats}
	case c.saysMore(), !c.asksVerdict && c.share(c.reference, c.found, nil) == 1: // the question has its answer in it
		return ruling{}
	}
	// Who says the verb with which the question begins behind another word makes a statement of
	// it: "spring water is harder" to "is spring water harder than rain?"
	verb := func(w word) bool { return w.lower == c.question.words[0].lower }
	if c.asksVerdict && len(c.question.words) > 0 && slices.IndexFunc(c.given.words, verb) > 0 {
		return asUnclear()
	}
	return ruling{quarry.VerdictIncorrect, quarry.ReasonRepeats}
}

// saysMore reports whether an answer says anything that the question does not say: a word,
// a number, a denial, or one alone of the things that it offers.
func (c *compared) saysMore() bool {
	or := func(w word) bool { return c.question.cues["or_words"].Has(w.lower) }
	if slices.ContainsFunc(c.question.words, or) && !slices.ContainsFunc(c.given.words, or) {
		return true
	}
	for i, w := range c.given.words {
		if w.number >= 0 && !c.isOfQuestion(c.given.numbers[w.number]) || w.tells() && !c.echoed[i] || c.question.isDenial(w.lower) {
			return true
		}
	}
	return false
}

// decideFormula decides by the formula that the reference begins with.
func (c *compared) decideFormula() ruling {
	agreement, leads := c.question.formulas.Compare(c.q.Text, c.q.Answer, c.given.text)
	switch {
	case leads && agreement == formula.Same:
		return asCorrect()
	case leads && agreement == formula.Other:
		return asContradicted()
	}
	return ruling{}
}

// asksFirstNumber reports whether the first number of the reference is what was asked for: the
// question asks for one or the reference says hardly anything else, and none that may be meant
// as well goes on with it.
func (c *compared) asksFirstNumber() bool {
	asked, besides := c.numbersAsked()
	if len(c.reference.numbers) == 0 || besides || asked > 1 {
		return false
	}
	first := c.reference.numbers[0]
	bare, rivalled := c.isBare(first), slices.ContainsFunc(c.reference.numbers[1:], func(n number) bool { return c.goesOn(first, n) })
	return bare && asked == 1 || !rivalled && (bare || asked == 1)
}

// goesOn reports whether a number of the reference goes on with a list that another one
// begins: it has another value, and stands right behind it or measures the same.
func (c *compared) goesOn(first, n number) bool {
	same, _ := first.agrees(n)
	listed := !slices.ContainsFunc(c.reference.words[first.word:n.word], func(w word) bool {
		return w.number < 0 && !c.reference.cues["and_words"].Has(w.lower) && !c.reference.cues["or_words"].Has(w.lower)
	})
	return !same && (listed || n.kind == first.kind && (n.kind != "" || n.noun == first.noun || n.noun == ""))
}

// numbersAsked returns how many numbers a question asks for in so many words, and whether it
// asks for something else besides: "What is it, and how much does it cost?".
func (c *compared) numbersAsked() (int, bool) {
	l, rest := c.question.language, c.lowerQuestion()
	if begins(l.cues["asks_time"], rest) {
		return 1, false
	}
	count := 0
	for _, phrase := range l.cues["asks_number"].List() {
		count += strings.Count(rest, " "+phrase+" ")
		rest = strings.ReplaceAll(rest, " "+phrase+" ", " , ")
	}
	words := strings.Fields(rest)
	besides := holds(l.cues["asks_reason"], rest)
	for i, w := range words {
		besides = besides || l.cues["asks_thing"].Has(w) && (i == 0 || l.cues["and_words"].Has(words[i-1]))
	}
	return count, besides && count > 0
}

// isBare reports whether the reference begins with a number, and its first clause hardly
// says more than what it counts. A count that only announces a list is none: "two reasons:".
func (c *compared) isBare(n number) bool {
	const few = 1
	words := c.reference.words
	count, end := 0, n.word
	for i, w := range words {
		switch {
		case w.sentence > 0 || !w.tells():
		case i < n.word:
			return false
		case !c.asked[i] && w.stem != n.noun && w.clause == words[n.word].clause:
			count++
		}
		if w.clause == words[n.word].clause {
			end = i + 1
		}
	}
	return words[n.word].sentence == 0 && count <= few && !c.announces(n.word, end)
}

// decideNumber decides by the number that was asked for.
func (c *compared) decideNumber() ruling {
	if !c.asksFirstNumber() {
		return ruling{}
	}
	first := c.reference.numbers[0]
	taken := func(word int) bool {
		return slices.ContainsFunc(c.numbers, func(a agreement) bool { return a.agrees && c.given.numbers[a.given].word == word })
	}
	other := slices.ContainsFunc(c.given.numbers, func(n number) bool { return !c.isOfQuestion(n) && !taken(n.word) })
	denied := slices.ContainsFunc(c.given.numbers, func(n number) bool {
		agrees, _ := first.agrees(n)
		return agrees && n.denied != first.denied
	})
	elsewhere := slices.ContainsFunc(c.numbers, func(a agreement) bool { return a.agrees })
	switch a := c.numbers[0]; {
	case a.agrees && c.offersOthers(a.given):
		return ruling{quarry.VerdictUnsure, quarry.ReasonSeveral}
	case a.agrees:
		return asCorrect()
	case denied:
		return asContradicted()
	case elsewhere: // it gives what the reference says beside
		return ruling{}
	case other:
		return ruling{quarry.VerdictIncorrect, quarry.ReasonNumber}
	case c.share(c.reference, c.found, c.asked) > 0:
		return asUnclear()
	}
	return ruling{quarry.VerdictIncorrect, quarry.ReasonMissing}
}

// isOfQuestion reports whether the question has a number.
func (c *compared) isOfQuestion(n number) bool {
	return slices.ContainsFunc(c.question.numbers, func(other number) bool { return other.Text == n.Text })
}

// offersOthers reports whether an answer offers another number beside one: "32 or 64".
func (c *compared) offersOthers(given int) bool {
	words, at := c.given.words, c.given.numbers[given].word
	offers := func(or, other int) bool {
		if min(or, other) < 0 || max(or, other) >= len(words) {
			return false
		}
		return c.given.cues["or_words"].Has(words[or].lower) && words[other].number >= 0
	}
	return offers(at+1, at+2) || offers(at-1, at-2)
}

// key is the stem of a word, or a number as it is written.
func (w word) key() string {
	if w.number >= 0 {
		return w.lower
	}
	return w.stem
}

// restrain keeps what the model says within what is certain: an answer that gives another
// number in the place of one, or says the opposite of most that it says, is not correct.
func (c *compared) restrain(verdict quarry.AnswerVerdict) (quarry.AnswerVerdict, quarry.AnswerReason) {
	wrong := c.givesOtherNumber()
	switch {
	case c.ruledRight && c.share(c.given, c.known, c.echoed) == 0:
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	case c.ruledRight && (wrong || c.turned > mostTurned || verdict == quarry.VerdictIncorrect):
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case c.ruledRight && !c.asksMore:
		return quarry.VerdictCorrect, quarry.ReasonCovered
	case verdict == quarry.VerdictCorrect && wrong:
		return quarry.VerdictUnsure, quarry.ReasonNumber
	case verdict == quarry.VerdictCorrect && c.isDoubtful():
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case verdict == quarry.VerdictCorrect:
		return verdict, quarry.ReasonCovered
	case verdict == quarry.VerdictPartly:
		return verdict, quarry.ReasonIncomplete
	case verdict == quarry.VerdictUnsure:
		return verdict, quarry.ReasonEvidence
	case wrong:
		return verdict, quarry.ReasonNumber
	case c.turned > mostTurned:
		return verdict, quarry.ReasonContradicts
	case c.echo() == 0 && c.share(c.given, c.known, nil) == 0:
		return verdict, quarry.ReasonOffTopic
	}
	return verdict, quarry.ReasonMissing
}

// mostTurned is which share of what an answer says may be turned round, or said of another
// thing, in a correct one.
const mostTurned = 0.5
