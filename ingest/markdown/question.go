package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// questions takes the sections whose heading asks something, together with the
// sections below them, up to the next that asks.
func (r *reader) questions() {
	for i, s := range r.sections {
		if s.level == 0 || s.taken || !r.asks(s) {
			continue
		}
		last := i
		for j := i + 1; j < len(r.sections) && r.sections[j].level > s.level && !r.asks(r.sections[j]); j++ {
			last = j
		}
		r.question(i, last)
	}
}

// asks reports whether a heading is a question: by its question mark, or by
// the label of the answer below it.
func (r *reader) asks(s *section) bool {
	bare := phrase.Strip(strings.TrimSpace(s.title))
	if text, _, graded := r.parser.lexicon.TrailingGrade(bare); graded {
		bare = text
	}
	if bare == "" {
		return false
	}
	if phrase.EndsAsking(bare) {
		return true
	}
	if len(s.blocks) == 0 {
		return false
	}
	_, answered := phrase.CutAnswerLabel(r.text.Line(s.blocks[0].first))
	return answered
}

// question makes one question of the sections first..last, an index each.
func (r *reader) question(first, last int) {
	s := r.sections[first]
	above := s.path[:len(s.path)-1]
	asked := phrase.Strip(strings.TrimSpace(s.title))
	q := quarry.Question{Text: asked, Style: phrase.Style(asked, above...), Grade: r.titleGrade(above)}
	if bare, grade, ok := r.parser.lexicon.TrailingGrade(asked); ok {
		q.Text, q.Grade = bare, quarry.StatedGrade(grade)
	}
	end := r.answerEnd(first, last)
	q.Source.Span = r.text.Span(r.text.LineStart(s.heading.first), r.text.LineEnd(end))
	q.Source.Heading = append(q.Source.Heading, above...)
	q.Answer = r.answer(s, end)
	r.found.Questions = append(r.found.Questions, q)
	for i := first; i <= last; i++ {
		r.sections[i].taken = true
	}
}

// titleGrade returns the grade that the nearest title above states.
func (r *reader) titleGrade(titles []string) quarry.Grade {
	for _, title := range slices.Backward(titles) {
		if grade, ok := phrase.TitleGrade(r.parser.lexicon, title); ok {
			return quarry.StatedGrade(grade)
		}
	}
	return quarry.NoGrade()
}

// answerEnd returns the last line of an answer. A separator at the end parts
// it from the next question and is not in it.
func (r *reader) answerEnd(first, last int) int {
	for i := last; i >= first; i-- {
		for _, b := range slices.Backward(r.sections[i].blocks) {
			if _, separator := b.node.(*ast.ThematicBreak); !separator {
				return b.last
			}
			r.found.Marks = append(r.found.Marks, ingest.Structure(b.first, b.last, "separator"))
		}
		if i > first {
			return r.sections[i].heading.last
		}
	}
	return r.sections[first].heading.last
}

// answer returns the text between the heading and a line, without the label
// and empty where it only keeps the place of one.
func (r *reader) answer(s *section, last int) string {
	if last <= s.heading.last {
		return ""
	}
	body := r.text.Cut(r.span(s.heading.last+1, last))
	head, rest, _ := strings.Cut(body, "\n")
	if bare, ok := phrase.CutAnswerLabel(head); ok {
		body = strings.TrimLeft(bare+"\n"+rest, "\r\n")
	}
	if phrase.IsPlaceholder(body) {
		return ""
	}
	return body
}
