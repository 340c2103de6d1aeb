package answer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The longest texts that are judged, in bytes. What stands behind is not looked at.
const (
	MostAnswer    = 20_000
	mostReference = 20_000
	mostQuestion  = 4_000
)

// Judge judges answers. It may be used by several goroutines.
type Judge struct {
	lexicon   *lexicon.Lexicon
	words     *thesaurus            // of the language of what is judged; nil until in has chosen it
	languages map[string]*thesaurus // by code
}

// NewJudge returns a judge that knows the devices, the units and the synonyms of a
// lexicon.
func NewJudge(built *lexicon.Lexicon) (*Judge, error) {
	languages := map[string]*thesaurus{}
	for _, code := range lexicon.Languages() {
		words, err := newThesaurus(built, code)
		if err != nil {
			return nil, fmt.Errorf("read the words of %q: %w", code, err)
		}
		languages[code] = words
	}
	return &Judge{lexicon: built, languages: languages}, nil
}

// in returns the judge of answers in a language.
func (j *Judge) in(code string) *Judge {
	return &Judge{lexicon: j.lexicon, words: j.languages[code], languages: j.languages}
}

// Judge judges an answer of at most MostAnswer bytes by the question's own. The same
// question and answer are always judged alike.
func (j *Judge) Judge(q quarry.Question, given string) quarry.AnswerCheck {
	given = strings.ToValidUTF8(cut(given, MostAnswer), " ")
	q.Answer = strings.ToValidUTF8(cut(q.Answer, mostReference), " ")
	j = j.in(j.lexicon.LanguageOf(q.Text + "\n" + q.Answer))
	asked := j.question(q)
	known := q.Answered && !j.words.isPlaceholder(q.Answer)
	switch {
	case known && (sameWords(q.Answer, given) || sameSigns(q.Answer, given)):
		return j.judgeItself(asked)
	case j.words.isEmpty(given):
		return j.withoutAnswer(asked, quarry.ReasonEmpty)
	case j.repeats(asked, given):
		if check, ok := j.judgeClaim(asked, given); ok && known {
			return check
		}
		return j.withoutAnswer(asked, quarry.ReasonRepeats)
	case !known:
		return quarry.AnswerCheck{
			Verdict: quarry.VerdictUnsure, Reason: quarry.ReasonNoReference, Explanation: "The question has no answer that this one could be judged by.",
		}
	case q.Style == quarry.StyleChoice && len(q.Choices) > 1:
		return j.judgeChoice(asked, given)
	case q.Style == quarry.StyleCloze:
		return j.judgeCloze(asked, given)
	case isSign(q.Answer) && isSign(given):
		return j.withoutAnswer(asked, quarry.ReasonContradicts)
	case asked.asks == asksVerdict:
		return j.judgeVerdict(asked, given)
	}
	return j.judgeOpen(asked, given)
}

// isEmpty reports whether an answer says nothing, not even a sign, or that it is unknown.
func (v *vocabulary) isEmpty(given string) bool {
	if len(relating(given)) > 0 {
		return false
	}
	said := strings.Join(strings.FieldsFunc(strings.ToLower(given), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}), " ")
	return said == "" || v.is(cueNoAnswers, strings.ReplaceAll(said, "’", "'"))
}

// isPlaceholder reports whether a reference answer only stands for one.
func (v *vocabulary) isPlaceholder(answer string) bool {
	const short = 60
	plain := strings.ToLower(strings.Trim(answer, " \t\n.*_…?!-()[]<>"))
	words := strings.Fields(plain)
	if len(words) == 0 {
		return len(relating(answer)) == 0
	}
	return v.is(cueAnswerPlaceholders, plain) || len(plain) < short && v.is(cuePointingElsewhere, words[0])
}

// repeats reports whether an answer is nothing but the words of the question.
func (j *Judge) repeats(q question, given string) bool {
	const fewest = 2
	r := newReader(j.lexicon, j.words).read(given, 0)
	if _, length := j.words.leadingVerdict(given); length > 0 || len(r.spoken) < fewest && len(q.reading.spoken) > fewest+1 && q.Style != quarry.StyleOpen {
		return false
	}
	if signs := relating(given); len(signs) > 0 && !slices.Equal(signs, relating(q.Text)) { // "x < y" says more than "x and y"
		return false
	}
	for _, w := range r.spoken {
		if w.number >= 0 {
			n := r.numbers[w.number]
			if !slices.ContainsFunc(q.reading.numbers, func(other number) bool { return other.Text == n.Text }) {
				return false
			}
		} else if !q.stems[w.stem] {
			return false
		}
	}
	return j.repeatsAll(q, r)
}

// repeatsAll tells the question said again from the choice of one thing that it
// offers, which is an answer: "a mutex or a semaphore?", "a mutex".
func (j *Judge) repeatsAll(q question, r reading) bool {
	if q.Style == quarry.StyleChoice || q.Style == quarry.StyleCloze {
		return false
	}
	offers := func(w spoken) bool { return j.words.is(cueOr, w.lower) }
	return !slices.ContainsFunc(q.reading.spoken, offers) || slices.ContainsFunc(r.spoken, offers)
}

// withoutAnswer judges what says nothing: all that was asked for is missing.
func (j *Judge) withoutAnswer(q question, reason quarry.AnswerReason) quarry.AnswerCheck {
	check := quarry.AnswerCheck{}
	if q.Answered && !j.words.isPlaceholder(q.Answer) {
		whole := j.judgeItself(q)
		for _, p := range whole.Covered {
			if p.Required {
				check.Missing = append(check.Missing, p)
			}
		}
	}
	check.Verdict, check.Reason = quarry.VerdictIncorrect, reason
	check.Explanation = explain(check)
	return check
}

// judgeItself judges the reference answer: it says all that it says, however its lines
// are broken.
func (j *Judge) judgeItself(q question) quarry.AnswerCheck {
	var check quarry.AnswerCheck
	switch {
	case q.Style == quarry.StyleChoice && len(q.Choices) > 1:
		check = j.judgeChoice(q, q.Answer)
	case q.Style == quarry.StyleCloze:
		check = j.judgeCloze(q, q.Answer)
	default:
		reader := newReader(j.lexicon, j.words)
		_, skipped := j.words.leadingVerdict(q.Answer)
		reference := reader.read(q.Answer, skipped)
		m := j.measure(q, reference, newReader(j.lexicon, j.words).read(q.Answer, skipped))
		for i := range m.points {
			m.points[i].present, m.points[i].contradicted = m.points[i].total, false
		}
		check = m.result(quarry.VerdictCorrect, quarry.ReasonCovered)
	}
	check.Covered = append(check.Covered, check.Missing...)
	check.Missing, check.Coverage = nil, 1
	check.Verdict, check.Reason = quarry.VerdictCorrect, quarry.ReasonCovered
	check.Explanation = explain(check)
	return check
}

// sameWords reports whether two texts are the same but for the space between their
// words.
func sameWords(a, b string) bool {
	return slices.Equal(strings.Fields(a), strings.Fields(b))
}

// judgeOpen judges an answer in the student's own words.
func (j *Judge) judgeOpen(q question, given string) quarry.AnswerCheck {
	reader := newReader(j.lexicon, j.words)
	_, skipped := j.words.leadingVerdict(q.Answer)
	m := j.measure(q, reader.read(q.Answer, skipped), reader.read(given, 0))
	return m.result(m.decide())
}

// result returns what a judge says of what was measured.
func (m *measured) result(verdict quarry.AnswerVerdict, reason quarry.AnswerReason) quarry.AnswerCheck {
	check := quarry.AnswerCheck{
		Verdict: verdict, Reason: reason, Coverage: m.score(), Numbers: m.numbers,
	}
	const half = 0.5
	for _, p := range m.points {
		switch {
		case p.total == 0 && !p.contradicted, m.reference.saysNothing(p) && len(m.points) > 1:
		case p.coverage() >= half && !p.contradicted && (verdict == quarry.VerdictCorrect || !m.deniesPoint(p)):
			check.Covered = append(check.Covered, keyPoint(m.reference, p))
		default:
			missing := keyPoint(m.reference, p)
			missing.Required = missing.Required && verdict != quarry.VerdictCorrect // what a correct answer leaves out only explains
			check.Missing = append(check.Missing, missing)
		}
	}
	check.Explanation = explain(check)
	if reason == quarry.ReasonIncomplete && len(check.Covered) == 0 {
		check.Explanation = m.explainTouch()
	}
	return check
}

// explainTouch says what is right of an answer that covers no key point.
func (m *measured) explainTouch() string {
	_, ruled := m.reference.words.verdictOf(m.question.Answer)
	switch {
	case m.question.asks != asksVerdict || !ruled:
		return "The answer touches on what was asked for, and covers none of its key points."
	case m.own == 0:
		return "The verdict is right, and no reason is given."
	}
	return "The verdict is right, and the reason is not that of the reference answer."
}
