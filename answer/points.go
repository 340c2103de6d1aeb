package answer

import (
	"slices"
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
	aside    bool    // it stands in code or is an example: nobody is asked for it
}

const (
	mostPoints = 60 // of a long reference answer

	cueExemplifying lexicon.Cue = "exemplifying"
)

// findPoints parts a reference answer into its key points: its sentences and items. One
// without a word, as "S = 1", goes on with the one before.
func (c *compared) findPoints() {
	words := c.reference.words
	for from, to := 0, 0; from < len(words) && len(c.points) < mostPoints; from = to {
		for to < len(words) && words[to].sentence == words[from].sentence {
			to++
		}
		p := c.pointOf(from, to)
		n := len(c.points)
		switch {
		case p.weight == 0:
		case n == 0 || hasWord(words[from:to]) && hasWord(words[c.points[n-1].from:from]):
			c.points = append(c.points, p)
		default:
			last := &c.points[n-1]
			last.coverage = (last.coverage*last.weight + p.coverage*p.weight) / (last.weight + p.weight)
			last.weight, last.to = last.weight+p.weight, to
		}
	}
}

// pointOf weighs what some words of the reference say and the answer has.
func (c *compared) pointOf(from, to int) point {
	words := c.reference.words[from:to]
	opening := " " + words[0].lower + " "
	if len(words) > 1 {
		opening += words[1].lower + " "
	}
	p := point{from: from, to: to, aside: words[0].aside || c.reference.begins(cueExemplifying, opening)}
	present := 0.0
	for i := range words {
		weight, share := c.weighed(from + i)
		p.weight += weight
		present += weight * share
	}
	if p.weight > 0 {
		p.coverage = present / p.weight
	}
	return p
}

// weighed returns what a word or a number of the reference tells that the question does
// not, and how surely the answer has it.
func (c *compared) weighed(at int) (float64, float64) {
	w := c.reference.words[at]
	switch {
	case w.number >= 0 && c.numbers[w.number].agrees:
		return numberWeight, 1
	case w.number >= 0:
		return numberWeight, 0
	case c.asked[at]:
		return 0, 0
	case c.against[at]:
		return w.weight, 0
	}
	return w.weight, c.found[at].share
}

// hasWord reports whether one of some words is no number and no single letter.
func hasWord(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool {
		return w.number < 0 && utf8.RuneCountInString(strings.TrimLeft(w.lower, "0123456789.,")) > 1
	})
}

// numberWeight is what a number tells, beside the inverse document frequencies of words.
const numberWeight = 6

// required tells which points a whole answer has: those that say about as much as the
// others. Where a number or a verdict was asked for, it is enough.
func (c *compared) required() []bool {
	const much = 0.1
	required := make([]bool, len(c.points))
	most := 0.0
	for _, p := range c.points {
		if !p.aside {
			most = max(most, p.weight)
		}
	}
	wanted := c.wantedNumbers()
	asks, more := c.asksVerdict()
	verdict := asks && !more
	for i, p := range c.points {
		at := -1
		if len(wanted) > 0 {
			at = c.reference.numbers[wanted[0]].word
		}
		required[i] = !p.aside && p.weight >= much*most && !verdict && (at < 0 || p.from <= at && at < p.to)
	}
	if len(required) > 0 && !slices.Contains(required, true) {
		required[0] = true
	}
	return required
}

// result says what was found, with the key points.
func (c *compared) result(verdict quarry.AnswerVerdict, reason quarry.AnswerReason, score, confidence float64) quarry.AnswerCheck {
	check := quarry.AnswerCheck{Verdict: verdict, Reason: reason, Score: score, Confidence: confidence, JudgedBy: quarry.JudgedByRules}
	if confidence < 1 {
		check.JudgedBy = quarry.JudgedByModel
	}
	c.cover(&check)
	if verdict == quarry.VerdictCorrect && check.JudgedBy == quarry.JudgedByRules {
		check.Coverage = 1
	}
	check.Numbers = c.numberChecks()
	check.Explanation = explain(check)
	return check
}

// cover fills in which key points are covered and which are missing. What a correct answer
// leaves out only explains.
func (c *compared) cover(check *quarry.AnswerCheck) {
	const half = 0.5
	correct := check.Verdict == quarry.VerdictCorrect
	contradicts := check.Verdict == quarry.VerdictIncorrect || check.Verdict == quarry.VerdictPartly && c.givesOtherNumber()
	total, present := 0.0, 0.0
	for i, required := range c.required() {
		p := c.points[i]
		shown := c.keyPoint(p)
		shown.Required, shown.Contradicted = required, contradicts && c.contradicts(p)
		if required {
			total += p.weight
			present += p.weight * p.coverage
		}
		if p.coverage >= half && !shown.Contradicted {
			check.Covered = append(check.Covered, shown)
		} else {
			shown.Required = required && !correct
			check.Missing = append(check.Missing, shown)
		}
	}
	if total > 0 {
		check.Coverage = min(1, present/total)
	}
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

func (c *compared) numberChecks() []quarry.NumberCheck {
	var checks []quarry.NumberCheck
	for i, n := range c.reference.numbers {
		check := quarry.NumberCheck{Expected: n.Quantity, Tolerance: c.numbers[i].tolerance, Agrees: c.numbers[i].agrees}
		if at := c.numbers[i].given; at >= 0 {
			check.Given = &c.given.numbers[at].Quantity
		}
		checks = append(checks, check)
	}
	return checks
}

// keyPoint returns a point as it is shown: its place is that of the whole of it in the
// reference answer, with the marks that open or close there, and its text is without
// markup.
func (c *compared) keyPoint(p point) quarry.KeyPoint {
	s := c.reference.text
	start, end := c.reference.words[p.from].start, len(s)
	before := 0
	if p.from > 0 {
		before = c.reference.words[p.from-1].end
	}
	for start > before && strings.IndexByte("*_`$([\"'<", s[start-1]) >= 0 {
		start--
	}
	if p.to < len(c.reference.words) {
		end = c.reference.words[p.to].start
	}
	last := c.reference.words[p.to-1].end
	end = min(end, last+c.reference.patterns.endOf(s[last:end]))
	return quarry.KeyPoint{Text: c.reference.patterns.plain(s[start:end]), ByteStart: start, ByteEnd: end}
}

// endOf returns how many bytes of what stands between two sentences are of the first: the
// marks that end it, and those that close what it opened.
func (p *patterns) endOf(between string) int {
	end := 0
	for end < len(between) {
		rest := between[end:]
		if target := p.nextLink.FindString(rest); target != "" {
			end += len(target)
			continue
		}
		c, size := utf8.DecodeRuneInString(rest)
		if !strings.ContainsRune(".!?。！？)]*_`$\"”%°", c) {
			break
		}
		end += size
	}
	return end
}

// plain returns a text without markup, on one line.
func (p *patterns) plain(s string) string {
	s = p.tags.ReplaceAllString(p.links.ReplaceAllString(s, "$1"), "")
	s = p.emphasis.ReplaceAllString(s, "")
	s = strings.Join(strings.Fields(p.openings.ReplaceAllString(s, "")), " ")
	return strings.TrimRight(balanced(s), " |")
}

// balanced drops the brackets at the ends of a text whose others lie outside of it.
func balanced(s string) string {
	for _, pair := range []string{"()", "[]"} {
		for strings.Count(s, pair[:1]) > strings.Count(s, pair[1:]) {
			at := strings.LastIndex(s, pair[:1])
			s = s[:at] + s[at+1:]
		}
		for strings.Count(s, pair[1:]) > strings.Count(s, pair[:1]) {
			at := strings.LastIndex(s, pair[1:])
			s = s[:at] + s[at+1:]
		}
	}
	return strings.TrimSpace(s)
}
