package webpage

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// A list of links has at least two. Where such lists are more than three times
// as long as all else on the page, the page is an index, and they its content.
const (
	fewestLinks = 2
	indexShare  = 3
)

// navigationOf returns the lists in a page's content that lead to other
// questions, or to what is related, and the headings that announce nothing else.
func (e *Extractor) navigationOf(body *html.Node) []*html.Node {
	var found []*html.Node
	listed := 0
	for node, skip := range htmltree.All(body) {
		switch {
		case htmltree.Is(node, "nav", "details", "dl"):
			skip()
		case htmltree.Is(node, "ul", "ol", "menu"):
			skip()
			title := titleAbove(node)
			if !e.leadsAway(node, title) {
				continue
			}
			found = append(found, node)
			listed += textLength(node)
			if e.announces(title, node) {
				found = append(found, title)
			}
		}
	}
	if listed > indexShare*(textLength(body)-titlesLength(body)-listed) {
		return nil
	}
	return found
}

// titlesLength returns how much the headings of a page have to read.
func titlesLength(body *html.Node) int {
	length := 0
	for node, skip := range htmltree.All(body) {
		if htmltree.Heading(node) > 0 {
			skip()
			length += textLength(node)
		}
	}
	return length
}

// announces reports whether a heading is there for a list alone.
func (e *Extractor) announces(title, list *html.Node) bool {
	return title != nil && htmltree.Heading(title) > 1 &&
		(e.isRelated(htmltree.Text(title, longestTitle)) || !e.followedByText(list))
}

// titleAbove returns the heading right above a list, or nil.
func titleAbove(list *html.Node) *html.Node {
	for above := list.PrevSibling; above != nil; above = above.PrevSibling {
		if htmltree.Heading(above) > 0 {
			return above
		}
		if above.Type == html.ElementNode || strings.TrimSpace(above.Data) != "" {
			return nil
		}
	}
	return nil
}

// leadsAway reports whether the items of a list are links and nothing else,
// most of which ask, or lead to other pages of the site under a heading that
// says that they are related.
func (e *Extractor) leadsAway(list, title *html.Node) bool {
	var seen linkCount
	for one, skip := range htmltree.All(list) {
		switch {
		case htmltree.Is(one, "a"):
			skip()
			if htmltree.Value(one, "href") == "" || e.isToggle(one) {
				return false
			}
			seen.add(e, one)
		case htmltree.Is(one, "script", "style", "template", "svg"):
			skip()
		case one.Type == html.TextNode && strings.Trim(one.Data, " \t\r\n0123456789.•·-–—|→›»") != "":
			return false
		}
	}
	isOthers := title != nil && seen.abroad == 0 && e.isRelated(htmltree.Text(title, longestTitle))
	return seen.all >= fewestLinks && (2*seen.asking >= seen.all || isOthers)
}

// linkCount counts the links of a list: all that have words, those that ask and
// those that lead to other sites.
type linkCount struct{ all, asking, abroad int }

func (c *linkCount) add(e *Extractor, link *html.Node) {
	text := htmltree.Text(link, longestTitle)
	if strings.Trim(text, "0123456789") == "" {
		return
	}
	c.all++
	if e.phrases.IsQuestion(text) {
		c.asking++
	}
	if strings.Contains(htmltree.Value(link, "href"), "://") {
		c.abroad++
	}
}

// isRelated reports whether a heading announces links to other pages.
func (e *Extractor) isRelated(title string) bool {
	return e.cues[relatedTitles].Has(strings.Trim(strings.ToLower(title), " .:…"))
}

// longestNote is the most bytes of a note about a page.
const longestNote = 160

// mostNotes is how many notes a page ends with at most.
const mostNotes = 8

// removeNotes takes the paragraphs away that a page's content ends with and that
// say something of the page: who wrote it and when.
func (f frame) removeNotes(e *Extractor) {
	for range mostNotes {
		node := f.lastBlock()
		if node == nil || !e.isNote(node) {
			return
		}
		node.Parent.RemoveChild(node)
	}
}

// lastBlock returns the last element of a page's content that holds text and no
// other element but inline ones, nil where text stands behind it.
func (f frame) lastBlock() *html.Node {
	for node := f.body; ; {
		last := node.LastChild
		for last != nil && (f.tocs[last] || isSilent(last)) {
			last = last.PrevSibling
		}
		switch {
		case last == nil || last.Type != html.ElementNode || htmltree.IsInline(last):
			return nil
		case htmltree.Is(last, "p", "address", "footer") || isFlat(last):
			return last
		}
		node = last
	}
}

// isSilent reports whether a node shows nothing.
func isSilent(node *html.Node) bool {
	switch node.Type {
	case html.TextNode:
		return strings.TrimSpace(node.Data) == ""
	case html.ElementNode:
		return htmltree.Is(node, "script", "style", "template", "noscript", "br", "hr", "svg", "nav", "footer") ||
			(node.FirstChild == nil && !htmltree.Is(node, "img", "input", "iframe", "video"))
	case html.ErrorNode, html.DocumentNode, html.CommentNode, html.DoctypeNode, html.RawNode:
	}
	return true
}

// isFlat reports whether an element holds text and what runs along with it.
func isFlat(node *html.Node) bool {
	for child := range node.ChildNodes() {
		if !htmltree.IsInline(child) {
			return false
		}
	}
	return htmltree.Is(node, "div", "small", "section")
}

func (e *Extractor) isNote(node *html.Node) bool {
	text := htmltree.Text(node, longestNote)
	if len(text) > longestNote {
		return false
	}
	if e.phrases.Furniture(text) != "" {
		return true
	}
	text = strings.ToLower(text)
	if link := htmltree.First(node, "a"); link != nil && strings.HasPrefix(text, "see also") {
		return !strings.Contains(htmltree.Value(link, "href"), "://")
	}
	return e.cues[pageNotes].Prefix(text) != ""
}
