package webpage

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// contentOf returns the part of a page that its content stands in: the main
// part where the page names one that holds most of the text, else the body.
func contentOf(tree *html.Node) *html.Node {
	body := htmltree.First(tree, "body")
	if body == nil {
		body = tree
	}
	all := textLength(body)
	for _, isMain := range []func(*html.Node) bool{
		func(n *html.Node) bool { return htmltree.Is(n, "main") || htmltree.Value(n, "role") == "main" },
		func(n *html.Node) bool { return htmltree.Is(n, "article") },
	} {
		for node := range htmltree.All(body) {
			if isMain(node) {
				if textLength(node)*2 > all {
					return node
				}
				break
			}
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
	cues lexicon.Cues
	body *html.Node
	all  int                 // bytes to read in it
	tocs map[*html.Node]bool // and other lists of links, with their headings
}

func (e *Extractor) frameOf(tree, body *html.Node) frame {
	f := frame{cues: e.cues, body: body, all: textLength(body), tocs: map[*html.Node]bool{}}
	for node, skip := range htmltree.All(tree) {
		if htmltree.Is(node, "ul", "ol") {
			skip()
			if e.isContents(node) {
				f.tocs[node] = true
			}
		}
	}
	return f
}

// leaveOut takes some lists of links, and their headings, for the frame.
func (f frame) leaveOut(links []*html.Node) {
	for _, node := range links {
		f.tocs[node] = true
	}
}

// fewestEntries is how many links a table of contents has at least.
const fewestEntries = 3

// isContents reports whether a list is nothing but links to places on its own
// page.
func (e *Extractor) isContents(list *html.Node) bool {
	links := 0
	for one, skip := range htmltree.All(list) {
		switch {
		case htmltree.Is(one, "a"):
			skip()
			if target := htmltree.Value(one, "href"); len(target) < 2 || target[0] != '#' || e.isToggle(one) {
				return false
			}
			links++
		case one.Type == html.TextNode && strings.Trim(one.Data, " \t\r\n0123456789.•-–—|") != "":
			return false
		}
	}
	return links >= fewestEntries
}

// holds reports whether a node belongs to the frame.
func (f frame) holds(node *html.Node) bool {
	switch {
	case node == f.body:
		return false
	case f.tocs[node], htmltree.Is(node, "nav", "search"):
		return true
	case htmltree.Is(node, "header", "footer", "aside"):
		return !f.isInside(node)
	case f.asksForPraise(node), f.isPraise(node):
		return true
	}
	named := isFrameRole(htmltree.Value(node, "role")) || slices.ContainsFunc(
		append(htmltree.Classes(node), strings.ToLower(htmltree.Value(node, "id"))), isFrameClass)
	return named && textLength(node)*2 <= f.all
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

// isPraise reports whether an element is nothing but such a question and what
// there is to click.
func (f frame) isPraise(node *html.Node) bool {
	const longest = 160
	for child := range node.ChildNodes() {
		if child.Type == html.ElementNode && f.asksForPraise(child) {
			return len(htmltree.Text(node, longest+1)) <= longest
		}
	}
	return false
}

// asksForPraise reports whether an element asks its reader what the page is
// worth: "Was this article helpful?".
func (f frame) asksForPraise(node *html.Node) bool {
	for child := range node.ChildNodes() {
		if child.Type != html.TextNode || strings.TrimSpace(child.Data) == "" {
			continue
		}
		const longest = 60
		said := text.Folded(text.Clip(child.Data, 2*longest))
		question, asks := strings.CutSuffix(said, "?")
		if len(said) > longest || !asks {
			return false
		}
		return f.cues[praiseAsking].Has(question) || f.cues[praiseOpenings].Prefix(question) != "" && f.cues[praiseEndings].Suffix(question) != ""
	}
	return false
}

func isFrameRole(role string) bool {
	switch role {
	case "navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar", "tooltip", "complementary":
		return true
	}
	return false
}

// isFrameClass reports whether a class or an id says that something is no
// content. Each is a word that pages of all makes use for this alone.
func isFrameClass(class string) bool {
	switch class {
	case "ad", "ads", "advert", "advertisement", "adsbygoogle", "sponsored", "breadcrumb", "breadcrumbs", "pagination", "pager",
		"newsletter", "share", "sharing", "social", "social-share", "share-buttons", "skip-link", "skiplink", "skip-to-content",
		"sr-only", "visually-hidden", "screen-reader-text", "visuallyhidden", "noprint", "mw-editsection", "toc", "table-of-contents",
		"headerlink", "copy-button", "edit-link", "sidebar", "site-footer", "site-header", "navbar", "related-posts", "popup":
		return true
	}
	for _, part := range []string{"cookie-", "cookies-", "-cookie", "cookieconsent", "consent-banner", "gdpr", "ad-slot", "ad-banner", "ad-container"} {
		if strings.HasPrefix(class, part) || strings.HasSuffix(class, part) {
			return true
		}
	}
	return false
}
