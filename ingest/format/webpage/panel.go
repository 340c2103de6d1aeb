package webpage

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// panels knows which elements of a page open others at a click, and which those
// are.
type panels struct {
	titles    map[*html.Node]bool
	opened    map[*html.Node]bool
	revealers map[*html.Node]bool // "Show answer": they open something and title nothing
	pairs     []pair              // in the order of the page
}

// pair is a title and the panel that it opens.
type pair struct{ title, panel *html.Node }

func (e *Extractor) panelsOf(tree *html.Node) *panels {
	p := &panels{titles: map[*html.Node]bool{}, opened: map[*html.Node]bool{}, revealers: map[*html.Node]bool{}}
	ids := map[string]*html.Node{}
	for node := range htmltree.All(tree) {
		if id := htmltree.Value(node, "id"); id != "" && ids[id] == nil {
			ids[id] = node
		}
	}
	for node, skip := range htmltree.All(tree) {
		switch {
		case node.Type != html.ElementNode:
		case htmltree.Is(node, "nav", "svg", "head"):
			skip()
		default:
			p.add(e, node, ids)
		}
	}
	return p
}

// add notes what a node opens, and that it is a title where that is the panel
// of an answer.
func (p *panels) add(e *Extractor, node *html.Node, ids map[string]*html.Node) {
	panel := ids[controlled(node)]
	toggles := e.isToggle(node)
	switch {
	case e.isRevealer(node):
		p.revealers[node] = true
		if panel == nil || within(node, panel) {
			panel = e.panelBehind(node)
		}
		p.opened[panel] = true
		return
	case toggles && panel != nil && !within(node, panel):
	case toggles || isQuestionClass(node) || isQuestionData(node):
		panel = e.panelBehind(node)
	default:
		return
	}
	if panel == nil || !isTitleText(node) {
		return
	}
	if !p.opened[panel] {
		p.pairs = append(p.pairs, pair{title: node, panel: panel})
	}
	p.opened[panel] = true
	if htmltree.First(node, "h1", "h2", "h3", "h4", "h5", "h6", "summary") == nil && !inHeading(node) && !p.isInTitle(node) {
		p.titles[node] = true
	}
}

// isRevealer reports whether an element is there to be clicked and says so,
// and nothing else.
func (e *Extractor) isRevealer(node *html.Node) bool {
	_, clicked := htmltree.Attr(node, "onclick")
	if !clicked && !e.isToggle(node) && !htmltree.Is(node, "button") && htmltree.Value(node, "role") != "button" {
		return false
	}
	text := strings.ToLower(htmltree.Text(node, longestRevealer))
	if len(text) > longestRevealer || strings.HasSuffix(text, "?") {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }), " ")
	return e.cues[revealCommands].Has(first)
}

// longestRevealer is the most bytes of what is there to be clicked alone.
const longestRevealer = 30

func (p *panels) isTitle(node *html.Node) bool { return p.titles[node] }

// isInTitle reports whether a node is part of one that is a title already.
func (p *panels) isInTitle(node *html.Node) bool {
	for parent := node.Parent; parent != nil; parent = parent.Parent {
		if p.titles[parent] {
			return true
		}
	}
	return false
}

// shows reports whether a hidden node is the panel that something opens, or
// holds nothing else.
func (p *panels) shows(node *html.Node) bool {
	return p.opened[node] || strings.HasSuffix(htmltree.Value(node, "itemtype"), "/Answer")
}

// isToggle reports whether an element opens and closes another at a click.
func (e *Extractor) isToggle(node *html.Node) bool {
	for _, key := range []string{"aria-expanded", "data-toggle", "data-bs-toggle", "data-target", "data-bs-target"} {
		value, found := htmltree.Attr(node, key)
		if found && (key == "aria-expanded" || strings.Contains(key, "target") || value == "collapse") {
			return true
		}
	}
	if !htmltree.Is(node, "button") && htmltree.Value(node, "role") != "button" {
		return false
	}
	_, controls := htmltree.Attr(node, "aria-controls")
	if e.phrases.EndsAsking(htmltree.Text(node, longestTitle)) { // what else would a button ask?
		return true
	}
	return controls || slices.ContainsFunc(htmltree.Classes(node), isToggleClass)
}

func isToggleClass(class string) bool {
	parts := []string{"accordion", "collaps", "toggle", "faq", "expand"}
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(class, part) })
}

// controlled returns the id of what an element opens.
func controlled(node *html.Node) string {
	for _, key := range []string{"aria-controls", "data-bs-target", "data-target", "href"} {
		value := htmltree.Value(node, key)
		if key == "aria-controls" && value != "" {
			first, _, _ := strings.Cut(value, " ")
			return first
		}
		if id, found := strings.CutPrefix(value, "#"); found && id != "" {
			return id
		}
	}
	return ""
}

// isQuestionClass reports whether a class says that an element is a question of
// a list of them.
func isQuestionClass(node *html.Node) bool {
	for _, class := range htmltree.Classes(node) {
		class = strings.NewReplacer("_", "-", "--", "-").Replace(class)
		switch class {
		case "question", "faq-question", "faq-q", "faq-title", "faq-header", "question-title", "question-text", "quiz-question",
			"accordion-title", "accordion-header", "accordion-button", "accordion-heading", "accordion-trigger", "accordion-toggle",
			"toggle-title", "collapsible-header", "faqquestion", "accordion-item-title", "panel-title":
			return true
		}
		if strings.HasSuffix(class, "-question") {
			return true
		}
	}
	return false
}

// isQuestionData reports whether an element is the name of a question in the
// words of schema.org.
func isQuestionData(node *html.Node) bool {
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

// panelBehind returns the element that follows a title, or what the title
// stands in by itself.
func (e *Extractor) panelBehind(node *html.Node) *html.Node {
	for range 3 {
		if next := nextElement(node); next != nil {
			if e.isToggle(next) || isQuestionClass(next) || htmltree.Heading(next) > 0 {
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
	return text != "" && len(text) <= longestTitle && htmltree.First(node, "p", "ul", "ol", "table", "pre", "dl") == nil ||
		text != "" && len(text) <= longestTitle && strings.HasSuffix(text, "?")
}

func inHeading(node *html.Node) bool {
	for parent := node.Parent; parent != nil; parent = parent.Parent {
		if htmltree.Heading(parent) > 0 || htmltree.Is(parent, "summary", "dt") {
			return true
		}
	}
	return false
}

func within(node, panel *html.Node) bool {
	for parent := node; parent != nil; parent = parent.Parent {
		if parent == panel {
			return true
		}
	}
	return false
}
