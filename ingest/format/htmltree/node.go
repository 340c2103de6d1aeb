package htmltree

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Attr returns the value of a node's first attribute of a name, without white
// space at its ends, and whether there is one.
func Attr(node *html.Node, key string) (string, bool) {
	for _, one := range node.Attr {
		if one.Key == key {
			return strings.TrimSpace(one.Val), true
		}
	}
	return "", false
}

// Value returns what Attr returns, "" where there is none.
func Value(node *html.Node, key string) string {
	value, _ := Attr(node, key)
	return value
}

// Classes returns the words of a node's class.
func Classes(node *html.Node) []string { return strings.Fields(strings.ToLower(Value(node, "class"))) }

// Is reports whether a node is an element of one of some names.
func Is(node *html.Node, names ...string) bool {
	return node.Type == html.ElementNode && slices.Contains(names, node.Data)
}

// Heading returns the level of a heading, 0 for any other node.
func Heading(node *html.Node) int {
	if node.Type != html.ElementNode || !isHeading(node.Data) {
		return 0
	}
	return int(node.Data[1] - '0')
}

// IsInline reports whether a node is text, or an element that runs along with
// it.
func IsInline(node *html.Node) bool {
	return node.Type == html.TextNode || node.Type == html.ElementNode && (isInline(node.Data) || Is(node, "br", "img", "wbr", "input", "label"))
}

// All yields a node and everything in it, in the order of the page. What stands
// in a node is left out when the loop calls skip on it.
func All(node *html.Node) iter.Seq2[*html.Node, func()] {
	return func(yield func(*html.Node, func()) bool) {
		w := walker{yield: yield}
		w.skip = func() { w.skipped = true }
		w.walk(node)
	}
}

type walker struct {
	yield   func(*html.Node, func()) bool
	skip    func()
	skipped bool
}

// walk reports whether the loop goes on.
func (w *walker) walk(node *html.Node) bool {
	w.skipped = false
	if !w.yield(node, w.skip) {
		return false
	}
	if w.skipped {
		return true
	}
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		if !w.walk(child) {
			return false
		}
	}
	return true
}

// First returns the first element of one of some names in a node, itself
// included, or nil.
func First(node *html.Node, names ...string) *html.Node {
	for one := range All(node) {
		if Is(one, names...) {
			return one
		}
	}
	return nil
}

// Text returns the text of a node in one line, as no more than about limit
// bytes. Scripts and styles are no text.
func Text(node *html.Node, limit int) string {
	var all strings.Builder
	for one, skip := range All(node) {
		switch {
		case all.Len() > limit:
			return strings.Join(strings.Fields(all.String()), " ")
		case Is(one, "script", "style", "template", "noscript"):
			skip()
		case one.Type == html.TextNode:
			all.WriteString(one.Data)
		case !IsInline(one) || Is(one, "br"):
			all.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(all.String()), " ")
}
