package markdown

import (
	"fmt"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/quarrykb/quarry/ingest"
)

// What reading the marks of a text may cost, in bytes that are looked at. For each mark goldmark
// may look through the rest of its block and at every mark before it in the block, and what it
// makes of a mark takes memory: reading is quadratic in a block, and cannot be interrupted. Marks
// beyond the effort are left in the text as they are.
const (
	effortOfDocument = 256 << 20
	effortOfBlock    = 48 << 20
	effortOfMark     = 1000
)

// effort counts what the marks of one document cost.
type effort struct {
	document int
	block    int
	marks    int        // of the block
	parent   ast.Node   // the block
	spent    []ast.Node // blocks in which marks were left
}

// spend pays for one more mark of a block, of which so many bytes are left.
func (e *effort) spend(parent ast.Node, left int) bool {
	if e.parent != parent {
		e.parent, e.marks, e.block = parent, 0, 0
	}
	e.marks++
	cost := effortOfMark + left + e.marks
	if e.block+cost <= effortOfBlock && e.document+cost <= effortOfDocument {
		e.block += cost
		e.document += cost
		return true
	}
	if n := len(e.spent); n == 0 || e.spent[n-1] != parent {
		e.spent = append(e.spent, parent)
	}
	return false
}

// warnings says where marks were left in the text.
func (e *effort) warnings(t *ingest.Text, start func(ast.Node) int) []string {
	said := make([]string, len(e.spent))
	for i, block := range e.spent {
		said[i] = fmt.Sprintf("line %d begins a block of too many marks: the others are kept as text", t.LineOf(max(0, start(block))))
	}
	return said
}

// counted is the context of parsing one document, which brings its effort along.
// It is no value under a key of goldmark's: each new key raises a counter that
// every parsing reads, so that no two libraries could be opened at once.
type counted struct {
	parser.Context

	effort *effort
}

// bounded is an inline parser that works within the effort of its document.
type bounded struct {
	parser.InlineParser
}

// CloseBlock tells the parser that a block ends, where it wants to know.
func (b bounded) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if closer, ok := b.InlineParser.(parser.CloseBlocker); ok {
		closer.CloseBlock(parent, block, pc)
	}
}

// Parse reads a mark, or leaves it in the text when the effort is spent.
func (b bounded) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	within, _ := pc.(counted)
	_, at := block.Position()
	lines := parent.Lines()
	if within.effort == nil || !within.effort.spend(parent, lines.At(lines.Len()-1).Stop-at.Start) {
		return nil
	}
	return b.InlineParser.Parse(parent, block, pc)
}
