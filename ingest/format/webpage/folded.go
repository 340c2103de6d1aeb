package webpage

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// foldAway writes what a page has behind titles as HTML itself has it, as parts that
// are folded away: panels that open at a click, and terms of which most ask. Whether
// the titles ask is for those to judge who read such parts.
func (e *Extractor) foldAway(tree *html.Node) {
	found := e.panelsOf(tree)
	for _, one := range found.pairs {
		show(one.panel)
		foldPanel(one)
	}
	for _, one := range found.revealers {
		show(one.panel)
		one.title.Parent.RemoveChild(one.title)
	}
	for _, list := range lists(tree) {
		if terms := termsOf(list); e.mostAsk(terms) {
			foldTerms(terms)
		}
	}
}

// mostAsk reports whether at least half of some titles ask by their words.
func (e *Extractor) mostAsk(titles []*html.Node) bool {
	asking := 0
	for _, title := range titles {
		if e.phrases.EndsAsking(htmltree.Text(title, longestTitle)) {
			asking++
		}
	}
	return asking > 0 && 2*asking >= len(titles)
}

// show takes away what hides a panel until it is opened.
func show(panel *html.Node) {
	if panel != nil {
		panel.Attr = slices.DeleteFunc(panel.Attr, func(one html.Attribute) bool {
			return one.Key == "hidden" || one.Key == "aria-hidden" || one.Key == "style"
		})
	}
}

func lists(tree *html.Node) []*html.Node {
	var found []*html.Node
	for node := range htmltree.All(tree) {
		if htmltree.Is(node, "dl") {
			found = append(found, node)
		}
	}
	return found
}

// termsOf returns the terms of a list that stand in it directly.
func termsOf(list *html.Node) []*html.Node {
	var terms []*html.Node
	for child := range list.ChildNodes() {
		if htmltree.Is(child, "dt") {
			terms = append(terms, child)
		}
	}
	return terms
}

// foldPanel puts a panel under its title, which leaves its heading. What is folded away
// already, or a term of a list, stays where it is.
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
	fold := foldUnder(one.title)
	one.panel.Parent.InsertBefore(fold, one.panel)
	one.panel.Parent.RemoveChild(one.panel)
	fold.AppendChild(one.panel)
	title.Parent.RemoveChild(title)
}

// foldTerms puts what follows each term under it.
func foldTerms(terms []*html.Node) {
	for _, term := range terms {
		fold := foldUnder(term)
		for next := term.NextSibling; next != nil && !htmltree.Is(next, "dt"); next = term.NextSibling {
			next.Parent.RemoveChild(next)
			if htmltree.Is(next, "dd") {
				next.Data, next.DataAtom = "div", atom.Div
			}
			fold.AppendChild(next)
		}
		term.Parent.InsertBefore(fold, term)
		term.Parent.RemoveChild(term)
	}
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
