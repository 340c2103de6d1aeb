package htmltree

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Limits of a tree. Pages that people write are nested some twenty levels deep,
// and have a tag for every twenty bytes or so.
const (
	maxDepth      = 160
	maxNodes      = 600_000
	maxAttributes = 60
)

// Parse returns the tree of a page or of a part of one: a node without a name that holds all there
// is. It reports whether all of the text was read; what stands behind the last of 600,000 tags and
// texts is not. Comments are left out.
func Parse(text string) (*html.Node, bool) { return parse(text, builder{}) }

// Place is where a text stands: from a byte up to another.
type Place struct{ Start, End int }

// ParseAt is Parse with the places of the texts, for a page that begins at a byte.
func ParseAt(text string, start int) (*html.Node, map[*html.Node]Place) {
	places := map[*html.Node]Place{}
	tree, _ := parse(text, builder{at: Place{End: start}, places: places})
	return tree, places
}

func parse(text string, b builder) (*html.Node, bool) {
	b.open = []*html.Node{{Type: html.DocumentNode}}
	b.counts, b.buried = map[string]int{}, map[string]int{}
	tokens := html.NewTokenizer(strings.NewReader(text))
	for b.nodes < maxNodes {
		kind := tokens.Next()
		b.at = Place{b.at.End, b.at.End + len(tokens.Raw())}
		switch kind {
		case html.ErrorToken:
			b.cut(1)
			return b.open[0], true
		case html.TextToken:
			b.text(string(tokens.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			b.start(read(tokens))
		case html.EndTagToken:
			name, _ := tokens.TagName()
			b.end(string(name))
		case html.CommentToken, html.DoctypeToken:
		}
	}
	return b.open[0], false
}

// read returns the element that the tokenizer stands at.
func read(tokens *html.Tokenizer) *html.Node {
	name, more := tokens.TagName()
	node := &html.Node{Type: html.ElementNode, Data: string(name)}
	for more && len(node.Attr) < maxAttributes {
		var key, value []byte
		key, value, more = tokens.TagAttr()
		node.Attr = append(node.Attr, html.Attribute{Key: string(key), Val: string(value)})
	}
	return node
}

// builder holds the elements that are open, the outermost first.
type builder struct {
	open   []*html.Node
	counts map[string]int // how many of a name are open
	buried map[string]int // how many of a name stand too deep to hold anything
	nodes  int
	titled bool                 // words stand in the last heading, or behind it
	places map[*html.Node]Place // of texts; nil where they are not asked for
	at     Place                // of the tag or text that is read
}

// put adds a node to the element that is open.
func (b *builder) put(node *html.Node) {
	b.nodes++
	b.top().AppendChild(node)
}

func (b *builder) top() *html.Node { return b.open[len(b.open)-1] }

func (b *builder) text(text string) {
	if strings.TrimSpace(text) != "" {
		b.closeHead("")
		b.titled = true
	}
	node := &html.Node{Type: html.TextNode, Data: text}
	b.put(node)
	if b.places != nil {
		b.places[node] = b.at
	}
}

func (b *builder) start(node *html.Node) {
	name := node.Data
	b.closeHead(name)
	b.closeFor(name)
	b.titled = b.titled && !isHeading(name)
	b.put(node)
	switch {
	case isVoid(name):
	case len(b.open) >= maxDepth:
		b.buried[name]++
	default:
		b.open = append(b.open, node)
		b.counts[name]++
	}
}

func (b *builder) end(name string) {
	switch {
	case name == "html" || name == "body": // what follows still belongs to the page
	case b.buried[name] > 0:
		b.buried[name]--
	case name == "p" && b.counts["p"] == 0, name == "br":
		b.start(&html.Node{Type: html.ElementNode, Data: name})
		b.close(name, nil)
	case isHeading(name):
		b.closeHeading()
	case b.counts[name] == 0:
	case isInline(name):
		b.unwrap(name)
	default:
		b.close(name, bounds(name))
	}
}

// closeHead ends the head before what cannot stand in it.
func (b *builder) closeHead(name string) {
	if b.counts["head"] > 0 && name != "html" && !isHeadPart(name) && !isHeadPart(b.top().Data) {
		b.close("head", nil)
	}
}

// close closes the innermost element of a name with all that is in it, unless
// one of the bounds stands between.
func (b *builder) close(name string, bounds []string) {
	if b.counts[name] > 0 {
		b.closeWhere(func(other string) bool { return other == name }, bounds)
	}
}

func (b *builder) closeHeading() { b.closeWhere(isHeading, cellBounds()) }

func (b *builder) closeWhere(ends func(name string) bool, bounds []string) {
	for i := len(b.open) - 1; i > 0; i-- {
		switch name := b.open[i].Data; {
		case ends(name):
			b.cut(i)
			return
		case slices.Contains(bounds, name):
			return
		}
	}
}

// cut closes everything from an element on.
func (b *builder) cut(from int) {
	for _, node := range b.open[from:] {
		b.counts[node.Data]--
	}
	b.open = b.open[:from]
}

// unwrap ends emphasis and the like. Where a block was opened inside of it, the block goes on.
func (b *builder) unwrap(name string) {
	for i := len(b.open) - 1; i > 0 && b.counts[name] > 0; i-- {
		if b.open[i].Data != name {
			continue
		}
		if b.onlyInline(i + 1) {
			b.cut(i)
		} else {
			b.open = slices.Delete(b.open, i, i+1)
			b.counts[name]--
		}
		return
	}
}

func (b *builder) onlyInline(from int) bool {
	return !slices.ContainsFunc(b.open[from:], func(node *html.Node) bool { return !isInline(node.Data) })
}

// isUnclosedHeading reports whether the innermost block that is open is a heading with
// words: a paragraph behind them is none of its own.
func (b *builder) isUnclosedHeading() bool {
	for i := len(b.open) - 1; i > 0; i-- {
		if node := b.open[i]; !isInline(node.Data) {
			return isHeading(node.Data) && b.titled
		}
	}
	return false
}

// closeFor closes what an element ends by its beginning: a list item the one
// before it, a block the paragraph that it would stand in.
func (b *builder) closeFor(name string) {
	for _, other := range endedBy(name) {
		if isInline(other) {
			b.unwrap(other)
		} else {
			b.close(other, bounds(other))
		}
	}
	if isHeading(name) && isHeading(b.top().Data) || (name == "p" || isHeading(name)) && b.isUnclosedHeading() {
		b.closeHeading()
	}
	if isBlock(name) {
		b.close("p", cellBounds())
	}
}
