package answer

import (
	"regexp"
	"strings"
	"unicode"
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

// findPoints parts a reference answer into its key points.
func (c *compared) findPoints() {
	words := c.reference.words
	asked := -1
	if wanted := c.wantedNumbers(); len(wanted) > 0 {
		asked = wanted[0]
	}
	for from := 0; from < len(words) && len(c.points) < mostPoints; {
		p, total, present := point{from: from}, 0.0, 0.0
		to, named := from, len(c.points) == 0
		for ; to < len(words) && words[to].sentence == words[from].sentence; to++ {
			w := words[to]
			switch {
			case w.number >= 0:
				named = named || w.number == asked
				total += numberWeight
				if c.numbers[w.number].agrees {
					present += numberWeight
				}
			case w.tells() && !c.asked[to]:
				named = named || utf8.RuneCountInString(w.lower) > 1 && strings.ContainsFunc(w.lower, unicode.IsLetter)
				total += w.weight
				if !c.against[to] {
					present += w.weight * c.found[to].share
				}
			}
		}
		p.to = to
		if total > 0 && named { // and no bare figures: "p = 4: 20 %"
			p.weight, p.coverage = total, present/total
			p.aside = words[from].aside || c.reference.begins(cueExemplifying, " "+words[from].lower+" "+words[min(from+1, to-1)].lower+" ")
			c.points = append(c.points, p)
		}
		from = to
	}
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
	for i, p := range c.points {
		switch {
		case asks && !more:
		case len(wanted) > 0:
			at := c.reference.numbers[wanted[0]].word
			required[i] = p.from <= at && at < p.to
		default:
			required[i] = !p.aside && p.weight >= much*most
		}
	}
	if len(required) > 0 && most == 0 || asks && !more && len(required) > 0 {
		required[0] = true
	}
	return required
}

// result says what was found, with the key points.
func (c *compared) result(verdict quarry.AnswerVerdict, reason quarry.AnswerReason, score, confidence float64) quarry.AnswerCheck {
	const half = 0.5
	check := quarry.AnswerCheck{Verdict: verdict, Reason: reason, Score: score, Confidence: confidence, JudgedBy: quarry.JudgedByRules}
	if confidence < 1 {
		check.JudgedBy = quarry.JudgedByModel
	}
	total, present := 0.0, 0.0
	required := c.required()
	for i, p := range c.points {
		shown := c.keyPoint(p)
		shown.Required = required[i]
		if required[i] {
			total += p.weight
			present += p.weight * p.coverage
		}
		shown.Contradicted = c.contradicts(p) && verdict != quarry.VerdictCorrect
		switch {
		case shown.Text == "":
		case p.coverage >= half && !shown.Contradicted:
			check.Covered = append(check.Covered, shown)
		default:
			shown.Required = shown.Required && verdict != quarry.VerdictCorrect // what a correct answer leaves out only explains
			check.Missing = append(check.Missing, shown)
		}
	}
	if total > 0 {
		check.Coverage = min(1, present/total)
	}
	if verdict == quarry.VerdictCorrect && check.JudgedBy == quarry.JudgedByRules {
		check.Coverage = 1
	}
	check.Numbers = c.numberChecks()
	check.Explanation = explain(check)
	return check
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
	end = min(end, last+endOf(s[last:end]))
	return quarry.KeyPoint{Text: plain(s[start:end]), ByteStart: start, ByteEnd: end}
}

// endOf returns how many bytes of what stands between two sentences are of the first: the
// marks that end it, and those that close what it opened.
func endOf(between string) int {
	end := 0
	for end < len(between) {
		rest := between[end:]
		if target := linkTarget.FindString(rest); target != "" {
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

var linkTarget = regexp.MustCompile(`^\]\([^)\s]*\)`)

var (
	links    = regexp.MustCompile(`!?\[([^\]]*)\]\([^)\s]*\)`)
	tags     = regexp.MustCompile(`</?[A-Za-z][^>\n]*>`)
	emphasis = regexp.MustCompile(`(\*\*|__|\*|\b_|_\b|` + "`" + `)`)
	rules    = regexp.MustCompile(`^[\s|:*#>+-]+`)
)

// plain returns a text without markup, on one line.
func plain(s string) string {
	s = tags.ReplaceAllString(links.ReplaceAllString(s, "$1"), "")
	s = emphasis.ReplaceAllString(s, "")
	s = strings.Join(strings.Fields(rules.ReplaceAllString(s, "")), " ")
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
