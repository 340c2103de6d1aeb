package markdown

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// questions takes the sections whose heading asks something, together with the
// sections below them, up to the next that asks.
func (r *reader) questions() {
	labels := phrase.LabelsOf(r.text.Each())
	asks := r.asking(labels)
	for i, s := range r.sections {
		if s.taken || !asks[i] {
			continue
		}
		last := i
		for j := i + 1; j < len(r.sections) && r.sections[j].level > s.level && !asks[j]; j++ {
			last = j
		}
		r.question(i, last, labels)
	}
}

// asking tells for every section whether its heading asks: by its question
// mark, or with an answer's label below it by its words, or by a number as
// those of its neighbours have that ask.
func (r *reader) asking(labels phrase.Labels) []bool {
	asks := make([]bool, len(r.sections))
	numbered := map[string]bool{} // by neighbourhood
	for i, s := range r.sections {
		asks[i] = s.level > 0 && (r.asks(s) || (phrase.IsQuestion(s.title) && r.isAnswered(s, labels)))
		if asks[i] && phrase.IsNumbered(s.title) {
			numbered[s.neighbourhood()] = true
		}
	}
	for i, s := range r.sections {
		if !asks[i] && s.level > 0 && phrase.IsNumbered(s.title) && numbered[s.neighbourhood()] {
			asks[i] = r.isAnswered(s, labels)
		}
	}
	return asks
}

// neighbourhood names the sections of one level under the same titles.
func (s *section) neighbourhood() string {
	return strings.Join(append(s.path[:len(s.path)-1:len(s.path)-1], strconv.Itoa(s.level)), "\n")
}

// asks reports whether a heading ends in a question mark, its grade aside.
func (r *reader) asks(s *section) bool {
	return phrase.EndsAsking(phrase.Asked(r.parser.lexicon, s.title).Text)
}

// isAnswered reports whether what stands below a heading begins with an
// answer's label.
func (r *reader) isAnswered(s *section, labels phrase.Labels) bool {
	if len(s.blocks) == 0 {
		return false
	}
	first := s.blocks[0]
	_, answered := labels.CutAnswer(r.text.Cut(r.span(first.first, first.last)))
	return answered
}

// question makes one question of the sections first..last, an index each.
func (r *reader) question(first, last int, labels phrase.Labels) {
	s := r.sections[first]
	q := phrase.Asked(r.parser.lexicon, s.title, s.path[:len(s.path)-1]...)
	end := r.answerEnd(first, last)
	q.Source.Span = r.text.Span(r.text.LineStart(s.heading.first), r.text.LineEnd(end))
	q.Answer = r.answer(s, end, labels)
	r.found.Questions = append(r.found.Questions, q)
	for i := first; i <= last; i++ {
		r.sections[i].taken = true
	}
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
func (r *reader) answer(s *section, last int, labels phrase.Labels) string {
	if last <= s.heading.last {
		return ""
	}
	body, _ := labels.CutAnswer(r.text.Cut(r.span(s.heading.last+1, last)))
	if phrase.IsPlaceholder(body) {
		return ""
	}
	return body
}
