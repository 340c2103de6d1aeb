package answer

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// point is a key point of a reference answer: a sentence or an item that says something
// that the question does not say.
type point struct {
	from, to int     // its words
	weight   float64 // of its new words
	coverage float64 // 0 to 1: how much of them the answer has
	aside    bool    // it is an example: nobody is asked for it
}

// mostPoints is how many key points of a long reference answer are looked at.
const mostPoints = 60

// findPoints parts a reference answer into its key points: its sentences and items. One
// without a word, as "S = 1", goes on with the one before, and one that only counts what
// follows is none.
func (c *compared) findPoints() {
	words := c.reference.words
	isWord := func(w word) bool {
		return w.number < 0 && utf8.RuneCountInString(strings.TrimLeft(w.lower, "0123456789.,")) > 1
	}
	for from, to := 0, 0; from < len(words) && len(c.points) < mostPoints; from = to {
		for to < len(words) && words[to].sentence == words[from].sentence {
			to++
		}
		p := c.pointOf(from, to)
		n := len(c.points)
		switch {
		case p.weight == 0 || c.announces(from, to):
		case n == 0 || slices.ContainsFunc(words[from:to], isWord):
			c.points = append(c.points, p)
		default:
			last := &c.points[n-1]
			last.coverage = (last.coverage*last.weight + p.coverage*p.weight) / (last.weight + p.weight)
			last.weight, last.to = last.weight+p.weight, to
		}
	}
}

// announces reports whether some words of the reference only count the items behind them:
// "two reasons:", or "two reasons" before two sentences.
func (c *compared) announces(from, to int) bool {
	words := c.reference.words
	at := from + slices.IndexFunc(words[from:to], func(w word) bool { return w.number >= 0 })
	if at < from {
		return false
	}
	n := c.reference.numbers[words[at].number]
	others := slices.ContainsFunc(words[from:to], func(w word) bool {
		return w.number >= 0 && w.start != words[at].start || w.tells() && w.stem != n.noun
	})
	asked, _ := c.numbersAsked()
	if asked > 0 || to == len(words) || others || n.kind != "" || n.noun == "" {
		return false
	}
	behind := words[len(words)-1].sentence - words[to-1].sentence
	return strings.HasPrefix(c.reference.text[words[to-1].end:], ":") || behind > 1 && float64(behind) == n.Middle()
}

// pointOf weighs what some words of the reference tell that the question does not, and the
// answer has.
func (c *compared) pointOf(from, to int) point {
	words := c.reference.words[from:to]
	opening := " " + words[0].lower + " "
	if len(words) > 1 {
		opening += words[1].lower + " "
	}
	p := point{from: from, to: to, aside: begins(c.reference.cues["exemplifying"], opening)}
	present := 0.0
	for i, w := range words {
		switch {
		case w.number >= 0:
			p.weight += numberWeight
			if c.numbers[w.number].agrees {
				present += numberWeight
			}
		case !c.asked[from+i]:
			p.weight += w.weight
			if !c.against[from+i] {
				present += w.weight * c.found[from+i].share
			}
		}
	}
	if p.weight > 0 {
		p.coverage = present / p.weight
	}
	return p
}

// numberWeight is what a number tells, beside the inverse document frequencies of words.
const numberWeight = 6

// required tells which points a whole answer has. Where a number or a verdict was asked for,
// it is enough. Where one thing was, it is the first point and the items of a list; elsewhere
// what says about as much as the others.
func (c *compared) required() []bool {
	const much = 0.1
	required := make([]bool, len(c.points))
	most := 0.0
	for _, p := range c.points {
		if !p.aside {
			most = max(most, p.weight)
		}
	}
	number := c.asksFirstNumber()
	cues, words := c.question.cues, c.lowerQuestion()
	one := begins(cues["asks_thing"], words) // and not how or why, not how it differs, and nothing besides
	for _, other := range []lexicon.Words{cues["asks_explanation"], cues["asks_contrast"], cues["and_words"]} {
		one = one && !holds(other, words)
	}
	for i, p := range c.points {
		switch {
		case p.aside || p.weight < much*most || c.asksVerdict && !c.asksMore:
		case number:
			at := c.reference.numbers[0].word
			required[i] = p.from <= at && at < p.to
		default:
			required[i] = !one || !slices.Contains(required, true) || c.isItem(p)
		}
	}
	if len(required) > 0 && !slices.Contains(required, true) {
		required[0] = true
	}
	return required
}

// isItem reports whether a point is an item of a list or a row of a table.
func (c *compared) isItem(p point) bool {
	line := c.reference.text[:c.reference.words[p.from].end]
	line = strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], " \t")
	return strings.HasPrefix(line, "|") || itemMark(line) > 0
}

// result says what was found, with the key points.
func (c *compared) result(verdict quarry.AnswerVerdict, reason quarry.AnswerReason, score, confidence float64, by string) quarry.AnswerCheck {
	check := quarry.AnswerCheck{Verdict: verdict, Reason: reason, Score: score, Confidence: confidence, JudgedBy: by}
	c.cover(&check)
	check.Numbers = c.numberChecks()
	check.Explanation = explain(check)
	return check
}

// cover fills in which key points are covered and which are missing. What a correct answer
// leaves out only explains.
func (c *compared) cover(check *quarry.AnswerCheck) {
	const half = 0.5
	correct := check.Verdict == quarry.VerdictCorrect
	required := c.required()
	decided := c.decided(*check, required)
	check.Coverage = c.coverage(required)
	if correct && check.JudgedBy == quarry.JudgedByRules {
		check.Coverage = 1
	}
	contradicts := check.Verdict == quarry.VerdictIncorrect || check.Verdict == quarry.VerdictPartly && c.givesOtherNumber()
	for i, p := range c.points {
		shown := c.keyPoint(p)
		shown.Contradicted = contradicts && c.contradicts(p)
		if (p.coverage >= half || i == decided) && !shown.Contradicted {
			shown.Required = required[i]
			check.Covered = append(check.Covered, shown)
		} else {
			shown.Required = required[i] && !correct
			check.Missing = append(check.Missing, shown)
		}
	}
}

// decided returns the point that what is right at least in part has for certain: that which
// is covered best or, by a rule, the first that is required; none where a verdict was enough.
func (c *compared) decided(check quarry.AnswerCheck, required []bool) int {
	right := check.Verdict == quarry.VerdictCorrect || check.Verdict == quarry.VerdictPartly
	switch {
	case !right || c.asksVerdict:
		return -1
	case check.JudgedBy == quarry.JudgedByRules:
		return slices.Index(required, true)
	}
	return c.bestPoint()
}

// coverage returns how much of what is required an answer has.
func (c *compared) coverage(required []bool) float64 {
	total, present := 0.0, 0.0
	for i, p := range c.points {
		if required[i] {
			total += p.weight
			present += p.weight * p.coverage
		}
	}
	if total == 0 {
		return 0
	}
	return min(1, present/total)
}

// contradicts reports whether the answer says otherwise of a point: another number in the
// place of one, or the opposite.
func (c *compared) contradicts(p point) bool {
	for i := p.from; i < p.to; i++ {
		if w := c.reference.words[i]; c.against[i] || w.number >= 0 && !c.numbers[w.number].agrees && c.numbers[w.number].given >= 0 {
			return true
		}
	}
	return false
}

// numberChecks shows the numbers of the reference, each with the one that was given in its
// place. Of a calculation only the result is shown.
func (c *compared) numberChecks() []quarry.NumberCheck {
	var checks []quarry.NumberCheck
	for i, n := range c.reference.numbers {
		const digits = 6
		tolerance, err := strconv.ParseFloat(strconv.FormatFloat(c.numbers[i].tolerance, 'g', digits, 64), 64)
		check := quarry.NumberCheck{Expected: n.result(), Tolerance: tolerance, Agrees: c.numbers[i].agrees}
		if at := c.numbers[i].given; at >= 0 && err == nil && (check.Agrees || len(c.reference.numbers) == 1 || n.countsAs(c.given.numbers[at])) {
			given := c.given.numbers[at].result()
			check.Given = &given
		}
		checks = append(checks, check)
	}
	return checks
}

// keyPoint returns a point as it is shown: its place is that of the whole of it in the
// reference answer, with the marks that open or close there, and its text is without
// markup.
func (c *compared) keyPoint(p point) quarry.KeyPoint {
	r := c.reference
	first, last := r.words[p.from], r.words[p.to-1]
	start, before, next := min(r.whole.around(first.start).start, r.blocks.around(first.start).start), 0, len(r.text)
	if p.from > 0 {
		before = r.words[p.from-1].end
	}
	for start > before && strings.IndexByte("*_`$([\"'<", r.text[start-1]) >= 0 {
		start--
	}
	if p.to < len(r.words) {
		next = r.words[p.to].start
	}
	end := min(next, max(last.end, r.whole.around(last.end-1).end, r.blocks.around(last.end-1).end))
	end += len(r.patterns.closing.FindString(r.text[end:next]))
	shown := quarry.KeyPoint{Text: r.patterns.plain(r.text[start:end]), ByteStart: start, ByteEnd: end}
	if r.blocks.holds(start) {
		shown.Text = strings.Join(strings.Fields(r.text[start:end]), " ")
	}
	return shown
}
