package htmltree

import (
	"iter"
	"slices"
	"strconv"
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

// Number returns the whole number in a node's attribute, another one where there is none.
func Number(node *html.Node, key string, otherwise int) int {
	if number, err := strconv.Atoi(Value(node, key)); err == nil {
		return number
	}
	return otherwise
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

// IsInline reports whether a node is text, or an element that runs along with it.
func IsInline(node *html.Node) bool {
	return node.Type == html.TextNode || node.Type == html.ElementNode && (isInline(node.Data) || Is(node, "br", "img", "wbr", "input", "label"))
}

// All yields a node and everything in it, in the order of the page. What stands
// in a node is left out when the loop calls skip on it.
func All(node *html.Node) iter.Seq2[*html.Node, func()] {
	return func(yield func(*html.Node, func()) bool) {
		skipped := false
		skip := func() { skipped = true }
		for one := node; one != nil; {
			if skipped = false; !yield(one, skip) {
				return
			}
			if one.FirstChild != nil && !skipped {
				one = one.FirstChild
				continue
			}
			for one != node && one.NextSibling == nil {
				one = one.Parent
			}
			if one == node {
				return
			}
			one = one.NextSibling
		}
	}
}

// First returns the first element of one of some names in a node, itself included, or nil.
func First(node *html.Node, names ...string) *html.Node {
	for one := range All(node) {
		if Is(one, names...) {
			return one
		}
	}
	return nil
}

// Text returns the text of a node in one line, as no more than about limit
// bytes. Scripts and styles in it are no text.
func Text(node *html.Node, limit int) string {
	var all strings.Builder
	for one, skip := range All(node) {
		switch {
		case all.Len() > limit:
			return strings.Join(strings.Fields(all.String()), " ")
		case one != node && Is(one, "script", "style", "template", "noscript"):
			skip()
		case one.Type == html.TextNode:
			all.WriteString(one.Data)
		case !IsInline(one) || Is(one, "br"):
			all.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(all.String()), " ")
}
