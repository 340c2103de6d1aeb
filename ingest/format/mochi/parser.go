package mochi

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads decks.
type Parser struct {
	lexicon *lexicon.Lexicon
	phrases *phrase.Reader
}

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{lexicon: lexicon, phrases: phrase.New(lexicon)}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "mochi", Version: 1} }

// Recognise is certain of cards with a head of their own each, and less so of
// sides that only alternate.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence { return p.deckOf(text).sure }

// Parse returns a question for every card. What stands before the first card is
// kept as prose.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	d := p.deckOf(text)
	next := 1
	for _, c := range d.cards {
		if page.Full() {
			break
		}
		d.keepProse(p, page, text, next, c.front.first-1)
		page.Question(c.front.first, c.last(), p.question(text, c, page.Titles()))
		next = c.last() + 1
	}
	d.keepProse(p, page, text, next, text.Lines())
	found := page.Found()
	for _, line := range d.marks {
		found.Marks = append(found.Marks, ingest.Structure(line, line, "separator"))
	}
	for _, head := range d.heads {
		found.Marks = append(found.Marks, ingest.Structure(head.first, head.last, "front matter"))
	}
	return found, nil
}

// keepProse keeps the lines that are no card: a title, or words before the
// cards. Marks and heads among them are marked as such later.
func (d deck) keepProse(p *Parser, page *ingest.Page, text *ingest.Text, first, last int) {
	for n := first; n <= last; n++ {
		switch title, ok := p.phrases.Heading(text.Line(n)); {
		case text.Blank(n) || d.isStructure(n):
		case ok && text.StandsApart(n):
			page.Title(n, title)
		default:
			page.Prose(n, n)
		}
	}
}

func (p *Parser) question(text *ingest.Text, c card, titles []string) quarry.Question {
	front := c.front.text(text)
	if asked, hidden, ok := cutCloze(front); ok && len(c.backs) == 0 {
		q := p.phrases.Asked(asked, titles...)
		q.Answer, q.Style = hidden, quarry.StyleCloze
		return q
	}
	head, rest, several := strings.Cut(front, "\n")
	q := p.phrases.Asked(front, titles...)
	if first := p.phrases.Asked(head); several && first.Grade != quarry.NoGrade() {
		q.Text, q.Grade = first.Text+"\n"+rest, first.Grade
	}
	if grade, ok := p.headGrade(text, c); ok {
		q.Grade = quarry.StatedGrade(grade)
	}
	sides := make([]string, len(c.backs))
	for i, back := range c.backs {
		sides[i] = back.text(text)
	}
	if q.Answer = strings.Join(sides, "\n\n"); p.phrases.IsPlaceholder(q.Answer) {
		q.Answer = ""
	}
	return q
}

// isStructure reports whether a line parts cards, or is in the head of one.
func (d deck) isStructure(line int) bool {
	_, isMark := slices.BinarySearch(d.marks, line)
	at, starts := slices.BinarySearchFunc(d.heads, line, func(head block, line int) int { return head.first - line })
	return isMark || starts || (at > 0 && line <= d.heads[at-1].last)
}

const gradeFields lexicon.Cue = "grade_keys"

// headGrade returns the difficulty that a card's head states.
func (p *Parser) headGrade(text *ingest.Text, c card) (quarry.Difficulty, bool) {
	for n := c.head.first; n >= 1 && n <= c.head.last; n++ {
		key, value, _ := strings.Cut(text.Line(n), ":")
		if p.lexicon.Cues()[gradeFields].Has(strings.ToLower(strings.TrimSpace(key))) {
			return p.lexicon.GradeOf(strings.Trim(value, " \t\"'"))
		}
	}
	return "", false
}

// blank stands in a text for what is hidden.
const blank = "[…]"

// cutCloze takes the hidden words out of a card of one side: "{{hidden}}" or
// "{{1::hidden}}". Words must be left. Braces of formulas hide nothing.
func cutCloze(front string) (string, string, bool) {
	if strings.ContainsAny(front, "$\\") {
		return front, "", false
	}
	var shown strings.Builder
	var hidden []string
	for rest := front; ; {
		before, behind, opened := strings.Cut(rest, "{{")
		words, after, closed := strings.Cut(behind, "}}")
		if !opened || !closed || strings.Contains(words, "{{") {
			shown.WriteString(rest)
			break
		}
		if number, inner, ok := strings.Cut(words, "::"); ok && strings.Trim(number, "c0123456789") == "" {
			words = inner
		}
		shown.WriteString(before + blank)
		hidden = append(hidden, strings.TrimSpace(words))
		rest = after
	}
	words := strings.ReplaceAll(shown.String(), blank, "")
	return shown.String(), strings.Join(hidden, "; "), len(hidden) > 0 && strings.ContainsFunc(words, unicode.IsLetter)
}
