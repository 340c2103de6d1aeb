package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/quarrykb/quarry/ingest/claim"
)

// fence reads a code block without a language: formulas and lists of numbers
// are written that way. Code in a language stays with the text around it.
func (w *sectionWalk) fence(node *ast.FencedCodeBlock, b block, place claim.Place) {
	language := strings.ToLower(string(node.Language(w.source)))
	lines := node.Lines()
	switch {
	case lines.Len() == 0:
		return
	case !statesSomething(language):
		if all := w.linesOf(lines); w.parser.claims.IsSheet(all) { // what a program has printed
			w.found.Specs = append(w.found.Specs, w.parser.claims.Lines(all, place)...)
		}
		return
	}
	var content strings.Builder
	for i := range lines.Len() {
		segment := lines.At(i)
		content.Write(segment.Value(w.source))
	}
	if w.full() {
		return
	}
	span := w.span(b.first, b.last)
	if fact, ok := w.parser.claims.Formula(strings.Trim(content.String(), "\n"), span, place); ok {
		w.found.Facts = append(w.found.Facts, fact)
	}
	w.plainLines(lines, place)
}

// plainLines reads the numbers of a block's lines, each at its own place.
func (w *sectionWalk) plainLines(block *text.Segments, place claim.Place) {
	w.found.Specs = append(w.found.Specs, w.parser.claims.Lines(w.linesOf(block), place)...)
}

func (w *sectionWalk) linesOf(block *text.Segments) []claim.Line {
	lines := make([]claim.Line, block.Len())
	for i := range lines {
		segment := block.At(i)
		lines[i] = claim.Line{
			Text: strings.TrimRight(string(segment.Value(w.source)), "\r\n"), Start: segment.Start, Number: w.text.LineOf(segment.Start),
		}
	}
	return lines
}

func statesSomething(language string) bool {
	switch language {
	case "", "text", "txt", "plain", "plaintext", "math", "latex", "tex":
		return true
	}
	return false
}
