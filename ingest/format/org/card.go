package org

import (
	"slices"
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Cues of cards.
const (
	cardTags     lexicon.Cue = "card_tags"
	cardPrograms lexicon.Cue = "card_programs"
	cardFronts   lexicon.Cue = "card_fronts"
	cardBacks    lexicon.Cue = "card_backs"
	gradeFields  lexicon.Cue = "grade_keys"
)

// readGrades finds out which difficulty every heading states: by a property, a
// tag, or that of the heading above it.
func (w *rewriter) readGrades(lexicon *lexicon.Lexicon) {
	var above []heading
	for i := range w.headings {
		h := &w.headings[i]
		for len(above) > 0 && above[len(above)-1].level >= h.level {
			above = above[:len(above)-1]
		}
		if len(above) > 0 {
			h.grade = above[len(above)-1].grade
		}
		if grade, ok := w.statedGrade(lexicon, *h); ok {
			h.grade = quarry.StatedGrade(grade)
		}
		above = append(above, *h)
	}
}

// statedGrade returns the difficulty that a heading states itself.
func (w *rewriter) statedGrade(lexicon *lexicon.Lexicon, h heading) (quarry.Difficulty, bool) {
	var words []string
	for _, field := range w.cues[gradeFields].List() {
		words = append(words, h.properties[field])
	}
	for _, word := range append(words, h.tags...) {
		if grade, ok := lexicon.GradeOf(word); ok && word != "" {
			return grade, true
		}
	}
	return "", false
}

// gradeAt returns the difficulty that is stated for a line.
func (w *rewriter) gradeAt(line int) quarry.Grade {
	behind := sort.Search(len(w.headings), func(i int) bool { return w.headings[i].line > line })
	if behind == 0 {
		return quarry.NoGrade()
	}
	return w.headings[behind-1].grade
}

// cards takes the cards of programs that quiz out of the outline, and what
// stands under them that is neither their front nor their back.
func (p *Parser) cards(w *rewriter) ([]quarry.Question, []quarry.Passage) {
	var all []quarry.Question
	var aside []quarry.Passage
	var above []string
	text := ingest.NewText(w.written)
	behind := 0 // the last line of the last card
	for i, h := range w.headings {
		if h.line <= behind {
			continue
		}
		above = append(above[:min(len(above), h.level-1)], h.title)
		written, last, ok := w.card(p.phrases, text, i)
		q := p.question(written, above[:len(above)-1])
		if !ok || strings.TrimSpace(q.Text) == "" { // no card without a front: what stands there is an outline's
			continue
		}
		q.Source.Span = w.text.LineSpan(h.line, last)
		all = append(all, q)
		for _, piece := range written.aside(q) {
			aside = append(aside, w.passage(text, piece, append(slices.Clone(above[:len(above)-1]), phrase.Short(h.title))))
		}
		for behind = h.line; behind < last; behind++ {
			w.fill(behind, "")
		}
		w.fill(last, "")
	}
	return all, aside
}

func (w *rewriter) passage(text *ingest.Text, at lines, titles []string) quarry.Passage {
	kept := quarry.Passage{Text: w.between(text, at.first, at.last)}
	kept.Source.Span, kept.Source.Heading = w.text.LineSpan(at.first, at.last), titles
	return kept
}

// question makes a question of the sides of a card.
func (p *Parser) question(c card, titles []string) quarry.Question {
	q := p.phrases.Asked(c.front, titles...)
	if c.hides {
		q.Style = quarry.StyleCloze
	}
	if !p.phrases.IsPlaceholder(c.back) {
		q.Answer = strings.TrimSpace(c.back + "\n\n" + c.more)
	}
	return q
}

// lines is a run of lines, both ends inclusive.
type lines struct{ first, last int }

// card is the sides of a card as written.
type card struct {
	front, back string
	hides       bool    // the back is words of the front
	more        string  // what is shown together with the back
	shown       []lines // that it stands on
	named       []lines // what says something of the card as a whole
}

// aside returns what is neither on the front of a card nor in the answer of the
// question that was made of it.
func (c card) aside(q quarry.Question) []lines {
	if q.Answer != "" {
		return c.named
	}
	return slices.Concat(c.named, c.shown)
}

// card reads the card that a heading begins, and returns its last line. A
// heading that asks belongs to the front, and so does what stands below it
// before the sides; any other only names the card.
func (w *rewriter) card(phrases *phrase.Reader, text *ingest.Text, i int) (card, int, bool) {
	h := w.headings[i]
	own := w.body(text, i)
	asks := phrases.EndsAsking(h.title)
	c, sided := w.sides(text, i)
	switch {
	case sided && c.front != "":
		if own != "" {
			c.named = append(c.named, lines{first: h.line + 1, last: w.bodyEnd(i)})
		}
	case sided && asks:
		c.front = strings.TrimSpace(h.title + "\n\n" + own)
	case sided && own != "":
		c.front = own
	case sided || !w.isCard(h):
		return card{}, 0, false
	default:
		c.front, c.back = cutCloze(own)
		if c.hides = c.back != ""; !c.hides {
			c = card{front: h.title, back: w.tree(text, i)}
		}
	}
	return c, w.end(i), true
}

// sides returns what stands below the headings "Front" and "Back", and their
// like, under a heading, and whether it has a back. What stands below others is
// shown with the back.
func (w *rewriter) sides(text *ingest.Text, i int) (card, bool) {
	var found card
	sided := false
	for j := i + 1; j < len(w.headings) && w.headings[j].level > w.headings[i].level; j = w.behind(j) {
		switch title := strings.ToLower(strings.Trim(w.headings[j].title, " .:!")); {
		case w.cues[cardFronts].Has(title):
			found.front = joined(found.front, w.tree(text, j))
		case w.cues[cardBacks].Has(title):
			found.back, sided = joined(found.back, w.tree(text, j)), true
		default:
			at := lines{first: w.headings[j].line, last: w.end(j)}
			found.more = joined(found.more, w.between(text, at.first, at.last))
			found.shown = append(found.shown, at)
		}
	}
	return found, sided
}

// behind returns the first heading that does not stand under another.
func (w *rewriter) behind(i int) int {
	next := i + 1
	for next < len(w.headings) && w.headings[next].level > w.headings[i].level {
		next++
	}
	return next
}

func joined(before, more string) string { return strings.TrimSpace(before + "\n\n" + more) }

// isCard reports whether a heading is marked as a card.
func (w *rewriter) isCard(h heading) bool {
	for _, tag := range h.tags {
		tag = strings.ToLower(tag)
		if w.cues[cardTags].Has(tag) || w.cues[cardPrograms].Has(tag) {
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
	return w.between(text, w.headings[i].line+1, w.bodyEnd(i))
}

func (w *rewriter) bodyEnd(i int) int {
	if i+1 < len(w.headings) {
		return w.headings[i+1].line - 1
	}
	return w.text.Lines()
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

// cutCloze takes the hidden words out of a card: "{{c1::hidden}}", or
// "[hidden]" and "[hidden||hint]". What is a link hides nothing.
func cutCloze(body string) (string, string) {
	opens, shut := "[", "]"
	if strings.Contains(body, "{{c") {
		opens, shut = "{{c", "}}"
	}
	var shown strings.Builder
	var hidden []string
	for {
		before, rest, opened := strings.Cut(body, opens)
		inside, behind, closed := strings.Cut(rest, shut)
		if !opened || !closed {
			shown.WriteString(body)
			return shown.String(), strings.Join(hidden, "; ")
		}
		shown.WriteString(before)
		words := hiddenWords(inside)
		if words == "" || strings.HasPrefix(behind, "(") {
			shown.WriteString(opens)
			body = rest
			continue
		}
		shown.WriteString("[…]")
		hidden = append(hidden, words)
		body = behind
	}
}

// hiddenWords returns what is hidden, without its number and its hint.
func hiddenWords(inside string) string {
	if strings.ContainsAny(inside, "[\n") {
		return ""
	}
	if number, words, ok := strings.Cut(inside, "::"); ok && strings.Trim(number, "0123456789") == "" {
		inside = words
	}
	inside, _, _ = strings.Cut(inside, "||")
	inside, _, _ = strings.Cut(inside, "::")
	return strings.TrimSpace(inside)
}
