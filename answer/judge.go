package answer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
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
	languages map[string]*language
	model     *model
}

// NewJudge returns a judge that knows the devices, the units and the synonyms of a
// lexicon.
func NewJudge(built *lexicon.Lexicon) (*Judge, error) {
	j := NewUnfitted(built)
	var err error
	j.model, err = readModel(weightsFile)
	return j, err
}

// NewUnfitted returns a judge that describes answers, and decides only what is exact: it is
// for those who fit the model.
func NewUnfitted(built *lexicon.Lexicon) *Judge {
	rarity := text.NewRarity()
	j := &Judge{lexicon: built, languages: map[string]*language{}}
	for _, code := range lexicon.Languages() {
		j.languages[code] = newLanguage(built, code, rarity)
	}
	return j
}

// Judge judges an answer of at most MostAnswer bytes by the question's own. The same
// question and answer are always judged alike. What is exact is decided by rules: options,
// gaps, verdicts, lone numbers, formulas, and what says nothing. The rest is decided by a
// fitted model, which says that it is unsure rather than guess; what it calls correct is held
// back where that may well say the opposite.
func (j *Judge) Judge(q quarry.Question, given string) quarry.AnswerCheck {
	q, given = clipped(q, given)
	r := j.readerOf(q)
	if check, ok := r.judgeForm(q, given); ok {
		return check
	}
	c := r.compare(q, given)
	if decided := c.decideExactly(); decided != (ruling{}) {
		return c.byRule(decided)
	}
	return c.byModel(j.model)
}

// clipped returns a question and an answer as far as they are looked at.
func clipped(q quarry.Question, given string) (quarry.Question, string) {
	valid := func(s string, most int) string { return strings.ToValidUTF8(text.Clip(s, most), " ") }
	q.Text, q.Answer = valid(q.Text, mostQuestion), valid(q.Answer, mostReference)
	return q, valid(given, MostAnswer)
}

// judgeForm judges what needs no reading: the reference answer itself, what says nothing, and
// the answers to questions that offer options or leave gaps. It reports false for any other.
func (r *reader) judgeForm(q quarry.Question, given string) (quarry.AnswerCheck, bool) {
	known := q.Answered && !r.isPlaceholder(q.Answer)
	switch {
	case known && sameWords(q.Answer, given):
		return r.itself(q), true
	case r.saysNothing(given):
		return r.nothing(q, known), true
	case !known:
		return ruled(quarry.AnswerCheck{}, quarry.VerdictUnsure, quarry.ReasonNoReference), true
	case q.Style == quarry.StyleChoice && len(q.Choices) > 1:
		return r.judgeChoice(q, given)
	case q.Style == quarry.StyleCloze:
		return r.judgeCloze(q, given), true
	}
	return quarry.AnswerCheck{}, false
}

// byRule judges as a rule does, which is certain.
func (c *compared) byRule(r ruling) quarry.AnswerCheck {
	return c.result(r.verdict, r.reason, r.verdict.Score(), 1, quarry.JudgedByRules)
}

// byModel judges by the model, within what is certain.
func (c *compared) byModel(m *model) quarry.AnswerCheck {
	p := m.judge(c.describe())
	said := m.Thresholds.Verdict(p.score, p.partly, p.correct)
	verdict, reason := c.restrain(said)
	if verdict != said && verdict != quarry.VerdictUnsure {
		return c.byRule(ruling{verdict, reason})
	}
	return c.result(verdict, reason, p.score, p.confidence(verdict), quarry.JudgedByModel)
}

// readerOf returns a reader of the language in which a question is asked and answered.
func (j *Judge) readerOf(q quarry.Question) *reader {
	l := j.languages[j.lexicon.LanguageOf(q.Text+"\n"+q.Answer)]
	return &reader{l, j.lexicon, l.stemmer()}
}

// ruled completes what was decided by a rule.
func ruled(check quarry.AnswerCheck, verdict quarry.AnswerVerdict, reason quarry.AnswerReason) quarry.AnswerCheck {
	check.Verdict, check.Reason, check.Score, check.Confidence = verdict, reason, verdict.Score(), 1
	if verdict == quarry.VerdictPartly && check.Coverage > 0 {
		check.Score = check.Coverage
	}
	check.JudgedBy = quarry.JudgedByRules
	check.Explanation = explain(check)
	return check
}

// itself judges the reference answer: it says all that it says, however its lines are
// broken.
func (r *reader) itself(q quarry.Question) quarry.AnswerCheck {
	var check quarry.AnswerCheck
	switch {
	case q.Style == quarry.StyleChoice && len(q.Choices) > 1:
		check, _ = r.judgeChoice(q, q.Answer)
	case q.Style == quarry.StyleCloze:
		check = r.judgeCloze(q, q.Answer)
	default:
		check = r.compare(q, q.Answer).byRule(asCorrect())
	}
	check.Covered, check.Missing, check.Coverage = append(check.Covered, check.Missing...), nil, 1
	return ruled(check, quarry.VerdictCorrect, quarry.ReasonCovered)
}

// nothing judges what says nothing: all that was asked for is missing.
func (r *reader) nothing(q quarry.Question, known bool) quarry.AnswerCheck { //nolint:revive // known is data
	check := quarry.AnswerCheck{}
	if known {
		for _, p := range r.itself(q).Covered {
			if p.Required {
				check.Missing = append(check.Missing, p)
			}
		}
	}
	return ruled(check, quarry.VerdictIncorrect, quarry.ReasonEmpty)
}

// saysNothing reports whether an answer says nothing, not even a sign, or that it is
// unknown: nothing but "I do not know".
func (l *language) saysNothing(given string) bool {
	if len(relating(given)) > 0 || l.patterns.quoted.MatchString(given) {
		return false
	}
	said := strings.Join(strings.FieldsFunc(strings.ToLower(given), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}), " ")
	said = strings.ReplaceAll(said, "’", "'")
	for unknown := "?"; said != "" && unknown != ""; {
		unknown = l.cues["no_answers"].Prefix(said)
		said = strings.TrimLeft(said[len(unknown):], " ")
	}
	return said == ""
}

// isPlaceholder reports whether a reference answer only stands for one.
func (l *language) isPlaceholder(answer string) bool {
	const short = 60
	plain := strings.ToLower(strings.Trim(answer, " \t\n.*_…?!-()[]<>"))
	words := strings.Fields(plain)
	if len(words) == 0 {
		return strings.Trim(answer, " \t\n_…?.") == ""
	}
	return l.cues["answer_placeholders"].Has(plain) || len(plain) < short && l.cues["pointing_elsewhere"].Has(words[0])
}

// sameWords reports whether two texts are the same but for the space between their words.
func sameWords(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// compared is an answer held against the question's own.
type compared struct {
	q quarry.Question

	question  *reading
	reference *reading
	given     *reading

	asked   []bool  // by word of the reference: the question has it
	echoed  []bool  // by word of the answer
	found   []match // by word of the reference: where the answer has it
	known   []match // by word of the answer: where the reference has it
	points  []point
	numbers []agreement // by number of the reference
	against []bool      // by word of the reference: the answer says otherwise of it

	turned float64 // which share of the answer contradicts the reference

	asksVerdict bool // the question is answered by yes or no
	asksMore    bool // and asks for more: a reason, or a thing besides
	ruledRight  bool // the answer calls the statement of the question what it is, and says why
}

func (r *reader) compare(q quarry.Question, given string) *compared {
	c := &compared{q: q, question: r.read(q.Text), reference: r.read(q.Answer), given: r.read(given)}
	inQuestion := func(w word) bool { return len(c.question.at[w.stem]) > 0 }
	c.asked, c.echoed = mapped(c.reference.words, inQuestion), mapped(c.given.words, inQuestion)
	c.found, c.known = c.reference.matchesIn(c.given), c.given.matchesIn(c.reference)
	c.against = make([]bool, len(c.reference.words))
	c.compareNumbers()
	c.turned = c.contradicted()
	c.readVerdicts()
	c.findPoints()
	return c
}

func mapped[T, U any](all []T, to func(T) U) []U {
	made := make([]U, len(all))
	for i, one := range all {
		made[i] = to(one)
	}
	return made
}

// Features names what the model is told of an answer.
func (*Judge) Features() []string { return features() }

// Described is an answer as the model is told of it.
type Described struct {
	X      []float64                                     // one number for each of the features
	Exact  bool                                          // a rule decides, and the model is not asked
	Within map[quarry.AnswerVerdict]quarry.AnswerVerdict // what becomes of a verdict of the model
}

// Describe describes an answer for those who fit the model.
func (j *Judge) Describe(q quarry.Question, given string) Described {
	q, given = clipped(q, given)
	r := j.readerOf(q)
	_, closed := r.judgeForm(q, given)
	c := r.compare(q, given)
	within := make(map[quarry.AnswerVerdict]quarry.AnswerVerdict)
	for _, verdict := range quarry.AnswerVerdicts() {
		within[verdict], _ = c.restrain(verdict)
	}
	return Described{X: c.describe(), Exact: closed || c.decideExactly() != (ruling{}), Within: within}
}
