package promptlist

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Parser reads lists of prompts.
type Parser struct{ phrases *phrase.Reader }

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser { return &Parser{phrases: phrase.New(lexicon)} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "promptlist", Version: 4} }

// A list has at least two prompts, and next to nothing else: at most one line
// in ten, such as a title. The document's own title is not counted.
const (
	fewestPrompts = 2
	oneIn         = 10
)

// Recognise counts the lines that ask something. Once there are too many others
// for the whole text, the rest is not looked at. What may as well be an
// instruction is a prompt where at least as many lines beside it ask for sure.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	asking, requests, others := 0, 0, 0
	rhythm := p.rhythmOf(text)
	for n := 1; n <= text.Lines() && others*oneIn <= text.Lines(); n++ {
		line := text.Line(n)
		switch {
		case text.Blank(n):
		case p.phrases.IsQuestion(line) && !p.isAnswered(line) && !p.isLettered(line):
			asking++
		case rhythm.requests(p, text, n):
			requests++
		case asking+requests+others == 0 && p.isTitle(text, n):
		default:
			others++
		}
	}
	if asking < fewestPrompts || requests > asking || others*oneIn > asking+requests+others {
		return ingest.NotMine
	}
	return ingest.Likely
}

// isAnswered reports whether an answer stands behind a question on its own
// line: "Why? -> …", "**Why?** Because …".
func (p *Parser) isAnswered(line string) bool {
	question, behind, ok := strings.Cut(line, "?")
	behind = strings.TrimLeft(behind, " ")
	answer := strings.TrimLeft(behind, "*_ ")
	if !ok || answer == "" {
		return false
	}
	marks := []string{"->", "→", "=>", "⇒", "➤", ">>", "=", "|", "\t", ":", "— ", "– ", "- "}
	if slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(answer, mark) }) {
		return true
	}
	if _, _, graded := p.phrases.CutGrade(p.phrases.Strip(line)); graded {
		return false
	}
	closes := strings.HasPrefix(behind, "**") || strings.HasPrefix(behind, "__")
	if closes && strings.Contains(question, behind[:2]) {
		return text.WordCount(answer) > mostGradeWords
	}
	return p.isDressed(p.phrases.CutTrail(behind))
}

// mostGradeWords is how many words behind a question in emphasis may state its
// difficulty.
const mostGradeWords = 3

// isDressed reports whether all that stands behind a question is in emphasis, or
// labelled as its answer in brackets.
func (p *Parser) isDressed(behind string) bool {
	if len(behind) < len("*a*") {
		return false
	}
	first, last := behind[0], behind[len(behind)-1]
	inner := behind[1 : len(behind)-1]
	switch {
	case first == last && (first == '*' || first == '_'):
		return strings.Trim(inner, "_* ") != ""
	case (first == '(' && last == ')') || (first == '[' && last == ']'):
		_, labelled := p.phrases.CutAnswer(inner)
		return labelled
	}
	return false
}

// isLettered reports whether a letter in brackets stands before a prompt: what
// that says is for those who look at all of them.
func (p *Parser) isLettered(line string) bool {
	bare := p.phrases.Strip(line)
	return len(bare) > 3 && (bare[0] == '[' || bare[0] == '(') && (bare[2] == ']' || bare[2] == ')')
}

// isTitle reports whether a line reads like a title and stands apart.
func (p *Parser) isTitle(text *ingest.Text, n int) bool {
	_, ok := p.phrases.Heading(text.Line(n))
	return ok && text.StandsApart(n)
}

// Parse returns a question for every line that asks or requests. A title stands
// apart, or right above what asks; other lines are prose.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	rhythm := p.rhythmOf(text)
	for n := 1; n <= text.Lines() && !page.Full(); n++ {
		line := text.Line(n)
		if text.Blank(n) {
			continue
		}
		if p.phrases.IsQuestion(line) || rhythm.requests(p, text, n) {
			page.Question(n, n, p.phrases.Asked(line, page.Titles()...))
			continue
		}
		next := text.Next(n)
		title, ok := p.phrases.Heading(line)
		if ok && next > 0 && (text.StandsApart(n) || p.phrases.IsQuestion(text.Line(next))) {
			page.Title(n, title)
			continue
		}
		page.Prose(n, n)
	}
	return page.Found(), nil
}
