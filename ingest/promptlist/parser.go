package promptlist

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads lists of prompts.
type Parser struct{ lexicon *lexicon.Lexicon }

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser { return &Parser{lexicon: lexicon} }

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
	rhythm := rhythmOf(text)
	for n := 1; n <= text.Lines() && others*oneIn <= text.Lines(); n++ {
		line := text.Line(n)
		switch {
		case text.Blank(n):
		case phrase.IsQuestion(line) && !p.isAnswered(line) && !isLettered(line):
			asking++
		case rhythm.requests(text, n):
			requests++
		case asking+requests+others == 0 && isTitle(text, n):
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
	for _, mark := range []string{"->", "→", "=>", "⇒", "➤", ">>", "=", "|", "\t", ":", "— ", "– ", "- "} {
		if strings.HasPrefix(answer, mark) {
			return true
		}
	}
	if _, _, graded := phrase.CutGrade(p.lexicon, phrase.Strip(line)); graded {
		return false
	}
	closes := strings.HasPrefix(behind, "**") || strings.HasPrefix(behind, "__")
	if closes && strings.Contains(question, behind[:2]) {
		return len(strings.Fields(answer)) > mostGradeWords
	}
	return isDressed(phrase.CutTrail(behind))
}

// mostGradeWords is how many words behind a question in emphasis may state its
// difficulty.
const mostGradeWords = 3

// isDressed reports whether all that stands behind a question is in emphasis, or
// labelled as its answer in brackets.
func isDressed(behind string) bool {
	if len(behind) < len("*a*") {
		return false
	}
	first, last := behind[0], behind[len(behind)-1]
	inner := behind[1 : len(behind)-1]
	switch {
	case first == last && (first == '*' || first == '_'):
		return strings.Trim(inner, "_* ") != ""
	case (first == '(' && last == ')') || (first == '[' && last == ']'):
		_, labelled := (phrase.Labels{}).CutAnswer(inner)
		return labelled
	}
	return false
}

// isLettered reports whether a letter in brackets stands before a prompt: what
// that says is for those who look at all of them.
func isLettered(line string) bool {
	bare := phrase.Strip(line)
	return len(bare) > 3 && (bare[0] == '[' || bare[0] == '(') && (bare[2] == ']' || bare[2] == ')')
}

// isTitle reports whether a line reads like a title and stands apart.
func isTitle(text *ingest.Text, n int) bool {
	_, ok := phrase.Heading(text.Line(n))
	return ok && text.StandsApart(n)
}

// Parse returns a question for every line that asks or requests. A title stands
// apart, or right above what asks; other lines are prose.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	rhythm := rhythmOf(text)
	for n := 1; n <= text.Lines() && !page.Full(); n++ {
		line := text.Line(n)
		if text.Blank(n) {
			continue
		}
		if phrase.IsQuestion(line) || rhythm.requests(text, n) {
			page.Question(n, n, phrase.Asked(p.lexicon, line, page.Titles()...))
			continue
		}
		next := text.Next(n)
		title, ok := phrase.Heading(line)
		if ok && next > 0 && (text.StandsApart(n) || phrase.IsQuestion(text.Line(next))) {
			page.Title(n, title)
			continue
		}
		page.Prose(n, n)
	}
	return page.Found(), nil
}
