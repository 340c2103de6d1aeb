package pattern

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// candidate is a line that may open a question.
type candidate struct {
	line     int
	last     int    // the last line of the question's own words
	words    string // without marks, its grade included
	form     form
	number   int // -1 for none
	strength phrase.Strength

	section   int  // the line of the title that it stands under, 0 for none
	announced bool // a title above it promises questions
	separated bool // a rule or a filler stands right above
	keyed     bool // options with letters stand right below it, and a line says which of them is right
	stock     bool // titles like it stand in any document
	opens     bool // a question word or a command opens it, its question mark aside
	parts     bool // it is the first heading of a text that has others below it
	graded    bool // it states its difficulty
	leaning   bool // it says nothing without what stands around it, as "Why Rust?", and no label calls it a question
	alone     bool // it does not, and speaks of no one present
	worth     bool // it says how much an answer counts
	body      body
	features  []float64 // as the model takes them
	likes     int       // how many questions have its form, itself included
}

// body is what stands below a question, as far as it may be the answer.
type body struct {
	first, last int // 0 where there is nothing
	answer      int // the first line that is labelled as the answer or hides it, 0 for none
	labelled    bool
	serves      bool   // it, or what it stands below, speaks of a course or a shop and not of what is studied
	told        bool   // its author speaks of himself in it
	label       string // of its first line, where it has one
	sign        string // the same
	quoted      bool   // it begins with a quote
	blocks      int    // parted by blank lines
}

// candidates returns the lines that may open a question, in their order.
func (t *reader) candidates() []*candidate {
	var all []*candidate
	var open [7]int                         // the line of the last heading of each level
	announce := map[int]bool{0: t.promised} // which headings promise questions, by themselves or under others
	for n := 1; n < len(t.lines); n++ {
		l := t.lines[n]
		section := slices.Max(open[:cmp.Or(l.form.heading, len(open))])
		if l.kind == heading {
			open[l.form.heading] = n
			clear(open[l.form.heading+1:])
			announce[n] = announce[section] || t.words.Announces(l.words)
		}
		if !t.opens(n) {
			continue
		}
		if bare := phrase.Unlinked(l.words); !strings.Contains(l.words, "](#") {
			l.words = bare
		}
		c := &candidate{line: n, last: n, words: l.words, form: l.form, number: l.number, worth: l.worth, section: section, announced: announce[section]}
		t.extend(c)
		c.keyed = t.isKeyed(c)
		_, _, c.graded = t.words.CutGrade(c.words)
		c.graded = c.graded || l.grade != ""
		c.strength = t.strength(c)
		if !t.mayAsk(c) {
			continue
		}
		c.stock, c.opens = t.words.IsStockTitle(c.words), c.strength > phrase.None && t.words.Asking(strings.TrimRight(c.words, " ?？*_")) > phrase.None
		c.leaning = c.form.label != "q" && t.words.LeansOnContext(c.words)
		c.alone, c.separated = !c.leaning && !t.words.Addresses(c.words), t.separated(n)
		all = append(all, c)
		n = c.last
	}
	return all
}

// mayAsk reports whether a line is neither an entry of a key, nor the title of
// statements or of the parts of a question, nor plain words without an answer.
func (t *reader) mayAsk(c *candidate) bool {
	_, grades := t.words.GradeLine(t.text.Line(c.line))
	switch {
	case grades, t.words.IsOffer(c.words) && !t.offers[c.last], c.form.heading == 1 && t.words.OffersTrueFalse(c.words), c.words == "" && t.lines[t.text.Next(c.last)].part:
		return false
	case t.inKey[c.line]:
		return c.strength == phrase.Certain && c.form.label != "q"
	}
	requests := c.strength == phrase.Strong || t.words.requests(&t.lines[c.line])
	return c.strength == phrase.Certain || !c.form.plain() || t.asking >= mostlyAsking && requests || t.isAnswered(c)
}

// isAnswered reports whether a line tells which of a candidate's options is right, or an
// answer that is labelled or hidden stands below what it begins as examiners do.
func (t *reader) isAnswered(c *candidate) bool {
	next := t.text.Next(c.last)
	return c.keyed || c.strength == phrase.Strong && next > 0 && next < c.last+longestGap && t.lines[next].answers
}

// isKeyed reports whether options with letters stand right below a candidate, and which is right.
func (t *reader) isKeyed(c *candidate) bool {
	var below []string
	for n := c.last + 1; n < min(len(t.lines), c.last+longestOffer); n++ {
		l, written := t.lines[n], t.text.Line(n)
		_, _, letters := cutLetter(l.words)
		opens := t.lines[n-1].kind == blank && letters == "" && !t.words.IsKeyLine(written)
		if l.kind != blank && (l.kind != text || l.form == c.form && !c.form.plain() || opens || len(written) > longestInset) {
			break
		}
		below = append(below, written)
	}
	found, ok := t.words.Options(c.words, below)
	return ok && found.Lettered() && found.Keyed()
}

// mostlyAsking is the share of plain blocks that ask in a text whose commands do, too. It is
// below a half, for every other block is an answer where questions and answers alternate.
const mostlyAsking = 0.4

// opens reports whether a line's marks and its place let it open a question.
func (t *reader) opens(n int) bool {
	l := t.lines[n]
	if isBox(l.words) || (l.words != "" && !strings.ContainsFunc(l.words, unicode.IsLetter)) || l.form.label != "q" && (l.words == "" || l.form.quoted && l.form.bold != asAWhole && l.form.bullet != byNumber && !l.part && t.lines[n-1].form.quoted) {
		return false
	}
	switch {
	case l.kind == heading:
		return !t.lines[n].answers
	case l.kind != text || t.lines[n].answers:
		return false
	case l.form.bullet != 0 || l.form.sign != "" || l.form.label == "q" || l.form.label != "" && t.words.EndsAsking(l.words):
		return true
	}
	return l.indent < 4 && l.fresh && !strings.HasPrefix(l.words, "|")
}

// isBox reports whether a line begins with a box to tick: it is something to do.
func isBox(words string) bool {
	return strings.HasPrefix(words, "[ ] ") || strings.HasPrefix(words, "[x] ") || strings.HasPrefix(words, "☐ ")
}

// isDirective reports whether a line opens an admonition or a container: its title was looked at.
func isDirective(words string) bool {
	return slices.ContainsFunc([]string{"!!! ", "??? ", "???+ ", ":::"}, func(mark string) bool { return strings.HasPrefix(words, mark) })
}

// opensBlock reports whether nothing that a line could go on from stands right above it.
func opensBlock(all []line, n int) bool {
	return n == 1 || all[n-1].kind != text || all[n-1].form.bullet != 0 && all[n].form.bold != 0
}

// extend takes in the further lines of a question, up to the one that ends in a question
// mark, where its first line has none, or the lines that it was wrapped into. Below a label
// that stands alone they go on to the end of the block, or to the options in it.
func (t *reader) extend(c *candidate) {
	if l := t.lines[c.line]; l.kind == heading || l.tail != "" || t.words.EndsAsking(c.words) {
		return
	}
	words, wrapped, ended := []string{c.words}, 1, false
	n := c.line + 1
	for ; n < min(len(t.lines), c.line+longestQuestion); n++ {
		l := &t.lines[n]
		if l.kind != text || l.fresh || !l.isBare() || l.form.quoted != c.form.quoted || t.lines[n].answers || t.opensOptions(n) {
			break
		}
		written := strings.TrimLeft(strings.TrimSpace(t.text.Line(n)), "> ")
		if l.worth { // "… behind it? (3 points)"
			written = l.words
		}
		_, _, letters := cutLetter(written)
		ended = ended || letters != "" || !t.wraps && t.words.isSet(t.text.Line(n-1), t.text.Line(n), t.width)
		words = append(words, written)
		if !ended {
			wrapped = len(words)
		}
		if t.words.EndsAsking(written) || l.worth {
			c.words, c.last, c.worth = strings.Join(words, " "), n, l.worth
			return
		}
	}
	switch {
	case c.words == "" && n > c.line+1:
		c.words, c.last = strings.Join(words[1:], " "), n-1
	case wrapped > 1 && (t.width > narrow || t.wraps):
		c.words, c.last = strings.Join(words[:wrapped], " "), c.line+wrapped-1
	}
}

// narrow is the widest text, in characters, of which no line is taken for a wrapped one.
const narrow = 50

// isBare reports whether a line has no mark but that of a quote.
func (l line) isBare() bool { return l.form.plain() || l.form == form{quoted: true} }

// longestQuestion is how many lines a question goes on for at most.
const longestQuestion = 12

// longestGap is how many lines below a question its labelled answer begins at the latest.
const longestGap = 4

// longestLabelLine is the longest line that is the label of an answer and nothing
// else, in bytes, its marks and tags included.
const longestLabelLine = 200

// answers reports whether a line begins with an answer's label, or opens what hides an answer.
func (t *reader) answers(n int) bool {
	if t.lines[n].part || t.lines[n].worded {
		return false
	}
	if t.hiding[n] > 0 || len(t.text.Line(n)) <= longestLabelLine && t.words.IsAnswerLabel(t.text.Line(n)) {
		return true
	}
	bare := cutItem(t.text.Line(n))
	rest, labelled := t.words.CutAnswer(bare, t.letters)
	points := labelled && arrowOf(bare) != "" && t.text.Blank(n-1) && t.words.EndsAsking(rest) // an arrow may be the mark of questions
	return labelled && !points
}

// cutItem takes a list mark off the front of a line.
func cutItem(written string) string {
	bare := strings.TrimLeft(strings.TrimSpace(written), "> ")
	if item := phrase.ItemOf(bare); item.Mark == '-' {
		return strings.TrimSpace(item.Rest)
	}
	return bare
}

func (t *reader) strength(c *candidate) phrase.Strength {
	l := &t.lines[c.line]
	graded := c.graded && c.form.plain() && t.gradedLines >= companions
	switch {
	case c.form.label == "q", l.verdict, t.judged[c.line], t.words.EndsAsking(c.words), graded:
		return phrase.Certain
	case c.form.bullet != 0 && phrase.HasBlank(c.words) && len(strings.Fields(c.words)) > fewestWords,
		(c.worth || l.tail != "") && (c.number >= 0 || l.part):
		return phrase.Strong
	}
	if strength := t.words.Asking(c.words); c.form.label == "" || strength < phrase.Strong {
		return strength
	}
	return phrase.Weak // "Example: list all", "Default: what was given"
}

// separated reports whether a rule or a filler is the first above a line that is not blank.
func (t *reader) separated(n int) bool {
	k := t.lines[above(t.lines, n)].kind
	return k == separator || k == filler
}

// bounds knows where headings stand, so that the end of an answer is found without walking there.
type bounds struct{ headings [7][]int } // by level

// next returns the first heading behind a line that stands no lower than a
// level, 0 for any level; one past the last line where there is none.
func (b *bounds) next(line, level, end int) int {
	if level == 0 {
		level = len(b.headings) - 1
	}
	first := end
	for _, stands := range b.headings[1 : level+1] {
		if i := sort.SearchInts(stands, line+1); i < len(stands) {
			first = min(first, stands[i])
		}
	}
	return first
}

// longestBody is how many lines below a candidate are looked at for evidence.
const longestBody = 1000

// readBody looks at what stands below a candidate and before a line.
func (t *reader) readBody(c *candidate, before int) {
	c.body = body{labelled: t.lines[c.line].stated || c.keyed || t.judged[c.line]}
	others := false // another question stands above any answer
	for n := c.last + 1; n < min(before, c.last+longestBody); n++ {
		l := t.lines[n]
		switch l.kind {
		case taken:
			return
		case blank, filler, separator:
			continue
		case text, code, heading:
		}
		if c.body.first == 0 {
			c.body.first, c.body.label, c.body.sign, c.body.quoted = n, l.form.label, l.form.sign, l.form.quoted
			c.body.labelled = c.body.labelled || l.kind != code && l.answers
		}
		if c.body.last == 0 || t.lines[n-1].kind == blank {
			c.body.blocks++
		}
		c.body.last = n
		switch {
		case l.kind == code || others || c.body.answer > 0:
		case t.lines[n].answers:
			c.body.answer = n
		default:
			others = l.kind == heading || l.form.label == "q" || !l.form.plain() && t.words.Asking(l.words) >= phrase.Strong
		}
	}
	c.body.serves = t.words.AsksForService(c.words) || c.body.first > 0 && t.words.AsksForService(t.text.Line(c.body.first))
	c.body.told = c.body.first > 0 && t.told[c.body.last] > t.told[c.body.first-1]
}
