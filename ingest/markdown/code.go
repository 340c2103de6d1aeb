package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quarrykb/quarry/ingest/claim"
)

// fence reads a code block without a language: formulas and lists of numbers
// are written that way. Code in a language stays with the text around it.
func (w *sectionWalk) fence(node *ast.FencedCodeBlock, b block, place claim.Place) {
	language := strings.ToLower(string(node.Language(w.source)))
	if !statesSomething(language) || node.Lines().Len() == 0 {
		return
	}
	lines := node.Lines()
	var content strings.Builder
	for i := range lines.Len() {
		segment := lines.At(i)
		content.Write(segment.Value(w.source))
	}
	span := w.span(b.first, b.last)
	if fact, ok := w.parser.claims.Formula(strings.Trim(content.String(), "\n"), span, place); ok {
		w.found.Facts = append(w.found.Facts, fact)
	}
}

func statesSomething(language string) bool {
	switch language {
	case "", "text", "txt", "plain", "plaintext", "math", "latex", "tex":
		return true
	}
	return false
}
