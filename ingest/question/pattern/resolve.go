package pattern

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// asked is a candidate that is a question, and where its answer ends.
type asked struct {
	*candidate

	group *group // the questions of its form
	end   int    // the line before which its answer ends
	other bool   // a question without marks ends it, which those of its form have not
}

// resolve tells where each question ends, and which of them belong to the answer of another.
func (t *reader) resolve(all []*candidate) []asked {
	groups := groupsOf(all, func(c *candidate) form { return c.form })
	for _, c := range all {
		c.likes = len(groups[c.form].members)
	}
	longest := mostBlocks(all)
	var kept []asked
	for i := 0; i < len(all); i++ {
		c := all[i]
		one := asked{candidate: c, group: groups[c.form], end: t.bounds.next(c.last, c.form.heading, len(t.lines))}
		next := i + 1
		for ; next < len(all) && all[next].line < one.end; next++ {
			ends := t.ends(one, all[next])
			if one.other = !ends && t.opensAnew(one, all[next], longest[c.form]); ends || one.other {
				one.end = all[next].line
				break
			}
		}
		if t.isTitleOf(one, all, i+1) {
			continue
		}
		kept = append(kept, one)
		i = max(i, next-1)
	}
	return t.trim(kept)
}

// mostBlocks returns, by form, how many blocks the longest answer has that no other form is in.
func mostBlocks(all []*candidate) map[form]int {
	counts := map[form][]int{}
	for i, c := range all[:max(0, len(all)-1)] {
		if all[i+1].form == c.form {
			counts[c.form] = append(counts[c.form], c.body.blocks)
		}
	}
	longest := map[form]int{}
	for form, blocks := range counts {
		if len(blocks) >= companions {
			longest[form] = slices.Max(blocks)
		}
	}
	return longest
}

// opensAnew reports whether a plain line that asks stands where the answers of a
// question's form are over, as where only a part of a text labels its questions.
func (t *reader) opensAnew(one asked, other *candidate, longest int) bool {
	if longest == 0 || one.form.heading > 0 || !other.form.plain() || other.strength != phrase.Certain {
		return false
	}
	blocks := 0
	for n := one.last + 1; n <= min(other.line, one.last+longestBody); n++ {
		if k := t.lines[n].kind; (k == text || k == code) && (t.lines[n-1].kind == blank || n == one.last+1) {
			blocks++
		}
	}
	return blocks > longest+1
}

// ends reports whether another question ends an answer and is not a part of it.
func (t *reader) ends(one asked, other *candidate) bool {
	own, next := rankOf(one.candidate), rankOf(other)
	switch {
	case t.dense && one.form.plain() && other.line == one.last+1 && other.body.first == 0 && most(one.group.bodies, len(one.group.members)):
		return false // it answers the line above it, where lines that ask and lines that answer alternate
	case one.form == other.form || other.form.label == "q":
		return true
	case other.form.heading > 0:
		return other.strength == phrase.Certain || other.form.heading <= one.form.heading
	case one.form.heading > 0:
		return false
	}
	if other.strength == phrase.Certain && (other.form.plain() && other.likes > one.likes || one.form.plain() && (other.form.plain() || other.likes >= companions)) {
		return true // the text's own questions have no marks, or all others have
	}
	return next >= own && t.lines[other.line].indent <= t.lines[one.line].indent
}

// rankOf orders the marks by how far they stand out.
func rankOf(c *candidate) int {
	switch {
	case c.form.label == "q":
		return 4
	case c.form.bold != 0:
		return 3
	case c.form.bullet != 0 && c.form.bullet != byMark:
		return 2
	case c.form.bullet != 0 || c.form.sign != "":
		return 1
	}
	return 0
}

// isTitleOf reports whether a heading without an answer is only the title of those below it.
func (t *reader) isTitleOf(one asked, all []*candidate, next int) bool {
	if next >= len(all) {
		return false
	}
	first := all[next]
	if t.isTaskOf(one, all[next:]) {
		return true
	}
	if one.form.heading == 0 {
		return false
	}
	boundary := t.bounds.next(one.last, one.form.heading, len(t.lines))
	if first.line >= boundary || (first.form.heading > 0 && first.form.heading <= one.form.heading) {
		return false
	}
	for n := one.last + 1; n < first.line; n++ {
		if k := t.lines[n].kind; k == text || k == code || k == taken {
			return false
		}
	}
	between := t.bounds.next(one.last, 0, first.line) < first.line
	return first.form.heading > 0 && !between || len(one.group.members) <= company(all[next:], first.form, boundary)
}

// isTaskOf reports whether a line only names a task, or what its parts share that ask below.
func (t *reader) isTaskOf(one asked, below []*candidate) bool {
	first := below[0]
	shares := !t.lines[one.line].part && t.lines[first.line].part
	if t.offers[one.last] && t.judged[first.line] {
		return true
	}
	if one.body.labelled || strings.ContainsAny(one.words, "?？؟") {
		return false
	}
	if t.isTopicOf(one, first) {
		return true
	}
	_, _, letters := cutLetter(cutItem(t.text.Line(first.line))) // "6. a) Why …" is a task itself
	if first.line > one.end || first.line == one.end && (!shares || first.number != 1 || letters == "") {
		return false
	}
	numbered := rankOf(one.candidate) > 1 && first.form.bullet == byNumber
	if !numbered && (one.form.label != "q" && !shares || t.words.Asking(one.words) >= phrase.Strong) {
		return false
	}
	if shares {
		return true
	}
	return first.form.bullet == byNumber && first.strength >= phrase.Strong && company(below, first.form, one.end) > 1
}

// isTopicOf reports whether a numbered line asks nothing, and what asks right below it is set in,
// as "- Classify shock." is below "2. Shock".
func (t *reader) isTopicOf(one asked, first *candidate) bool {
	own, below := t.lines[one.line], t.lines[first.line]
	return one.strength == phrase.None && first.strength >= phrase.Strong && rankOf(one.candidate) == 2 && rankOf(first) > 0 &&
		below.indent > own.indent && t.text.Next(one.last) == first.line
}

// company returns how many of some questions before a line have a form.
func company(all []*candidate, of form, before int) int {
	count := 0
	for _, c := range all {
		if c.line >= before {
			break
		}
		if c.form == of {
			count++
		}
	}
	return count
}

// trim ends every answer where those of its group end.
func (t *reader) trim(all []asked) []asked {
	styles := map[form]*style{}
	for i := range all {
		if styles[all[i].form] == nil {
			styles[all[i].form] = &style{}
		}
		styles[all[i].form].add(t, all[i])
	}
	for i := range all {
		all[i].end = t.endOf(all[i], styles[all[i].form])
	}
	return all
}

// style is how the answers of a group look.
type style struct {
	count, flush, blocks int
	last                 int // blocks of the answer that was added last
}

func (s *style) add(t *reader, one asked) {
	s.count++
	s.blocks = max(s.blocks, s.last)
	s.last = one.body.blocks
	for n := one.last + 1; n < one.end; n++ {
		if l := t.lines[n]; l.kind == text && l.indent <= t.lines[one.line].indent && l.form.bullet == 0 && t.lines[n-1].kind == blank {
			s.flush++
			break
		}
	}
}

// endOf returns the line before which an answer ends: at a rule, where rules
// part the questions of its group or nothing but the end of the text follows;
// behind what is indented, where the answers of list items are; behind as many
// blocks as others have, where it is the last of some lines without marks.
func (t *reader) endOf(one asked, s *style) int {
	if end := t.hiddenEnd(one); end > 0 {
		return end
	}
	blocks := 0
	for n := one.last + 1; n < one.end; n++ {
		opens := t.lines[n-1].kind == blank || n == one.last+1
		switch k := t.lines[n].kind; {
		case k == blank, k == filler:
			continue
		case k == separator, t.isForeign(one, n):
			return n
		case opens:
			blocks++
		}
		if opens && t.isBehind(one, s, n, blocks) {
			return n
		}
	}
	return one.end
}

// hiddenEnd returns the line behind the details that hide a question's answer,
// where nothing stands before them, 0 where there are none.
func (t *reader) hiddenEnd(one asked) int {
	first := one.body.answer
	if first == 0 || first != one.body.first || first >= one.end || !strings.HasPrefix(strings.TrimSpace(t.text.Line(first)), "<details") {
		return 0
	}
	depth := 0
	for n := first; n < one.end; n++ {
		if t.isForeign(one, n) {
			return n
		}
		written := t.text.Line(n)
		depth += strings.Count(written, "<details") - strings.Count(written, "</details")
		if depth <= 0 {
			return n + 1
		}
	}
	return 0
}

// isForeign reports whether a line cannot belong to an answer.
func (t *reader) isForeign(one asked, n int) bool {
	l := t.lines[n]
	return l.kind == taken || l.keyed || one.form.quoted && !l.form.quoted && (one.body.quoted || t.lines[one.line].inset && !one.body.labelled && one.body.answer == 0)
}

// isBehind reports whether a block begins where the answer of a question is over: an item's, behind
// what is indented, or one of lines without marks, behind as many blocks as others have.
func (t *reader) isBehind(one asked, s *style, n, blocks int) bool {
	l := t.lines[n]
	level := one.form.heading
	loose := one.other || level == 0 && one.form.bold == 0 && t.bounds.next(one.last, 0, len(t.lines)) >= one.end &&
		one.end == t.bounds.next(one.last, level, len(t.lines)) // only blank lines tell where its answer ends
	if loose && s.count >= companions && blocks > max(1, s.blocks) {
		return true
	}
	own := &t.lines[one.line]
	isItem := one.form.bullet != 0 && one.form.heading == 0 && (one.form.bold == 0 || one.form.label == "q")
	flush := l.kind == text && l.form.bullet == 0 && l.indent <= own.indent
	return isItem && flush && 2*s.flush < s.count && n > one.last+1
}
