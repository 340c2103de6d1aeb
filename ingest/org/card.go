package org

import (
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// readGrades finds out which difficulty every heading states: by a property, a
// tag, or that of the heading above it.
func (w *rewriter) readGrades(lexicon *quarry.Lexicon) {
	var above []heading
	for i := range w.headings {
		h := &w.headings[i]
		for len(above) > 0 && above[len(above)-1].level >= h.level {
			above = above[:len(above)-1]
		}
		if len(above) > 0 {
			h.grade = above[len(above)-1].grade
		}
		words := append([]string{h.properties["difficulty"], h.properties["level"], h.properties["grade"]}, h.tags...)
		for _, word := range words {
			if grade, ok := lexicon.GradeOf(word); ok && word != "" {
				h.grade = quarry.StatedGrade(grade)
				break
			}
		}
		above = append(above, *h)
	}
}

// gradeAt returns the difficulty that is stated for a line.
func (w *rewriter) gradeAt(line int) quarry.Grade {
	behind := sort.Search(len(w.headings), func(i int) bool { return w.headings[i].line > line })
	if behind == 0 {
		return quarry.NoGrade()
	}
	return w.headings[behind-1].grade
}

// cards takes the cards of programs that quiz out of the outline.
func (p *Parser) cards(w *rewriter) []quarry.Question {
	var all []quarry.Question
	var above []string
	text := ingest.NewText(append([]byte(nil), w.out...))
	for i := 0; i < len(w.headings); i++ {
		h := w.headings[i]
		above = append(above[:min(len(above), h.level-1)], h.title)
		q, last, ok := w.card(text, i)
		if !ok {
			continue
		}
		asked := phrase.Asked(p.lexicon, q.Text, above[:len(above)-1]...)
		if strings.TrimSpace(asked.Text) == "" { // no card without a front: what stands there is an outline's
			continue
		}
		asked.Answer, asked.Source.Span = q.Answer, w.text.LineSpan(h.line, last)
		if q.Style == quarry.StyleCloze {
			asked.Style = q.Style
		}
		if phrase.IsPlaceholder(asked.Answer) {
			asked.Answer = ""
		}
		all = append(all, asked)
		for n := h.line; n <= last; n++ {
			w.fill(n, "")
		}
		for i+1 < len(w.headings) && w.headings[i+1].line <= last {
			i++
		}
	}
	return all
}

// card reads the card that a heading begins, and returns its last line.
func (w *rewriter) card(text *ingest.Text, i int) (quarry.Question, int, bool) {
	h := w.headings[i]
	last := w.end(i)
	own := w.body(text, i)
	asks := h.isCard() || phrase.EndsAsking(h.title)
	front, back, sided := w.sides(text, i)
	switch {
	case sided && front != "":
	case sided && own != "" && (h.isCard() || !asks):
		front = own
	case sided && asks:
		front = h.title
	case sided || !h.isCard():
		return quarry.Question{}, 0, false
	default:
		if shown, hidden := cutCloze(own); hidden != "" {
			return quarry.Question{Text: shown, Answer: hidden, Style: quarry.StyleCloze}, last, true
		}
		front, back = h.title, w.tree(text, i)
	}
	return quarry.Question{Text: front, Answer: back}, last, true
}

// sides returns what stands below the headings "Front" and "Back", and their
// like, under a heading, and whether it has a back.
func (w *rewriter) sides(text *ingest.Text, i int) (string, string, bool) {
	front, back, sided := "", "", false
	for j := i + 1; j < len(w.headings) && w.headings[j].level > w.headings[i].level; j++ {
		if w.headings[j].level != w.headings[i].level+1 {
			continue
		}
		switch strings.ToLower(strings.Trim(w.headings[j].title, " .:!")) {
		case "front", "question":
			front = w.tree(text, j)
		case "back", "answer", "the answer", "solution":
			back, sided = w.tree(text, j), true
		}
	}
	return front, back, sided
}

// isCard reports whether a heading is marked as a card.
func (h heading) isCard() bool {
	for _, tag := range h.tags {
		switch strings.ToLower(tag) {
		case "drill", "fc", "flashcard", "flashcards", "card", "anki":
			return true
		}
	}
	_, isNote := h.properties["anki_note_type"]
	return isNote
}

// end returns the last line that stands below a heading and those under it.
func (w *rewriter) end(i int) int {
	for j := i + 1; j < len(w.headings); j++ {
		if w.headings[j].level <= w.headings[i].level {
			return w.lastText(w.headings[i].line, w.headings[j].line-1)
		}
	}
	return w.lastText(w.headings[i].line, w.text.Lines())
}

func (w *rewriter) lastText(first, last int) int {
	for last > first && w.text.Blank(last) {
		last--
	}
	return last
}

// body returns what stands between a heading and the next.
func (w *rewriter) body(text *ingest.Text, i int) string {
	last := w.text.Lines()
	if i+1 < len(w.headings) {
		last = w.headings[i+1].line - 1
	}
	return w.between(text, w.headings[i].line+1, last)
}

// tree returns what stands below a heading, with the headings under it.
func (w *rewriter) tree(text *ingest.Text, i int) string {
	return w.between(text, w.headings[i].line+1, w.end(i))
}

func (w *rewriter) between(text *ingest.Text, first, last int) string {
	if first > last {
		return ""
	}
	return strings.TrimSpace(text.Cut(text.LineSpan(first, last)))
}
