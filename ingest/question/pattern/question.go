package pattern

import (
	"cmp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	textkit "github.com/quarrykb/quarry/internal/text"
)

// oneStar is a grade where others have more of them, and a list mark elsewhere.
const oneStar = "★"

// question makes the question that a candidate opens.
func (t *reader) question(one asked) (ingest.Found, bool) {
	first, last := t.answerLines(one)
	q := quarry.Question{}
	words := t.grade(&q, one)
	q.Text = phrase.Unlinked(t.words.Strip(words))
	line, level := one.line, one.form.heading
	if q.Text == "" {
		first = t.textBelow(&q, first, last)
	}
	if s := t.stemBelow(q.Text, one, first); s.answer > 0 {
		line, first = t.takeStem(&q, one, s), s.answer
	}
	if line > one.line {
		level = 0
	}
	if q.Text == "" {
		return ingest.Found{}, false
	}
	if first > 0 && first <= last {
		t.answer(&q, one, first, last)
	}
	if tail := t.lines[one.line].tail; tail != "" {
		q.Answer = strings.TrimSpace(t.clean(withoutDash(tail)) + "\n" + q.Answer)
	}
	t.judge(&q, one)
	t.settle(&q)
	end := max(one.last, last)
	q.Source.Span = t.text.LineSpan(line, end)
	found := ingest.Found{Lines: quarry.LineRange{LineStart: line, LineEnd: end}, Level: level, Question: q}
	t.titled(&found)
	t.closing(&found, one.end)
	return found, true
}

// settle takes off a question what says something about it.
func (t *reader) settle(q *quarry.Question) {
	own, around := t.words.Own(q.Text)
	if q.Text = own; around.Offers {
		q.Style = quarry.StyleTrueFalse
	}
	if around.Grade != "" && q.Grade.Source != quarry.DifficultyStated {
		q.Grade = quarry.StatedGrade(around.Grade)
	}
	q.Answer = cmp.Or(q.Answer, around.Verdict)
}

// titled takes in the title that stands above a question, where no mark says that it is one.
func (t *reader) titled(found *ingest.Found) {
	for n := found.Lines.LineStart - 1; n >= 1; n-- {
		switch l := t.lines[n]; {
		case l.titles:
			found.Lines.LineStart = n
			found.Marks = append(found.Marks, ingest.Structure(n, n, "title"))
			if found.Title == "" {
				found.Title, _ = t.words.Heading(t.text.Line(n))
			}
		case l.kind != blank:
			return
		}
	}
}

// grade takes the difficulty that a question states off its words.
func (t *reader) grade(q *quarry.Question, one asked) string {
	words, grade, graded := t.words.CutGrade(strings.TrimSpace(one.words))
	if own := t.lines[one.line].grade; !graded && own != "" {
		grade, graded = own, true
	}
	if !graded && one.form.sign == oneStar && len(one.group.members) >= companions { // among others of two and three
		grade, graded = quarry.Easy, true
	}
	if above, ok := t.levelAbove(one.line); !graded && ok {
		grade, graded = above, true
	}
	if graded {
		q.Grade = quarry.StatedGrade(grade)
	}
	return words
}

// answerLines returns the first and the last line of an answer, both 0 where there is none.
func (t *reader) answerLines(one asked) (int, int) {
	first, last := 0, 0
	for n := one.last + 1; n < one.end; n++ {
		switch t.lines[n].kind {
		case text, code, heading:
			if first == 0 {
				first = n
			}
			last = n
		case blank, separator, filler, taken:
		}
	}
	return first, last
}

// textBelow takes the block below a heading that only numbers its question for
// the question's text, and returns the first line behind it.
func (t *reader) textBelow(q *quarry.Question, first, last int) int {
	for ; first > 0 && first < last && t.isAside(q, first); first++ {
	}
	if first == 0 || t.lines[first].answers {
		return first
	}
	end := first
	for t.lines[first].kind == code && end < last && t.lines[end].kind != text { // what is asked stands below its code
		end++
	}
	if t.lines[first].kind == code && t.lines[end].kind != text {
		return first
	}
	for end < last && t.lines[end+1].kind == text && t.lines[end+1].form.bullet == 0 && !t.lines[end+1].answers && !t.opensOptions(end+1) {
		end++
	}
	words := t.written(first, end)
	if t.lines[first].kind != code {
		words = strings.Join(strings.Fields(words), " ")
	}
	asked, grade, graded := t.words.CutGrade(words)
	if graded {
		q.Grade = quarry.StatedGrade(grade)
	}
	q.Text = t.words.Strip(asked)
	for end++; end <= last && t.lines[end].kind == blank; end++ {
	}
	return end
}

// opensOptions reports whether a line begins with the first letter of options,
// and the one below with the second.
func (t *reader) opensOptions(n int) bool {
	below := ""
	if n+1 < len(t.lines) {
		below = t.text.Line(n + 1)
	}
	return t.words.OpensOptions(t.text.Line(n), below)
}

// answer reads what stands below a question.
func (t *reader) answer(q *quarry.Question, one asked, first, last int) {
	for ; first <= last && t.isAside(q, first); first++ {
	}
	for ; last >= first && t.isAside(q, last); last-- {
	}
	if first > last {
		return
	}
	written := t.written(first, last)
	if one.body.quoted {
		written = unquote(written)
	}
	written = one.group.cutLabel(t.words, written)
	if !t.choose(q, one, written) {
		q.Answer = t.clean(written)
	}
}

// isAside reports whether a line at an edge of an answer is no part of it: one
// that states the question's grade, which is taken, or has no words.
func (t *reader) isAside(q *quarry.Question, n int) bool {
	if k := t.lines[n].kind; k == blank || k == filler {
		return true
	}
	grade, ok := t.words.GradeLine(t.text.Line(n))
	if ok {
		q.Grade = quarry.StatedGrade(grade)
	}
	return ok
}

// unquote takes the marks of a quote off lines that all have them.
func unquote(written string) string {
	all := strings.Split(written, "\n")
	for i, one := range all {
		bare, quoted := strings.CutPrefix(strings.TrimLeft(one, " "), ">")
		if !quoted && bare != "" {
			return written
		}
		all[i] = strings.TrimPrefix(bare, " ")
	}
	return strings.Join(all, "\n")
}

// written returns the text of some lines, without the indentation that all of them have.
func (t *reader) written(first, last int) string {
	cut := t.text.Cut(quarry.Span{ByteStart: t.text.LineStart(first), ByteEnd: t.text.LineEnd(last)})
	return textkit.Dedented(strings.TrimRight(strings.ReplaceAll(cut, "\r\n", "\n"), " \t\n"))
}

// clean takes labels and wrappers off an answer.
func (t *reader) clean(written string) string {
	body := t.folds.Unwrap(written)
	if item := phrase.ItemOf(strings.TrimSpace(body)); item.Mark == '-' {
		if answer, labelled := t.words.CutAnswer(item.Rest, t.letters); labelled {
			body = textkit.Dedented(answer)
		}
	} else if answer, labelled := t.words.CutAnswer(body, t.letters); labelled {
		body = answer
	}
	body = strings.TrimSpace(t.folds.Unwrap(body))
	if t.words.IsPlaceholder(body) {
		return ""
	}
	return withoutLoneMark(body)
}

// withoutLoneMark takes the mark off an answer that is a list of one item. Before a
// digit it may be a minus.
func withoutLoneMark(answer string) string {
	item := phrase.ItemOf(answer)
	if item.Mark != '-' || item.Rest == "" || strings.IndexByte("0123456789.[", item.Rest[0]) >= 0 {
		return answer
	}
	lines := strings.Split(strings.TrimSpace(item.Rest), "\n")
	for i, line := range lines[1:] {
		lines[i+1] = strings.TrimSpace(line)
		if phrase.ItemOf(lines[i+1]).Mark != 0 || lines[i+1] == "" || !strings.HasPrefix(line, "  ") || strings.HasPrefix(lines[i+1], "```") {
			return answer
		}
	}
	return strings.Join(lines, "\n")
}

// closing marks the rules behind an answer.
func (t *reader) closing(found *ingest.Found, end int) {
	for n := found.Lines.LineEnd + 1; n < end; n++ {
		switch t.lines[n].kind {
		case separator:
			found.Marks = append(found.Marks, ingest.Structure(n, n, "separator"))
		case filler:
			found.Marks = append(found.Marks, ingest.Furniture(n, n, "note"))
		case blank:
			continue
		case text, code, heading, taken:
			return
		}
		found.Lines.LineEnd = n
	}
}
