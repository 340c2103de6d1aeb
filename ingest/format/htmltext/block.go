package htmltext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// block writes an element that stands by itself.
func (r *renderer) block(node *html.Node) {
	if r.plain {
		r.inline.space = true
		r.children(node)
		r.inline.space = true
		return
	}
	switch node.Data {
	case "ul", "ol", "menu", "dir":
		r.list(node)
	case "li":
		r.item(node, "- ")
	case "blockquote":
		r.quote(node)
	case "pre", "listing", "xmp":
		r.pre(node)
	case "table":
		r.table(node)
	case "dt":
		r.endBlock()
		r.titled("", node, "", newLine)
	case "dd":
		r.definition(node)
	case "details":
		r.details(node)
	case "summary":
		r.endLine(newLine)
		r.lines.gap = newLine
		r.titled("<summary>", node, "</summary>", blankLine)
	case "hr":
		r.rule()
	case "button":
	default:
		if !isGutter(node) {
			r.around(node)
		}
	}
}

// around writes an element that is nothing but its content.
func (r *renderer) around(node *html.Node) {
	r.endBlock()
	r.children(node)
	r.endBlock()
}

// lineOf returns what stands in an element as one line without emphasis and links.
func (r *renderer) lineOf(node *html.Node) string {
	inner := &renderer{options: r.options, grid: r.grid, plain: true}
	inner.children(node)
	inner.endLine(newLine)
	return strings.Join(strings.Fields(inner.lines.out.String()), " ")
}

// titled writes an element as one line between marks, or nothing where it says nothing.
func (r *renderer) titled(before string, node *html.Node, behind string, gap int) {
	if text := r.lineOf(node); text != "" {
		r.lines.line(before + text + behind)
	}
	r.lines.want(gap)
}

// rule writes a line across the page. At its very beginning it would look like
// the mark of front matter.
func (r *renderer) rule() {
	r.endBlock()
	if r.lines.written {
		r.lines.line("---")
		r.lines.want(blankLine)
	}
}

func (r *renderer) quote(node *html.Node) {
	r.endBlock()
	end := r.lines.indent(quoteMark, quoteMark)
	r.children(node)
	r.endBlock()
	end()
	r.lines.want(blankLine)
}

// details keeps the tags of a part that is folded away, each on its own line.
func (r *renderer) details(node *html.Node) {
	r.endBlock()
	r.lines.line("<details>")
	r.children(node)
	r.endBlock()
	r.lines.line("</details>")
	r.lines.want(blankLine)
}

func (r *renderer) list(node *html.Node) {
	gap := blankLine
	if r.depth > 0 {
		gap = newLine
	}
	r.endLine(gap)
	r.depth++
	number, step := htmltree.Number(node, "start", 1), 1
	if _, reversed := htmltree.Attr(node, "reversed"); reversed {
		step = -1
	}
	for child := range node.ChildNodes() {
		if !htmltree.Is(child, "li") {
			r.node(child)
			continue
		}
		number = htmltree.Number(child, "value", number)
		r.lines.gap = min(max(r.lines.gap, newLine), gap)
		if !r.leftOut(child) {
			r.item(child, r.markOf(node, number))
		}
		gap = newLine
		number += step
	}
	r.depth--
	r.endLine(gap)
	if r.depth == 0 {
		r.lines.want(blankLine)
	}
}

// letters is how many items a list with letters may have.
const letters = 26

// markOf returns what an item of a list begins with. Letters are no marks of
// Markdown, but readers of choices know them.
func (r *renderer) markOf(list *html.Node, number int) string {
	if list.Data != "ol" || !r.options.Numbered || number < 0 {
		return "- "
	}
	if kind := htmltree.Value(list, "type"); (kind == "a" || kind == "A") && number >= 1 && number <= letters {
		return "- " + string(rune(kind[0])+rune(number-1)) + ") "
	}
	return strconv.Itoa(number) + ". "
}

func (r *renderer) item(node *html.Node, marker string) {
	r.endLine(newLine)
	width := len(marker)
	if strings.HasPrefix(marker, "- ") {
		width = len("- ")
	}
	end := r.lines.indent(marker, strings.Repeat(" ", width))
	r.children(node)
	r.endLine(newLine)
	end()
}

// definition writes what a term means, below its term.
func (r *renderer) definition(node *html.Node) {
	r.endLine(newLine)
	r.lines.gap = newLine
	r.item(node, ":   ")
	r.lines.want(newLine)
}
