package webpage

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// endAnswers draws a line behind the last answers of a page where its elements
// show that they end there: what follows a list of terms, of panels or of boxes
// with a title each belongs to none of them.
func (e *Extractor) endAnswers(body *html.Node, pairs []pair) {
	for node := range htmltree.All(body) {
		if htmltree.Is(node, "dl") && e.asksInTerms(node) {
			e.end([]*html.Node{node})
		}
	}
	for _, boxes := range e.boxesOf(body) {
		e.end(boxes)
	}
	var panels []*html.Node
	for _, one := range pairs {
		if !htmltree.Is(one.panel.Parent, "details") {
			panels = append(panels, one.panel)
		}
	}
	e.end(panels)
}

// boxesOf returns the elements that hold a question as a heading and its answer,
// those together that stand in the same.
func (e *Extractor) boxesOf(body *html.Node) [][]*html.Node {
	var found [][]*html.Node
	places := map[*html.Node]int{} // by what they stand in
	seen := map[*html.Node]bool{body: true}
	for node := range htmltree.All(body) {
		box := node.Parent
		if htmltree.Heading(node) == 0 || seen[box] {
			continue
		}
		seen[box] = true
		if !e.isBox(box, node) {
			continue
		}
		if _, ok := places[box.Parent]; !ok {
			places[box.Parent] = len(found)
			found = append(found, nil)
		}
		found[places[box.Parent]] = append(found[places[box.Parent]], box)
	}
	return found
}

// endAt draws a line where lists of links stood: what follows one belongs to
// nothing above it.
func (e *Extractor) endAt(links []*html.Node) {
	for _, node := range links {
		if htmltree.Heading(node) == 0 && e.followedByText(node) {
			drawLine(node)
		}
	}
}

// asksInTerms reports whether most terms of a list ask.
func (e *Extractor) asksInTerms(list *html.Node) bool {
	asking, all := 0, 0
	for _, term := range termsOf(list) {
		all++
		if e.phrases.EndsAsking(htmltree.Text(term, longestTitle)) {
			asking++
		}
	}
	return asking > 0 && 2*asking >= all
}

// isBox reports whether an element holds one heading, which asks, and text.
func (e *Extractor) isBox(box, heading *html.Node) bool {
	if box == nil || box.Parent == nil || !e.phrases.EndsAsking(htmltree.Text(heading, longestTitle)) {
		return false
	}
	words := false
	for one, skip := range htmltree.All(box) {
		switch {
		case one == heading:
			skip()
		case htmltree.Heading(one) > 0:
			return false
		case one.Type == html.TextNode && strings.TrimSpace(one.Data) != "":
			words = true
		}
	}
	return words
}

// end draws a line behind the last of some elements that hold an answer each, if
// no text stands between them.
func (e *Extractor) end(boxes []*html.Node) {
	if len(boxes) == 0 {
		return
	}
	last := boxes[len(boxes)-1]
	isAlone := len(boxes) == 1 && !htmltree.Is(last, "dl")
	if isAlone || last.Parent == nil || !e.followedByText(last) || slices.ContainsFunc(boxes[:len(boxes)-1], e.followedByText) {
		return
	}
	drawLine(last)
}

// drawLine puts a line across the page behind a node.
func drawLine(node *html.Node) {
	line := &html.Node{Type: html.ElementNode, Data: "hr", DataAtom: atom.Hr}
	node.Parent.InsertBefore(line, node.NextSibling)
}

// followedByText reports whether text that is no title and asks nothing stands
// next behind a node.
func (e *Extractor) followedByText(node *html.Node) bool {
	for next := behind(node); next != nil; {
		switch {
		case next.Type == html.TextNode && strings.TrimSpace(next.Data) != "":
			return !e.phrases.IsQuestion(next.Data)
		case htmltree.Heading(next) > 0, htmltree.Is(next, "dt", "dl", "details", "summary", "hr", "button", "footer"), isQuestionClass(next), e.isToggle(next):
			return false
		case htmltree.Is(next, "script", "style", "template", "noscript", "nav", "svg") || next.FirstChild == nil:
			next = behind(next)
		default:
			next = next.FirstChild
		}
	}
	return false
}

// behind returns the node that a page goes on with behind one and all that
// stands in it, nil at the end.
func behind(node *html.Node) *html.Node {
	for ; node != nil; node = node.Parent {
		if node.NextSibling != nil {
			return node.NextSibling
		}
	}
	return nil
}
