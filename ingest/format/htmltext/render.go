package htmltext

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Options say how a tree is written down.
type Options struct {
	// Numbered writes the numbers of numbered lists.
	Numbered bool
	// Skip tells what is left out, besides what no page shows. It may be nil.
	Skip func(*html.Node) bool
}

// Rendered is a tree as Markdown.
type Rendered struct {
	Text     string // no white space at its ends
	Warnings []string
}

// Render writes a tree as Markdown.
func Render(tree *html.Node, options Options) Rendered {
	r := &renderer{options: options}
	r.grid = &htmltree.Grid{Columns: maxColumns, Repeats: maxRepeated, Skip: r.leftOut}
	r.node(tree)
	r.endBlock()
	rendered := Rendered{Text: strings.TrimSpace(r.lines.out.String())}
	if r.grid.Repeats <= 0 {
		rendered.Warnings = append(rendered.Warnings, "cells that span more of a table than fits are written once")
	}
	return rendered
}

type renderer struct {
	options Options
	lines   lines
	inline  inline
	grid    *htmltree.Grid // of all tables
	plain   bool           // neither emphasis nor links
	depth   int            // of lists
}

func (r *renderer) children(node *html.Node) {
	for child := range node.ChildNodes() {
		r.node(child)
	}
}

func (r *renderer) node(node *html.Node) {
	switch node.Type { //nolint:exhaustive // the tree has no others
	case html.TextNode:
		r.inline.text(node.Data)
	case html.ElementNode:
		if !r.leftOut(node) {
			r.element(node)
		}
	default:
		r.children(node)
	}
}

// endLine writes the line that was collected and asks for a gap behind it.
func (r *renderer) endLine(gap int) {
	if !r.inline.empty() {
		if line := r.inline.take(); line != "" {
			r.lines.line(line)
		}
	}
	r.inline.space = false
	r.lines.want(gap)
}

// endBlock ends a paragraph.
func (r *renderer) endBlock() { r.endLine(blankLine) }

func (r *renderer) element(node *html.Node) {
	if level := htmltree.Heading(node); level > 0 && !r.plain {
		r.endBlock()
		r.titled(strings.Repeat("#", level)+" ", node, "", blankLine)
		return
	}
	if !r.inlineElement(node) {
		r.block(node)
	}
}

// inlineElement writes an element that runs along with the text, and reports whether it is one.
func (r *renderer) inlineElement(node *html.Node) bool {
	switch node.Data {
	case "b", "strong":
		r.emphasis(node, "**")
	case "i", "em", "cite", "dfn", "var":
		r.emphasis(node, "*")
	case "del", "s", "strike":
		r.emphasis(node, "~~")
	case "code", "kbd", "samp", "tt":
		r.code(node)
	case "a":
		r.link(node)
	case "sub", "sup":
		r.raised(node)
	case "q":
		r.inline.text(`"`)
		r.children(node)
		r.inline.space = false
		r.inline.text(`"`)
	case "br":
		r.lineBreak()
	case "img":
		r.inline.text(htmltree.Value(node, "alt"))
	case "input":
		r.choice(node)
	case "math", "script":
		r.formula(node)
	default:
		if !htmltree.IsInline(node) {
			return false
		}
		r.children(node)
	}
	return true
}

// lineBreak ends the line; where nothing stands on it, it ends the paragraph.
func (r *renderer) lineBreak() {
	switch {
	case r.plain:
		r.inline.space = true
	case r.inline.empty():
		r.lines.want(blankLine)
	default:
		r.endLine(newLine)
	}
}

func (r *renderer) emphasis(node *html.Node, sign string) {
	if r.plain || r.isOpen(sign) {
		r.children(node)
		return
	}
	r.inline.begin(sign, sign)
	r.children(node)
	r.inline.end()
}

func (r *renderer) isOpen(sign string) bool {
	return slices.ContainsFunc(r.inline.open, func(one *mark) bool { return one.left == sign })
}

// link keeps where a link to elsewhere leads. One within the page is its text,
// and nothing where that is a mark for the eye alone.
func (r *renderer) link(node *html.Node) {
	target := htmltree.Value(node, "href")
	address, absolute := addressOf(target)
	switch {
	case strings.HasPrefix(target, "#") && isOrnament(htmltree.Text(node, longestOrnament)):
	case !absolute || r.plain || r.isOpen("[") || strings.TrimSpace(htmltree.Text(node, longestOrnament)) == target:
		r.children(node)
	default:
		r.inline.begin("[", "]("+address+")")
		r.children(node)
		r.inline.end()
	}
}

// raised keeps an exponent or an index as its tag, which Markdown knows. A mark
// that leads to a note is none.
func (r *renderer) raised(node *html.Node) {
	if isNoteMark(node) {
		return
	}
	text := htmltree.Text(node, longestLine)
	if text == "" {
		return
	}
	r.inline.begin("<"+node.Data+">", "</"+node.Data+">")
	r.inline.text(text)
	r.inline.end()
}

// choice writes a box to tick as the beginning of an item, unless it stands in one.
func (r *renderer) choice(node *html.Node) {
	kind := htmltree.Value(node, "type")
	if (kind == "radio" || kind == "checkbox") && !r.plain && r.depth == 0 && r.lines.marker == "" {
		r.endLine(newLine)
		r.inline.add(piece{text: "-", raw: true})
		r.inline.space = true
	}
}

// Markdown returns the text of a part of a page, such as the field of a flashcard: no white space
// at its ends, lines ended by '\n'. Tags part words where a reader sees them parted, entities
// become what they stand for, "[latex]" and "[$]" become dollar signs, "[sound:…]" vanishes. Items
// of numbered lists have a dash, because their numbers stand nowhere in the fragment. A text
// without tags comes out as it is, but for its white space.
func Markdown(fragment string) string {
	tree, _ := htmltree.Parse(strings.ToValidUTF8(fragment, "\ufffd"))
	return cardText(Render(tree, Options{}).Text)
}

// cardText resolves the marks that flashcard programs put into a field's text.
func cardText(text string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	text = strings.NewReplacer(
		"[$$]", "$$", "[/$$]", "$$", "[$]", "$", "[/$]", "$", "[latex]", "", "[/latex]", "",
	).Replace(withoutSounds(text))
	return strings.TrimSpace(text)
}

func withoutSounds(text string) string {
	const mark = "[sound:"
	parts := strings.Split(text, mark)
	for i, part := range parts[1:] {
		if name, rest, closed := strings.Cut(part, "]"); closed && !strings.ContainsAny(name, "[\n") {
			parts[i+1] = rest
		} else {
			parts[i+1] = mark + part
		}
	}
	return strings.Join(parts, "")
}
