package webpage

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// contentOf returns the part of a page that its content stands in: the outermost that
// says it is the main part or an article and holds most of the text, else the body.
func contentOf(tree *html.Node) *html.Node {
	body := htmltree.First(tree, "body")
	if body == nil {
		body = tree
	}
	all := textLength(body)
	for node, skip := range htmltree.All(body) {
		if htmltree.Is(node, "main", "article") || htmltree.Value(node, "role") == "main" {
			if textLength(node)*2 > all {
				return node
			}
			skip()
		}
	}
	return body
}

// textLength returns how much a page's part has to read, frames aside.
func textLength(node *html.Node) int {
	length := 0
	for one, skip := range htmltree.All(node) {
		switch {
		case htmltree.Is(one, "script", "style", "template", "noscript", "nav", "select", "svg", "footer", "head"):
			skip()
		case one.Type == html.TextNode:
			length += len(strings.TrimSpace(one.Data))
		}
	}
	return length
}

// frame is what stands around a page's content.
type frame struct {
	*Extractor

	body  *html.Node
	all   int                 // bytes to read in it
	links map[*html.Node]bool // lists that lead elsewhere, and the headings that announce nothing else
}

// A list of links has at least two, and a table of contents three. Where such lists are more than
// three times as long as all else on the page, the page is an index, and they its content.
const (
	fewestLinks   = 2
	fewestEntries = 3
	indexShare    = 3
)

func (e *Extractor) frameOf(body *html.Node) frame {
	f := frame{Extractor: e, body: body, all: textLength(body), links: map[*html.Node]bool{}}
	listed, titled := 0, 0
	var title *html.Node // right above
	for node, skip := range htmltree.All(body) {
		switch {
		case htmltree.Is(node, "nav", "details", "dl"):
			skip()
		case htmltree.Heading(node) > 0:
			skip()
			title = node
			titled += textLength(node)
		case htmltree.Is(node, "ul", "ol", "menu"):
			skip()
			if title != nil && nextElement(title) != node {
				title = nil
			}
			if !e.leadsAway(node) {
				continue
			}
			f.links[node] = true
			listed += textLength(node)
			if next := nextElement(node); next == nil || htmltree.Heading(next) > 0 {
				f.links[title] = title != nil && htmltree.Heading(title) > 1
			}
		}
	}
	if listed > indexShare*(f.all-titled-listed) {
		clear(f.links)
	}
	return f
}

// leadsAway reports whether the items of a list are links and nothing else, which make a
// table of contents, or of which most ask.
func (e *Extractor) leadsAway(list *html.Node) bool {
	all, asking, within := 0, 0, 0
	for one, skip := range htmltree.All(list) {
		switch {
		case htmltree.Is(one, "a"):
			skip()
			target, text := htmltree.Value(one, "href"), htmltree.Text(one, longestTitle)
			switch {
			case target == "" || e.isToggle(one):
				return false
			case strings.Trim(text, "0123456789") == "":
				continue
			case e.phrases.IsQuestion(text):
				asking++
			}
			all++
			if target[0] == '#' {
				within++
			}
		case htmltree.Is(one, "script", "style", "template", "svg"):
			skip()
		case one.Type == html.TextNode && strings.Trim(one.Data, " \t\r\n0123456789.•·-–—|→›»") != "":
			return false
		}
	}
	isContents := within == all && all >= fewestEntries
	return all >= fewestLinks && (2*asking >= all || isContents)
}

// holds reports whether a node belongs to the frame.
func (f frame) holds(node *html.Node) bool {
	switch {
	case node == f.body:
		return false
	case f.links[node], htmltree.Is(node, "nav", "search"):
		return true
	case htmltree.Is(node, "header", "footer", "aside"):
		return !f.isInside(node)
	}
	names := append(htmltree.Classes(node), strings.ToLower(htmltree.Value(node, "id")), htmltree.Value(node, "role"))
	return slices.ContainsFunc(names, isFrameName) && textLength(node)*2 <= f.all
}

// isInside reports whether a node stands in the content's own part of the page.
func (f frame) isInside(node *html.Node) bool {
	for parent := node.Parent; parent != nil; parent = parent.Parent {
		if htmltree.Is(parent, "main", "article", "section") || htmltree.Value(parent, "role") == "main" {
			return true
		}
	}
	return false
}

// isFrameName reports whether a class, an id or a role says that something is no
// content. Each is a word that pages of all makes use for this alone.
func isFrameName(name string) bool {
	switch name {
	case "navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar", "tooltip", "complementary",
		"ad", "ads", "advert", "advertisement", "adsbygoogle", "sponsored", "breadcrumb", "breadcrumbs", "pagination", "pager",
		"newsletter", "share", "sharing", "social", "social-share", "share-buttons", "skip-link", "skiplink", "skip-to-content",
		"sr-only", "visually-hidden", "screen-reader-text", "visuallyhidden", "noprint", "mw-editsection", "toc", "table-of-contents",
		"headerlink", "copy-button", "edit-link", "sidebar", "site-footer", "site-header", "navbar", "related-posts", "popup":
		return true
	}
	for _, part := range []string{"cookie-", "cookies-", "-cookie", "cookieconsent", "consent-banner", "gdpr", "ad-slot", "ad-banner", "ad-container"} {
		if strings.HasPrefix(name, part) || strings.HasSuffix(name, part) {
			return true
		}
	}
	return false
}
