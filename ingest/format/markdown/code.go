package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quarrykb/quarry/ingest/fact"
)

// fence reads a code block without a language: formulas and lists of numbers
// are written that way. Code in a language stays with the text around it.
func (w *sectionWalk) fence(node *ast.FencedCodeBlock, b block, place fact.Place) {
	lines := node.Lines()
	if lines.Len() == 0 || w.full() || !statesSomething(strings.ToLower(string(node.Language(w.source)))) {
		return
	}
	var content strings.Builder
	for i := range lines.Len() {
		segment := lines.At(i)
		content.Write(segment.Value(w.source))
	}
	w.keep(fact.Item{Value: strings.Trim(content.String(), "\n"), Span: w.span(b.first, b.last), Place: place})
}

func statesSomething(language string) bool {
	switch language {
	case "", "text", "txt", "plain", "plaintext", "math", "latex", "tex":
		return true
	}
	return false
}
