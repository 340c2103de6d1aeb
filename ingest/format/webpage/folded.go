package webpage

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Of titles that belong together it takes this many, and this share of them that
// ask, for the others to be questions as well.
const (
	fewestTitles = 3
	shareAsking  = 0.6
)

// foldQuestions turns lists of questions of which some do not look like one
// into parts that are folded away, which say that all of them are the same:
// panels whose titles are of one kind, and terms with their definitions.
func (e *Extractor) foldQuestions(tree *html.Node, pairs []pair) {
	titles := map[string][]*html.Node{}
	for _, one := range pairs {
		titles[kindOf(one.title)] = append(titles[kindOf(one.title)], one.title)
	}
	asking := map[string]bool{}
	for kind, alike := range titles {
		asking[kind] = e.askTogether(alike)
	}
	for _, one := range pairs {
		if asking[kindOf(one.title)] {
			foldPanel(one)
		}
	}
	for _, list := range lists(tree) {
		if terms := termsOf(list); e.askTogether(terms) {
			foldTerms(terms)
		}
	}
}

func kindOf(title *html.Node) string { return title.Data + " " + htmltree.Value(title, "class") }

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

// askTogether reports whether most titles ask by their words, and some do not.
func (e *Extractor) askTogether(titles []*html.Node) bool {
	asking := 0
	for _, title := range titles {
		if e.phrases.EndsAsking(htmltree.Text(title, longestTitle)) {
			asking++
		}
	}
	return len(titles) >= fewestTitles && asking < len(titles) && float64(asking) >= shareAsking*float64(len(titles))
}

// foldPanel puts a panel under its title, which leaves its heading.
func foldPanel(one pair) {
	title := one.title
	for htmltree.Heading(title.Parent) > 0 {
		title = title.Parent
	}
	if one.panel.Parent == nil || title.Parent == nil || within(one.panel, title) || within(title, one.panel) {
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

// foldUnder returns a part that is folded away under the words of a title.
func foldUnder(title *html.Node) *html.Node {
	fold := &html.Node{Type: html.ElementNode, Data: "details", DataAtom: atom.Details}
	summary := &html.Node{Type: html.ElementNode, Data: "summary", DataAtom: atom.Summary}
	text := strings.TrimRight(strings.TrimSpace(htmltree.Text(title, longestTitle)), " +−–×▼▾▸▶►›»⌄↓∨✕⊕▲▴")
	summary.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	fold.AppendChild(summary)
	return fold
}
