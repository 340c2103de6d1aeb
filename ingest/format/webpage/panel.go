package webpage

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// pair is a title and the panel that it opens.
type pair struct{ title, panel *html.Node }

// panelsOf returns what a page opens at a click, in the order of the page, and shows what
// has no title of its own: what a button such as "Show answer" opens stands below whatever
// asks for it already.
func (e *Extractor) panelsOf(tree *html.Node) []pair {
	ids := map[string]*html.Node{}
	for node := range htmltree.All(tree) {
		if id := htmltree.Value(node, "id"); ids[id] == nil {
			ids[id] = node
		}
	}
	var pairs []pair
	opened := map[*html.Node]bool{nil: true}
	for node, skip := range htmltree.All(tree) {
		_, clicked := htmltree.Attr(node, "onclick")
		switch {
		case htmltree.Is(node, "nav", "svg", "head"):
			skip()
		case strings.HasSuffix(htmltree.Value(node, "itemtype"), "/Answer"):
			show(node)
		case e.isTitle(node):
			if panel := e.panelOf(node, ids); !opened[panel] && isTitleText(node) {
				pairs = append(pairs, pair{title: node, panel: panel})
				opened[panel] = true
			}
		case clicked && isButton(node):
			if panel := e.panelOf(node, ids); !opened[panel] {
				show(panel)
			}
		}
	}
	return pairs
}

// panelOf returns what an element opens: what it names, or what stands behind it.
func (e *Extractor) panelOf(node *html.Node, ids map[string]*html.Node) *html.Node {
	for _, key := range []string{"aria-controls", "data-bs-target", "data-target", "href"} {
		id, _, _ := strings.Cut(strings.TrimPrefix(htmltree.Value(node, key), "#"), " ")
		if panel := ids[id]; id != "" && panel != nil && !within(node, panel) {
			return panel
		}
	}
	return e.panelBehind(node)
}

// isTitle reports whether an element is the title of a panel: a toggle, what is said to be
// a question, or a term of a list that asks.
func (e *Extractor) isTitle(node *html.Node) bool {
	return e.isToggle(node) || isQuestion(node) || htmltree.Is(node, "dt") && e.phrases.EndsAsking(htmltree.Text(node, longestTitle))
}

func isButton(node *html.Node) bool {
	return htmltree.Is(node, "button") || htmltree.Value(node, "role") == "button"
}

// isToggle reports whether an element opens and closes another at a click.
func (e *Extractor) isToggle(node *html.Node) bool {
	for _, key := range []string{"aria-expanded", "data-toggle", "data-bs-toggle", "data-target", "data-bs-target"} {
		value, found := htmltree.Attr(node, key)
		if found && (key == "aria-expanded" || strings.Contains(key, "target") || value == "collapse") {
			return true
		}
	}
	if !isButton(node) {
		return false
	}
	_, controls := htmltree.Attr(node, "aria-controls")
	return controls || e.phrases.EndsAsking(htmltree.Text(node, longestTitle)) // what else would a button ask?
}

// isQuestion reports whether an element says that it is the title of a question: in a
// class, or in the words of schema.org.
func isQuestion(node *html.Node) bool {
	for _, class := range htmltree.Classes(node) {
		words := strings.FieldsFunc(class, func(r rune) bool { return r == '-' || r == '_' })
		if len(words) == 0 {
			continue
		}
		if last := words[len(words)-1]; last == "question" || last == "faqquestion" {
			return true
		}
	}
	if htmltree.Value(node, "itemprop") != "name" {
		return false
	}
	for parent := node.Parent; parent != nil; parent = parent.Parent {
		if kind := htmltree.Value(parent, "itemtype"); kind != "" {
			return strings.HasSuffix(kind, "/Question")
		}
	}
	return false
}

// panelBehind returns the element that follows a title, or what the title stands in by itself.
func (e *Extractor) panelBehind(node *html.Node) *html.Node {
	for range 3 {
		if next := nextElement(node); next != nil {
			if e.isTitle(next) || htmltree.Heading(next) > 0 {
				return nil
			}
			return next
		}
		node = node.Parent
		if node == nil || htmltree.Is(node, "body", "main", "article", "li", "td") {
			return nil
		}
	}
	return nil
}

// nextElement returns the element right behind a node, nil where text stands between.
func nextElement(node *html.Node) *html.Node {
	for next := node.NextSibling; next != nil; next = next.NextSibling {
		if next.Type == html.ElementNode && !htmltree.Is(next, "br", "script", "style", "svg", "hr") {
			return next
		}
		if next.Type == html.TextNode && strings.TrimSpace(next.Data) != "" {
			return nil
		}
	}
	return nil
}

// longestTitle is the most bytes of a title: what opens a panel is a line.
const longestTitle = 400

func isTitleText(node *html.Node) bool {
	text := htmltree.Text(node, longestTitle)
	return text != "" && len(text) <= longestTitle &&
		(strings.HasSuffix(text, "?") || htmltree.First(node, "p", "ul", "ol", "table", "pre", "dl") == nil)
}

func within(node, panel *html.Node) bool {
	for parent := node; parent != nil; parent = parent.Parent {
		if parent == panel {
			return true
		}
	}
	return false
}
