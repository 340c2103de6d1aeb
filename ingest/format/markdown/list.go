package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/fact"
)

// list reads every item; a list of links into the document itself is its
// table of contents.
func (w *sectionWalk) list(list ast.Node, b block, place fact.Place) {
	if isContents(list) {
		w.found.Marks = append(w.found.Marks, ingest.Structure(b.first, b.last, "table of contents"))
		return
	}
	for _, item := range w.blocksOf(list, b.first, b.last) {
		w.item(item, place)
	}
}

// item reads one item: what it says itself, then what stands below it, with
// its own words as the label.
func (w *sectionWalk) item(item block, place fact.Place) {
	children := w.blocksOf(item.node, item.first, item.last)
	if len(children) == 0 {
		return
	}
	own := children[0]
	inline := childrenOf(own.node)
	if len(inline) == 0 { // a list, a fence, a table
		w.below(children, place)
		return
	}
	content := w.renderNodes(inline)
	key, value := splitKey(inline, content.text)
	span := w.span(own.first, own.last)
	if names := len(children) > 1 && (value == "" || emphasisOf(own.node) > 0); names {
		w.found.Marks = append(w.found.Marks, ingest.Structure(own.first, own.last, "label"))
	} else if value != "" {
		w.keep(fact.Item{Key: key, Value: value, Span: span, Place: place, Citations: content.all()})
	}
	w.below(children[1:], place.Under(fact.Label{Text: itemLabel(key, value), Span: span}))
}

// itemLabel is what an item's children stand under: its key, or all of it
// where it has none.
func itemLabel(key, value string) string {
	if key != "" {
		return key
	}
	return strings.TrimRight(value, ":")
}

// below reads an item's further blocks.
func (w *sectionWalk) below(blocks []block, place fact.Place) {
	inner := sectionWalk{reader: w.reader, place: place}
	for _, b := range blocks {
		inner.block(b)
	}
}

// definitions reads terms, then what they mean. Terms that stand one below the
// other all mean the same.
func (w *sectionWalk) definitions(b block, place fact.Place) {
	var terms []fact.Place
	meant := false // the terms have a meaning already: the next one begins anew
	for _, child := range w.blocksOf(b.node, b.first, b.last) {
		if _, isTerm := child.node.(*xast.DefinitionTerm); !isTerm {
			meant = true
			for _, term := range terms {
				w.description(child, term)
			}
			continue
		}
		if meant {
			terms, meant = nil, false
		}
		text := strings.TrimSpace(w.render(child.node).text)
		terms = append(terms, place.Under(fact.Label{Text: text, Span: w.span(child.first, child.last)}))
		w.found.Marks = append(w.found.Marks, ingest.Structure(child.first, child.last, "term"))
	}
}

// description reads what a term means: its first paragraph states it, all of it
// or line by line.
func (w *sectionWalk) description(b block, term fact.Place) {
	children := w.blocksOf(b.node, b.first, b.last)
	for i, child := range children {
		content := w.render(child.node)
		if content.text == "" || i > 0 {
			w.below(children[i:i+1], term)
			continue
		}
		if title, items, ok := w.keyedItems(child.node); ok {
			w.keepAt(term.Under(title), items...)
			continue
		}
		w.keep(fact.Item{
			Value: strings.TrimSpace(content.text), Span: w.span(child.first, child.last), Place: term, Citations: content.all(),
		})
	}
}

// isContents reports whether every item of a list is a link to a heading.
func isContents(list ast.Node) bool {
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		own := item.FirstChild()
		if own == nil {
			return false
		}
		link, ok := own.FirstChild().(*ast.Link)
		if !ok || !strings.HasPrefix(string(link.Destination), "#") || link.NextSibling() != nil {
			return false
		}
	}
	return list.FirstChild() != nil
}

func childrenOf(node ast.Node) []ast.Node {
	var children []ast.Node
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeInline {
			children = append(children, child)
		}
	}
	return children
}

// keyedChildren splits a paragraph's inline content into its lines.
func keyedChildren(node ast.Node) [][]ast.Node {
	lines := [][]ast.Node{nil}
	for _, child := range childrenOf(node) {
		last := len(lines) - 1
		lines[last] = append(lines[last], child)
		if text, ok := child.(*ast.Text); ok && (text.SoftLineBreak() || text.HardLineBreak()) {
			lines = append(lines, nil)
		}
	}
	return lines
}

// Limits of a key that no emphasis marks: "Bus width: 6,144 bit" has one,
// "Note that this holds: …" has none.
const (
	keyWords = 6
	keyBytes = 60
)

// splitKey returns the key and the value of a line. A key ends at a colon and
// is bold, or short.
func splitKey(nodes []ast.Node, text string) (string, string) {
	colon := keyColon(text)
	if colon <= 0 {
		return "", strings.TrimSpace(text)
	}
	key, value := strings.TrimSpace(text[:colon]), strings.TrimSpace(text[colon+1:])
	_, marked := nodes[0].(*ast.Emphasis)
	if !marked && (len(key) > keyBytes || len(strings.Fields(key)) > keyWords) {
		return "", strings.TrimSpace(text)
	}
	return strings.TrimRight(key, " :"), value
}

// keyColon returns the first colon that ends a word, outside of code, brackets
// and quotes, or -1.
func keyColon(text string) int {
	depth, quoted := 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '`' || c == '"':
			quoted = !quoted
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ':' && depth <= 0 && !quoted && (i+1 == len(text) || text[i+1] == ' '):
			return i
		}
	}
	return -1
}
