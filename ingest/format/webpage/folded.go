package webpage

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// foldAway writes what a page has behind titles as HTML itself has it, as parts that
// are folded away: panels that open at a click, and what terms ask for. Whether the
// titles of panels ask is for those to judge who read such parts.
func (e *Extractor) foldAway(tree *html.Node) {
	for _, one := range e.panelsOf(tree) {
		show(one.panel)
		foldPanel(one)
	}
}

// show takes away what hides a panel until it is opened.
func show(panel *html.Node) {
	panel.Attr = slices.DeleteFunc(panel.Attr, func(one html.Attribute) bool {
		return one.Key == "hidden" || one.Key == "aria-hidden" || one.Key == "style"
	})
}

// foldPanel puts a panel under its title, which leaves its heading. What is folded away
// already, or stands in a term of a list, stays where it is.
func foldPanel(one pair) {
	title := one.title
	for above := title.Parent; above != nil; above = above.Parent {
		if htmltree.Heading(above) > 0 {
			title = above
		}
		if htmltree.Is(above, "summary", "dt") {
			return
		}
	}
	if one.panel.Parent == nil || title.Parent == nil || within(one.panel, title) || within(title, one.panel) || htmltree.First(title, "summary") != nil {
		return
	}
	if htmltree.Is(one.panel, "dd") {
		one.panel.Data, one.panel.DataAtom = "div", atom.Div
	}
	fold := foldUnder(one.title)
	one.panel.Parent.InsertBefore(fold, one.panel)
	one.panel.Parent.RemoveChild(one.panel)
	fold.AppendChild(one.panel)
	title.Parent.RemoveChild(title)
}

// foldUnder returns a part that is folded away under the words of a title, without the
// sign beside them that says whether it is open.
func foldUnder(title *html.Node) *html.Node {
	fold := &html.Node{Type: html.ElementNode, Data: "details", DataAtom: atom.Details}
	summary := &html.Node{Type: html.ElementNode, Data: "summary", DataAtom: atom.Summary}
	text := strings.TrimRight(strings.TrimSpace(htmltree.Text(title, longestTitle)), " +−–×▼▾▸▶►›»⌄↓∨✕⊕▲▴")
	summary.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	fold.AppendChild(summary)
	return fold
}
