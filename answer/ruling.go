package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// judgeVerdict judges whether a statement was rightly called true or false.
func (j *Judge) judgeVerdict(q question, given string) quarry.AnswerCheck {
	reader := newReader(j.lexicon, j.words)
	right, known := j.words.verdictOf(q.Answer)
	_, skipped := j.words.leadingVerdict(q.Answer)
	said, ruled := j.words.verdictOf(given)
	_, behind := j.words.leadingVerdict(given)
	m := j.measure(q, reader.read(q.Answer, skipped), reader.read(given, behind))
	if !known {
		if ruled && m.own == 0 {
			return m.result(quarry.VerdictUnsure, quarry.ReasonEvidence)
		}
		return m.result(m.decide())
	}
	if !ruled {
		return m.result(m.decideImplied(right))
	}
	if said != right {
		return m.result(quarry.VerdictIncorrect, quarry.ReasonVerdict)
	}
	return m.result(m.decideReason())
}

// decideReason decides on an answer whose verdict is right: by its reason, where it
// gives one.
func (m *measured) decideReason() (quarry.AnswerVerdict, quarry.AnswerReason) {
	const several, related, one = 1.9, 0.2, 0.9
	reasons := !m.reference.empty()
	switch {
	case len(m.faults) > 0:
		return quarry.VerdictPartly, quarry.ReasonContradicts
	case m.own == 0 && m.question.further && reasons && !m.question.isPolar():
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case m.own == 0 && (m.question.why || m.question.further) && reasons:
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	case reasons && (m.own >= several && m.share() < related && m.score() < scorePartly || m.own >= one && m.share() == 0 && !m.question.isPolar()):
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	case m.doubted:
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	}
	return quarry.VerdictCorrect, quarry.ReasonCovered
}

// share returns which share of what the answer says is the reference's.
func (m *measured) share() float64 {
	total, present := 0.0, 0.0
	for _, c := range m.answer.clauses {
		total += c.ownWeight() + numberWeight*float64(len(c.numbers))
		for _, t := range c.terms {
			if !t.asked {
				present += t.weight * m.source().presence(t)
			}
		}
		for _, n := range c.numbers {
			if m.meant(n) != "" {
				present += numberWeight
			}
		}
	}
	if total == 0 {
		return 1
	}
	return present / total
}

// decideImplied decides on an answer that gives a reason and no verdict: by the
// reason, or else by whether it affirms or denies the statement.
func (m *measured) decideImplied(right bool) (quarry.AnswerVerdict, quarry.AnswerReason) { //nolint:revive // right is data
	const enoughReason, related = 0.35, 0.5
	affirms, told := m.stance()
	if verdict, reason, ok := m.decideRestated(told, affirms); ok && !right {
		return verdict, reason
	}
	switch {
	case len(m.faults) > 0:
		return quarry.VerdictIncorrect, quarry.ReasonContradicts
	case told && !affirms && right:
		return quarry.VerdictIncorrect, quarry.ReasonVerdict
	case m.score() >= enoughReason && m.doubted:
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case m.score() >= enoughReason && (m.share() >= related || m.asked > 0):
		return quarry.VerdictCorrect, quarry.ReasonCovered
	}
	if told && affirms == right {
		return quarry.VerdictCorrect, quarry.ReasonCovered
	}
	return m.decideUntold(told)
}

// decideUntold decides on a reason without a verdict that is not the reference's.
func (m *measured) decideUntold(told bool) (quarry.AnswerVerdict, quarry.AnswerReason) {
	switch {
	case told:
		return quarry.VerdictIncorrect, quarry.ReasonVerdict
	case m.own == 0:
		return quarry.VerdictIncorrect, quarry.ReasonRepeats
	case m.score() == 0 && m.asked == 0:
		return quarry.VerdictIncorrect, quarry.ReasonOffTopic
	}
	return quarry.VerdictUnsure, quarry.ReasonEvidence
}

// decideRestated decides where an answer to a false statement says the statement again, or
// denies it in the words of the reason.
func (m *measured) decideRestated(told, affirms bool) (quarry.AnswerVerdict, quarry.AnswerReason, bool) {
	restated, changed := m.restates()
	switch {
	case told && !affirms && len(m.faults) > 0, restated && changed:
		return quarry.VerdictUnsure, quarry.ReasonEvidence, true
	case restated && told && affirms:
		return quarry.VerdictIncorrect, quarry.ReasonVerdict, true
	}
	return "", "", false
}

// stance says whether an answer affirms the statement of the question or denies it:
// whether it speaks of it at all.
func (m *measured) stance() (bool, bool) {
	const most = 2
	best := pairing{}
	for _, c := range m.answer.clauses[:min(len(m.answer.clauses), mostClauses)] {
		if p := m.question.stated(c); p.shared > best.shared {
			best = p
		}
	}
	if best.shared < most || best.differed == best.agreeing && best.opposed > 0 {
		return false, false
	}
	return best.differed <= best.agreeing, best.differed > best.agreeing || strings.Count(m.answer.text, " ") > most
}

// restates reports whether a clause of the answer says nearly all of the statement and
// denies nothing of it, and whether it says another number.
func (m *measured) restates() (bool, bool) {
	const nearly, fewest = 0.6, 3
	for _, c := range m.answer.clauses[:min(len(m.answer.clauses), mostClauses)] {
		for _, stated := range m.question.reading.clauses {
			p := pairOf(m.question.reading.clauses, stated, c)
			if p.shared < fewest || float64(p.shared) < nearly*float64(len(stated.terms)) || p.differed > 0 || p.opposed > 0 {
				continue
			}
			return true, slices.ContainsFunc(c.numbers, func(n int) bool {
				return len(stated.numbers) > 0 && !slices.ContainsFunc(stated.numbers, func(other int) bool {
					return m.question.reading.numbers[other].Text == m.answer.numbers[n].Text
				})
			})
		}
	}
	return false, false
}

// stated holds a clause against the clause of a statement with which it shares most.
func (q question) stated(c clause) pairing {
	best := pairing{}
	for _, stated := range q.reading.clauses {
		p := pairOf(q.reading.clauses, stated, c)
		if c.pronoun && p.shared > 0 { // "it" is what the statement is about
			p.shared++
		}
		if p.shared > best.shared {
			best = p
		}
	}
	return best
}
