package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/formula"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The cues of questions.
const (
	cueAsksReason lexicon.Cue = "asks_reason"
	cueAsksTruth  lexicon.Cue = "asks_truth"
	cueAsksThing  lexicon.Cue = "asks_thing"
	cueAsksNumber lexicon.Cue = "asks_number"

	cueAsksExplanation lexicon.Cue = "asks_explanation"
	cueAsksContrast    lexicon.Cue = "asks_contrast"
	cuePluralVerbs     lexicon.Cue = "plural_verbs"
	cueAsksTime        lexicon.Cue = "asks_time"
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

// decideExactly decides what no model is needed for; it reports false where it is.
func (c *compared) decideExactly() (quarry.AnswerVerdict, quarry.AnswerReason, bool) {
	for _, decide := range []func() ruling{
		c.decideVerdict, c.decideSign, c.decideOffer, c.decideRepeated, c.decideFormula, c.decideNumber,
	} {
		if r := decide(); r.verdict != "" {
			return r.verdict, r.reason, true
		}
	}
	return "", "", false
}

// lowerQuestion returns the question's words in small letters between spaces.
func (c *compared) lowerQuestion() string {
	words := make([]string, len(c.question.words))
	for i, w := range c.question.words {
		words[i] = w.lower
	}
	return " " + strings.Join(words, " ") + " "
}

// holds reports whether words have a phrase that signals something.
func (l *language) holds(cue lexicon.Cue, words string) bool {
	return slices.ContainsFunc(l.cues[cue].List(), func(phrase string) bool { return strings.Contains(words, " "+phrase+" ") })
}

// begins reports whether words begin with one.
func (l *language) begins(cue lexicon.Cue, words string) bool {
	return slices.ContainsFunc(l.cues[cue].List(), func(phrase string) bool { return strings.HasPrefix(words, " "+phrase+" ") })
}

// asksVerdict reports whether a question is answered by yes or no, and whether it asks for
// more: a reason, or a thing besides.
func (c *compared) asksVerdict() (bool, bool) {
	words, l := c.lowerQuestion(), c.question.language
	_, _, answered := l.verdictOf(c.q.Answer)
	statement := c.q.Style == quarry.StyleTrueFalse
	thing := l.begins(cueAsksThing, words) && strings.Contains(c.q.Text, "?")
	more := l.holds(cueAsksReason, words) || !statement && slices.ContainsFunc(c.question.words, func(w word) bool {
		return w.start > 0 && l.is(cueAsksThing, w.lower)
	})
	return answered && (statement && !thing || l.holds(cueAsksTruth, words) || l.begins(cueAsksVerdict, words)), more
}

// decideVerdict decides whether a statement was rightly called true or false. Who gives
// no verdict is judged by the words, and so is a reason beside the right one.
func (c *compared) decideVerdict() ruling {
	asks, more := c.asksVerdict()
	right, from, _ := c.question.verdictOf(c.q.Answer)
	said, behind, ruled := c.question.verdictOf(c.given.text)
	switch {
	case !asks || !ruled:
		return ruling{}
	case said != right:
		return ruling{quarry.VerdictIncorrect, quarry.ReasonVerdict}
	case c.given.contentBehind(behind, c.echoed) > 0:
		c.ruledRight, c.wantsReason = true, more
		return ruling{}
	case more && c.reference.contentBehind(from, nil) > 0:
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
	switch {
	case sameSigns(c.q.Answer, c.given.text):
		return asCorrect()
	case isSign(c.q.Answer) && isSign(c.given.text):
		return asContradicted()
	}
	return ruling{}
}

// isDoubtful reports whether an answer that the model calls correct may well say the opposite.
func (c *compared) isDoubtful() bool {
	return c.givesStrangeNumber() || c.turned > mostTurned || c.otherSigns() || c.reordered()
}

// reordered reports whether an answer has the words of the reference and hardly any other, in
// another order: "A depends on B" for "B depends on A".
func (c *compared) reordered() bool {
	const nearlyAll = 0.9
	return min(c.share(c.reference, c.found, nil), c.share(c.given, c.known, nil)) > nearlyAll && c.row() < nearlyAll
}

// otherSigns reports whether the reference relates things by signs, and the answer by others,
// in signs or in words: "x > y", "x is less than y".
func (c *compared) otherSigns() bool {
	l := c.question.language
	return len(relating(c.q.Answer)) > 0 && clash(l.signed(c.q.Answer), l.signed(c.given.text))
}

// decideRepeated decides on an answer that says nothing that the question does not say,
// where the question does not offer its answers.
func (c *compared) decideRepeated() ruling {
	asks, _ := c.asksVerdict()
	switch {
	case len(c.given.words) == 0:
		return ruling{}
	case folded(c.given.text) == folded(c.q.Text):
		return ruling{quarry.VerdictIncorrect, quarry.ReasonRepeats}
	case c.saysMore(), !asks && c.share(c.reference, c.found, nil) == 1: // the question has its answer in it
		return ruling{}
	case asks && c.affirms(): // "spring water is harder" to "is spring water harder than rain?"
		return asUnclear()
	}
	return ruling{quarry.VerdictIncorrect, quarry.ReasonRepeats}
}

// saysMore reports whether an answer says anything that the question does not say: a word,
// a number, a denial, or one alone of the things that it offers.
func (c *compared) saysMore() bool {
	or := func(w word) bool { return c.question.is(cueOr, w.lower) }
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

// affirms reports whether an answer makes a statement of a question that is answered by yes
// or no: its verb, with which the question begins, stands behind another word.
func (c *compared) affirms() bool {
	return slices.IndexFunc(c.given.words, func(w word) bool { return w.lower == c.question.words[0].lower }) > 0
}

// decideFormula decides by the formula that the reference begins with.
func (c *compared) decideFormula() ruling {
	agreement, leads := c.question.formulas.Compare(c.q.Text, c.q.Answer, c.given.text)
	switch {
	case leads && agreement == formula.Same:
		return asCorrect()
	case leads && agreement == formula.Other:
		return asContradicted()
	case leads && agreement == formula.Unclear:
		return asUnclear()
	}
	return ruling{}
}

// wantedNumbers returns which numbers of the reference were asked for, in its first sentence
// that has one: as many as the question asks for; where it begins with them, a whole list,
// "28, 14 and 7 GB"; and one for each thing of the question. It returns none where another
// number may be meant as well, or more than numbers was asked for.
func (c *compared) wantedNumbers() []int {
	asked, besides := c.numbersAsked()
	if len(c.reference.numbers) == 0 || besides {
		return nil
	}
	bare := c.isBare(c.reference.numbers[0])
	wanted, rivals := c.firstNumbers(asked)
	owned := !slices.ContainsFunc(wanted, func(i int) bool { return c.ownerOf(c.reference, c.reference.numbers[i].word) == "" })
	switch {
	case len(wanted) < asked, !bare && (asked == 0 || rivals):
		return nil
	case asked != 1 || owned:
		return wanted
	case bare || len(wanted) == 1:
		return wanted[:1]
	}
	return nil
}

// firstNumbers returns the numbers in the sentence of the first one that may be asked for with
// it, and whether one goes on with it elsewhere.
func (c *compared) firstNumbers(asked int) ([]int, bool) {
	first, rivals := c.reference.numbers[0], false
	var wanted []int
	for i, n := range c.reference.numbers {
		near := c.reference.words[n.word].sentence == c.reference.words[first.word].sentence
		goesOn := asked < 2 && c.goesOn(first, n)
		if i == 0 || near && (i < asked || goesOn) {
			wanted = append(wanted, i)
		} else {
			rivals = rivals || goesOn
		}
	}
	return wanted, rivals
}

// goesOn reports whether a number of the reference goes on with a list that another one
// begins: it has another value, and stands right behind it or measures the same.
func (c *compared) goesOn(first, n number) bool {
	same, _ := c.judge.agrees(first, n)
	listed := !slices.ContainsFunc(c.reference.words[first.word:max(first.word, n.word)], func(w word) bool {
		return w.number < 0 && !c.reference.is(cueAnd, w.lower) && !c.reference.is(cueOr, w.lower)
	})
	alike := n.kind != "" || n.noun == first.noun || n.noun == "" && c.ownerOf(c.reference, n.word) != ""
	return !same && (listed || n.kind == first.kind && alike)
}

// numbersAsked returns how many numbers a question asks for in so many words, and whether it
// asks for something else besides: "What is it, and how much does it cost?".
func (c *compared) numbersAsked() (int, bool) {
	l, rest := c.question.language, c.lowerQuestion()
	if l.begins(cueAsksTime, rest) {
		return 1, false
	}
	count := 0
	for _, phrase := range l.cues[cueAsksNumber].List() {
		count += strings.Count(rest, " "+phrase+" ")
		rest = strings.ReplaceAll(rest, " "+phrase+" ", " , ")
	}
	words := strings.Fields(rest)
	besides := l.holds(cueAsksReason, rest)
	for i, w := range words {
		besides = besides || l.is(cueAsksThing, w) && (i == 0 || l.is(cueAnd, words[i-1]))
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

// decideNumber decides by the numbers that were asked for.
func (c *compared) decideNumber() ruling {
	wanted := c.wantedNumbers()
	if len(wanted) == 0 {
		return ruling{}
	}
	right, denied := 0, false
	for _, i := range wanted {
		if c.numbers[i].agrees {
			right++
		} else {
			denied = denied || c.denies(c.reference.numbers[i])
		}
	}
	other := slices.ContainsFunc(c.given.numbers, func(n number) bool { return !c.isOfQuestion(n) && !c.isTaken(n.word) })
	elsewhere := slices.ContainsFunc(c.numbers, func(a agreement) bool { return a.agrees })
	switch {
	case denied, right > 0 && c.swapsNumbers(wanted):
		return asContradicted()
	case right == len(wanted) && c.offersOthers(c.numbers[wanted[0]].given):
		return ruling{quarry.VerdictUnsure, quarry.ReasonSeveral}
	case right == len(wanted):
		return asCorrect()
	case right > 0:
		return asPart()
	case elsewhere: // it gives what the reference says beside
		return ruling{}
	case other:
		return ruling{quarry.VerdictIncorrect, quarry.ReasonNumber}
	case c.share(c.reference, c.found, c.asked) > 0:
		return asUnclear()
	}
	return ruling{quarry.VerdictIncorrect, quarry.ReasonMissing}
}

// denies reports whether an answer denies a number of the reference, or the other way round.
func (c *compared) denies(expected number) bool {
	return slices.ContainsFunc(c.given.numbers, func(n number) bool {
		agrees, _ := c.judge.agrees(expected, n)
		return agrees && n.denied != expected.denied
	})
}

// swapsNumbers reports whether a number that was asked for is said of another thing than in
// the reference. What a number is said of is the nearest word that question and reference
// have; where the answer names none, the order tells, unless they count different things.
func (c *compared) swapsNumbers(wanted []int) bool {
	if len(wanted) < 2 {
		return false
	}
	last := -1
	inOrder := c.ownersInOrder(wanted)
	for _, i := range wanted {
		if !c.numbers[i].agrees {
			continue
		}
		expected, n := c.reference.numbers[i], c.given.numbers[c.numbers[i].given]
		owner, said := c.ownerOf(c.reference, expected.word), inOrder[n.word]
		if len(inOrder) == 0 {
			said = c.ownerOf(c.given, n.word)
		}
		alone := n.noun != "" && n.noun == expected.noun && n.noun != c.reference.numbers[wanted[0]].noun // legs are no wings
		if !alone && owner != "" && owner != said && (said != "" || n.word < last) {
			return true
		}
		last = max(last, n.word)
	}
	return false
}

// ownerOf returns the stem of the nearest word to a number of a text that may be what it is
// said of: of those before it first.
func (c *compared) ownerOf(r *reading, number int) string {
	const far = 6
	for by := 1; by <= far; by++ {
		for _, at := range []int{number - by, number + by} {
			if at >= 0 && at < len(r.words) && r.words[at].clause == r.words[number].clause && c.isOwner(r.words[at]) {
				return r.words[at].stem
			}
		}
	}
	return ""
}

// isOwner reports whether the question and the reference have a word once each, and it is
// not what is counted.
func (c *compared) isOwner(w word) bool {
	return w.tells() && len(c.question.at[w.stem]) == 1 && len(c.reference.at[w.stem]) == 1 &&
		!slices.ContainsFunc(c.reference.numbers, func(n number) bool { return c.reference.at[w.stem][0] == n.word+1 })
}

// ownersInOrder returns what the wanted numbers of an answer are said of, by the places of
// their words, where it names these things one after the other and the numbers before or
// behind all of them, each in its turn: "violin and lute have 4 and 15". It is empty elsewhere.
func (c *compared) ownersInOrder(wanted []int) map[int]string {
	var numbers, owners []int
	for _, i := range wanted {
		if c.numbers[i].agrees {
			numbers = append(numbers, c.given.numbers[c.numbers[i].given].word)
		}
	}
	slices.Sort(numbers)
	for i, w := range c.given.words {
		if c.isOwner(w) {
			owners = append(owners, i)
		}
	}
	n := len(numbers)
	if n < 2 || n != len(owners) || owners[n-1] > numbers[0] && numbers[n-1] > owners[0] {
		return nil
	}
	said := map[int]string{}
	for k, number := range numbers {
		said[number] = c.given.words[owners[k]].stem
	}
	return said
}

func (c *compared) isOfQuestion(n number) bool {
	return slices.ContainsFunc(c.question.numbers, func(other number) bool { return other.Text == n.Text })
}

func (c *compared) isTaken(word int) bool {
	return slices.ContainsFunc(c.numbers, func(a agreement) bool { return a.agrees && c.given.numbers[a.given].word == word })
}

// offersOthers reports whether an answer offers another number beside one: "32 or 64".
func (c *compared) offersOthers(given int) bool {
	at := c.given.numbers[given].word
	or := func(i int) bool {
		return i > 0 && i < len(c.given.words)-1 && c.given.is(cueOr, c.given.words[i].lower)
	}
	return or(at+1) && c.given.words[at+2].number >= 0 || at > 1 && or(at-1) && c.given.words[at-2].number >= 0
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
	right := verdict == quarry.VerdictCorrect || verdict == quarry.VerdictPartly
	switch {
	case c.ruledRight && c.share(c.given, c.known, c.echoed) == 0:
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	case c.ruledRight && (wrong || c.turned > mostTurned || verdict == quarry.VerdictIncorrect):
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case c.ruledRight && !c.wantsReason:
		return quarry.VerdictCorrect, quarry.ReasonCovered
	case verdict == quarry.VerdictCorrect && wrong:
		return quarry.VerdictUnsure, quarry.ReasonNumber
	case verdict == quarry.VerdictCorrect && c.isDoubtful(), right && c.bestPoint() < leastCovered:
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case verdict == quarry.VerdictCorrect:
		return verdict, quarry.ReasonCovered
	case verdict == quarry.VerdictPartly:
		return verdict, quarry.ReasonIncomplete
	case verdict == quarry.VerdictUnsure:
		return verdict, quarry.ReasonEvidence
	case c.foreignNumbers() == 0 && slices.ContainsFunc(c.numbers, func(a agreement) bool { return a.agrees }):
		return quarry.VerdictUnsure, quarry.ReasonEvidence // a result without the way to it
	case wrong:
		return verdict, quarry.ReasonNumber
	case c.turned > mostTurned:
		return verdict, quarry.ReasonContradicts
	case c.echo() == 0 && c.share(c.given, c.known, nil) == 0:
		return verdict, quarry.ReasonOffTopic
	}
	return verdict, quarry.ReasonMissing
}

// leastCovered is how much of its best key point an answer has that is right, at least in
// part.
const leastCovered = 0.2

// mostTurned is which share of what an answer says may be turned round in a correct one.
const mostTurned = 0.5
