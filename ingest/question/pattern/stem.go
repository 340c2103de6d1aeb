package pattern

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// stem is what stands between a question's own line and the label of its answer.
type stem struct{ first, answer int } // lines; 0 where there is none

// stemBelow tells what stands between a question's own line and the label of its answer, where the
// answers of most questions of its form are labelled: it belongs to the question.
func (t *reader) stemBelow(words string, one asked, first int) stem {
	label := one.body.answer
	if label <= first || first == 0 || label >= one.end || !one.group.isAnswered() {
		return stem{}
	}
	if hides := strings.HasPrefix(strings.TrimSpace(t.text.Line(label)), "<"); hides && one.words != "" { // and is no label
		return stem{}
	}
	for n := first; n < label; n++ {
		if k := t.lines[n].kind; k == heading || k == taken {
			return stem{}
		}
	}
	if _, offered := t.words.Options(words, strings.Split(t.written(first, one.end-1), "\n")); offered {
		return stem{}
	}
	return stem{first, label}
}

// takeStem adds a stem to a question's text, and returns the line that the
// question begins on. A title that asks nothing stays the title of what does.
func (t *reader) takeStem(q *quarry.Question, one asked, s stem) int {
	from, to := s.first, s.answer-1
	for ; from <= to && t.isAside(q, from); from++ {
	}
	for ; to >= from && (t.isAside(q, to) || t.words.IsHint(t.text.Line(to))); to-- {
	}
	if from > to {
		return one.line
	}
	written := strings.TrimSpace(t.written(from, to))
	if one.form.heading > 0 && one.words != "" && t.words.Asking(one.words) < phrase.Strong {
		q.Text = written
		return from
	}
	q.Text = strings.TrimSpace(q.Text + "\n\n" + written)
	return one.line
}

// isAnswered reports whether the answers of a group are labelled.
func (g *group) isAnswered() bool { return len(g.members) > 1 && most(g.answered, len(g.members)) }

// judge completes a question by what its own line says: that a statement is true
// or false, or which of its options is right.
func (t *reader) judge(q *quarry.Question, one asked) {
	l := t.lines[one.line]
	if l.verdict || t.judged[one.line] {
		q.Style = quarry.StyleTrueFalse
	}
	if l.right > 0 && l.right <= len(q.Choices) && q.Answer == "" {
		q.Answer = q.Choices[l.right-1]
	}
}
