package htmltext

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// formula writes the TeX that a formula was made of, between dollar signs; one
// that names none is its signs in a row. Any other script is left out.
func (r *renderer) formula(node *html.Node) {
	display, tex := htmltree.Value(node, "display") == "block", annotation(node)
	if kind := htmltree.Value(node, "type"); strings.HasPrefix(kind, "math/tex") {
		display, tex = strings.Contains(kind, "mode=display"), htmltree.Text(node, longestLine)
	}
	switch {
	case tex == "" && node.Data == "math":
		r.inline.text(strings.ReplaceAll(htmltree.Text(node, longestLine), " ", ""))
	case tex == "":
	case display && !r.plain:
		r.endBlock()
		r.lines.line("$$" + tex + "$$")
		r.lines.want(blankLine)
	default:
		r.inline.add(piece{text: "$" + tex + "$", raw: true})
	}
}

// annotation returns the TeX beside a formula of MathML.
func annotation(node *html.Node) string {
	for one := range htmltree.All(node) {
		if htmltree.Is(one, "annotation") && strings.Contains(htmltree.Value(one, "encoding"), "tex") {
			return htmltree.Text(one, longestLine)
		}
	}
	return ""
}

// leftOut reports whether a node is nothing to read: what programs run, what
// the page hides, and a formula's second form beside its first.
func (r *renderer) leftOut(node *html.Node) bool {
	switch node.Data {
	case "head", "style", "template", "noscript", "iframe", "object", "embed", "svg", "canvas", "audio", "video",
		"map", "select", "datalist", "textarea", "progress", "meter", "link", "meta", "title", "dialog", "rp", "noframes", "noembed":
		return true
	}
	if r.options.Skip != nil && r.options.Skip(node) {
		return true
	}
	return isHidden(node) || slices.ContainsFunc(htmltree.Classes(node), isSecondForm)
}

func isSecondForm(class string) bool {
	return class == "mathjax_preview" || class == "mathjax" || class == "mathjax_display" || class == "katex-html"
}

func isHidden(node *html.Node) bool {
	if value, found := htmltree.Attr(node, "hidden"); found && value != "until-found" {
		return true
	}
	if htmltree.Value(node, "aria-hidden") == "true" {
		return true
	}
	style := strings.ToLower(strings.Join(strings.Fields(htmltree.Value(node, "style")), ""))
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}
