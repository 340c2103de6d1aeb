package answer

import (
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// From how much of what was asked for an answer is what.
const (
	scoreCorrect  = 0.62
	scorePartly   = 0.28
	scoreUnsure   = 0.12
	rambling      = 0.4 // less of what is said is the reference's than of an answer
	foreign       = 0.3 // less is hardly about the same
	mostlyForeign = 0.2
	mostlyTrue    = 0.55 // share of what is said that is the reference's
)

// decide says what an answer is.
func (m *measured) decide() (quarry.AnswerVerdict, quarry.AnswerReason) {
	if m.reference.empty() {
		return quarry.VerdictUnsure, quarry.ReasonNoReference
	}
	if verdict, reason, ok := m.decideFormula(); ok {
		return verdict, reason
	}
	return m.weighFormula(m.decideWords())
}

// decideWords decides by words and numbers.
func (m *measured) decideWords() (quarry.AnswerVerdict, quarry.AnswerReason) {
	verdict, reason := m.decideUndoubted()
	if verdict == quarry.VerdictCorrect && m.doubted {
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	}
	if verdict == quarry.VerdictPartly && !m.coversAny() || reason == quarry.ReasonMissing && m.mirrored {
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	}
	if verdict == quarry.VerdictCorrect && m.isOneSided() {
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	}
	return verdict, reason
}

// coversAny reports whether an answer has something of a key point, or says hardly anything
// that the reference does not say.
func (m *measured) coversAny() bool {
	const some, mostly = 0.25, 0.5
	return m.share() >= mostly || slices.ContainsFunc(m.points, func(p point) bool { return p.total > 0 && p.coverage() >= some })
}

func (m *measured) decideUndoubted() (quarry.AnswerVerdict, quarry.AnswerReason) {
	if verdict, reason, ok := m.decideNumber(); ok {
		return verdict, reason
	}
	if verdict, reason, ok := m.decideChoice(); ok {
		return verdict, reason
	}
	verdict, reason := m.decideCoverage()
	if len(m.faults) > 0 {
		return m.decideFaults(verdict)
	}
	return verdict, reason
}

func (r reading) empty() bool {
	return len(r.numbers) == 0 && !slices.ContainsFunc(r.clauses, func(c clause) bool { return len(c.terms) > 0 })
}

// isOneSided reports whether an answer speaks of one alone of the things that were to be
// told apart.
func (m *measured) isOneSided() bool {
	if m.question.asks != asksContrast {
		return false
	}
	named := map[string]bool{}
	for _, c := range m.answer.clauses {
		for _, t := range c.terms {
			if m.told.labels[t.keys[0]] {
				named[t.keys[0]] = true
			}
		}
	}
	return len(named) == 1
}

// decideNumber decides by the numbers that were asked for, where any were.
func (m *measured) decideNumber() (quarry.AnswerVerdict, quarry.AnswerReason, bool) {
	asked := m.askedNumbers()
	if len(asked) == 0 {
		return "", "", false
	}
	const much = 0.5
	wrong := func(n quarry.NumberCheck) bool { return !n.Agrees && n.Given != nil }
	right := agreedNumbers(asked)
	switch {
	case m.deniedNumber && right < len(asked):
		return quarry.VerdictIncorrect, quarry.ReasonContradicts, true
	case slices.ContainsFunc(asked, wrong):
		return quarry.VerdictIncorrect, quarry.ReasonNumber, true
	case right == len(asked) && m.offersOthers():
		return quarry.VerdictUnsure, quarry.ReasonSeveral, true
	case right == len(asked):
		return "", "", false
	case right > 0 && len(m.faults) == 0:
		return quarry.VerdictPartly, quarry.ReasonIncomplete, true
	case m.question.asks != asksNumber:
		return "", "", false
	case m.score() >= much:
		return quarry.VerdictUnsure, quarry.ReasonEvidence, true
	}
	return quarry.VerdictIncorrect, quarry.ReasonMissing, true
}

// agreedNumbers counts the numbers that were given as the reference has them.
func agreedNumbers(numbers []quarry.NumberCheck) int {
	count := 0
	for _, n := range numbers {
		if n.Agrees {
			count++
		}
	}
	return count
}

// decideChoice decides by what was chosen, where the question offers two things.
func (m *measured) decideChoice() (quarry.AnswerVerdict, quarry.AnswerReason, bool) {
	switch m.choice() {
	case rightChoice:
		if len(m.faults) > 0 {
			return quarry.VerdictPartly, m.reasonOfFaults(), true
		}
		return quarry.VerdictCorrect, quarry.ReasonCovered, true
	case wrongChoice:
		return quarry.VerdictIncorrect, quarry.ReasonOption, true
	case bothChosen:
		if m.own == 0 {
			return quarry.VerdictIncorrect, quarry.ReasonRepeats, true
		}
	case noChoice:
	}
	return "", "", false
}

func (m *measured) reasonOfFaults() quarry.AnswerReason {
	if slices.ContainsFunc(m.faults, func(f fault) bool { return f.kind == faultyNumber }) {
		return quarry.ReasonNumber
	}
	return quarry.ReasonContradicts
}

// offersOthers reports whether an answer offers several numbers where one was asked
// for: "32 or 64".
func (m *measured) offersOthers() bool {
	right := m.answer.numbers[m.agreeing[0][0]]
	for i := 2; i < len(m.answer.spoken); i++ {
		a, between, b := m.answer.spoken[i-2], m.answer.spoken[i-1], m.answer.spoken[i]
		if !m.answer.words.is(cueOr, between.lower) || a.number < 0 || b.number < 0 {
			continue
		}
		if m.answer.numbers[a.number].Text == right.Text || m.answer.numbers[b.number].Text == right.Text {
			return true
		}
	}
	return false
}

// decideCoverage decides by how much is there.
func (m *measured) decideCoverage() (quarry.AnswerVerdict, quarry.AnswerReason) {
	score := m.score()
	if m.isAskedAgreed() {
		score = 1
	}
	const long, brief = 4.0, scoreUnsure
	switch {
	case m.own == 0:
		return quarry.VerdictIncorrect, quarry.ReasonRepeats
	case score >= scoreCorrect && !m.lacksItem() && (m.own < long || m.share() >= rambling):
		return quarry.VerdictCorrect, quarry.ReasonCovered
	case score >= scoreCorrect && !m.lacksItem():
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case m.own >= long && m.share() < foreign:
		if score >= scorePartly && m.share() >= mostlyForeign {
			return quarry.VerdictUnsure, quarry.ReasonEvidence
		}
		return quarry.VerdictIncorrect, quarry.ReasonMissing
	case score >= scorePartly, score >= brief && m.share() >= mostlyTrue:
		return quarry.VerdictPartly, quarry.ReasonIncomplete
	case score >= scoreUnsure && m.own >= long:
		return quarry.VerdictUnsure, quarry.ReasonEvidence
	case score == 0 && m.asked == 0:
		return quarry.VerdictIncorrect, quarry.ReasonOffTopic
	}
	return quarry.VerdictIncorrect, quarry.ReasonMissing
}

// isAskedAgreed reports whether the numbers that were asked for are there.
func (m *measured) isAskedAgreed() bool {
	asked := m.askedNumbers()
	return len(asked) > 0 && agreedNumbers(asked) == len(asked)
}

// lacksItem reports whether one of the things that were to be listed or told apart is
// not there at all.
func (m *measured) lacksItem() bool {
	if m.question.asks != asksList || m.choosesItems() {
		return false
	}
	return slices.ContainsFunc(m.points, func(p point) bool { return p.weight > 0 && p.total > 0 && p.coverage() < scorePartly })
}

// decideFaults decides where an answer contradicts the reference: by how much of what
// was asked for it gets wrong.
func (m *measured) decideFaults(verdict quarry.AnswerVerdict) (quarry.AnswerVerdict, quarry.AnswerReason) {
	reason := m.reasonOfFaults()
	bad, good := m.weighFaults()
	bound := slices.ContainsFunc(m.faults, func(f fault) bool {
		return f.kind == faultyBinding || f.kind == faultyCount && m.beginsWithCount(f.reference)
	})
	switch {
	case bound, m.turned, bad > 0 && bad >= good:
		return quarry.VerdictIncorrect, reason
	case verdict == quarry.VerdictCorrect:
		return quarry.VerdictPartly, reason
	case verdict == quarry.VerdictUnsure && bad > 0:
		return quarry.VerdictIncorrect, reason
	}
	return verdict, reason
}

// weighFaults weighs what an answer gets wrong of what is required, and what it gets
// right.
func (m *measured) weighFaults() (float64, float64) {
	bad, good := 0.0, 0.0
	wrong, faulty := map[int]bool{}, map[int]bool{}
	for _, f := range m.faults {
		faulty[f.given] = faulty[f.given] || f.kind != faultyNumber && f.kind != faultyCount
		switch {
		case !m.isRequired(f.reference):
		case f.kind == faultyNumber, f.kind == faultyCount:
			bad += numberWeight
		case !wrong[f.reference]:
			bad += m.reference.clauses[f.reference].ownWeight()
			wrong[f.reference] = true
		}
	}
	for i, c := range m.answer.clauses {
		if !faulty[i] {
			good += m.knownWeight(c)
		}
	}
	return bad, good
}

// knownWeight weighs the words of a clause of the answer that are the reference's.
func (m *measured) knownWeight(c clause) float64 {
	weight := 0.0
	for _, t := range c.terms {
		if !t.asked && m.source().presence(t) > 0 {
			weight += t.weight
		}
	}
	return weight
}

// source returns the reference answer as a text in which terms are looked up.
func (m *measured) source() *answer {
	if m.lookup == nil {
		m.lookup = newAnswer(m.reference)
	}
	return m.lookup
}

func (m *measured) isRequired(clause int) bool {
	return slices.ContainsFunc(m.points, func(p point) bool { return p.weight > 0 && slices.Contains(p.clauses, clause) })
}

// ownWeight weighs the words of a clause that the question does not say.
func (c clause) ownWeight() float64 {
	weight := 0.0
	for _, t := range c.terms {
		if !t.asked {
			weight += t.weight
		}
	}
	return weight
}

// explain says in one sentence why.
func explain(c quarry.AnswerCheck) string {
	switch c.Reason {
	case quarry.ReasonCovered:
		return "The answer says what was asked for."
	case quarry.ReasonIncomplete:
		return "The answer says a part of what was asked for."
	case quarry.ReasonNumber:
		return explainNumber(c)
	case quarry.ReasonContradicts:
		return explainContradiction(c)
	case quarry.ReasonVerdict:
		return "The reference answer says the opposite."
	case quarry.ReasonOption:
		return "Another option is right."
	case quarry.ReasonSeveral:
		return "Several answers were given where one was asked for."
	case quarry.ReasonRepeats:
		return "The answer only repeats the question."
	case quarry.ReasonOffTopic:
		return "The answer has nothing in common with the question or its reference answer."
	case quarry.ReasonNoReference:
		return "The question has no answer that this one could be judged by."
	case quarry.ReasonEvidence:
		return "The answer uses other words than the reference answer, so that it cannot be judged with certainty."
	case quarry.ReasonEmpty:
		return "Nothing was answered."
	case quarry.ReasonMissing:
	}
	return "The answer says hardly anything of what was asked for."
}

func explainNumber(c quarry.AnswerCheck) string {
	for _, n := range c.Numbers {
		if !n.Agrees && n.Given != nil && sameDimension(n) {
			return fmt.Sprintf("The answer says %q where the reference answer says %q.", n.Given.Text, n.Expected.Text)
		}
	}
	return "A number is not that of the reference answer."
}

// sameDimension reports whether two numbers can be held against each other in a sentence:
// both have a unit, or neither has.
func sameDimension(n quarry.NumberCheck) bool {
	return (n.Expected.Unit == "") == (n.Given.Unit == "")
}

func explainContradiction(c quarry.AnswerCheck) string {
	for _, p := range c.Missing {
		if p.Contradicted {
			return fmt.Sprintf("The answer contradicts the reference answer: %q.", p.Text)
		}
	}
	return "The answer contradicts the reference answer."
}
