package pattern

import (
	"sort"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// bounds knows where headings stand, so that the end of an answer is found without walking there.
type bounds struct{ headings [7][]int } // by level

func (t *reader) readBounds() {
	for n := 1; n < len(t.lines); n++ {
		if l := t.lines[n]; l.kind == heading && !t.lines[n].answers {
			t.bounds.headings[l.form.heading] = append(t.bounds.headings[l.form.heading], n)
		}
	}
}

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
			c.body.first = n
			t.readFirst(c, n)
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

func (t *reader) readFirst(c *candidate, n int) {
	l := t.lines[n]
	c.body.labelled = c.body.labelled || (l.kind != code && t.lines[n].answers)
	c.body.label = l.form.label
	c.body.sign = l.form.sign
	c.body.quoted = l.form.quoted
}
