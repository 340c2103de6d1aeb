package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry"
)

// tag handles one raw HTML tag inside a text. An element that is not HTML's
// own and carries a web address is a citation mark: its address is kept, the
// element and what it shows fall away. Any other tag falls away alone.
func (w *inlineWriter) tag(raw *ast.RawHTML) {
	if raw.Segments.Len() == 0 {
		return
	}
	tokens := html.NewTokenizer(strings.NewReader(w.markup(raw)))
	kind := tokens.Next()
	token := tokens.Token()
	w.gap = w.gap || !isFormat(kind, token)
	w.shown.tag(kind, token, w.text.Len())
	switch {
	case kind == html.EndTagToken && token.Data == w.citing:
		w.citing = ""
		w.citations[len(w.citations)-1].end = endOf(raw)
	case w.citing != "" || kind != html.StartTagToken && kind != html.SelfClosingTagToken:
	case token.DataAtom == atom.Br:
		w.shown.breakAt(w.text.Len(), raw.Segments.At(0).Start, endOf(raw))
		w.add(w.shown.lineBreak(), raw.Segments.At(0).Start)
	case token.DataAtom == atom.Sup && kind == html.StartTagToken:
		w.add("^", raw.Segments.At(0).Start)
	case token.Data == "a":
		w.cite(quarry.Citation{URL: attribute(token, "href")}, endOf(raw))
	case token.DataAtom == 0:
		w.mark(raw, token)
	}
}

// isFormat reports whether a tag only says what a part of a word looks like:
// H<sub>2</sub>O is one word.
func isFormat(kind html.TokenType, token html.Token) bool {
	tag := kind == html.StartTagToken || kind == html.EndTagToken
	return tag && token.DataAtom != 0 && len(token.Attr) == 0 && token.DataAtom != atom.Br
}

// mark keeps a citation mark. What it shows is left out up to its end tag; a
// mark that is never closed shows nothing.
func (w *inlineWriter) mark(raw *ast.RawHTML, token html.Token) {
	before := len(w.citations)
	for _, one := range token.Attr {
		if len(w.citations) == before {
			w.cite(quarry.Citation{URL: one.Val, Label: attribute(token, "index", "label", "id")}, endOf(raw))
		}
	}
	if len(w.citations) > before && w.closed(raw, token.Data) {
		w.citing = token.Data
	}
}

// longestLabel is the most inline nodes that a citation mark shows.
const longestLabel = 8

// closed reports whether an end tag of this name follows soon.
func (w *inlineWriter) closed(raw ast.Node, name string) bool {
	node := raw.NextSibling()
	for range longestLabel {
		if node == nil {
			return false
		}
		if tag, ok := node.(*ast.RawHTML); ok && strings.HasPrefix(strings.ToLower(w.markup(tag)), "</"+name) {
			return true
		}
		node = node.NextSibling()
	}
	return false
}

// label reads what a citation element shows: its label, where no attribute
// gave one.
func (w *inlineWriter) label(node ast.Node) {
	last := len(w.citations) - 1
	if text, ok := node.(*ast.Text); ok && w.citations[last].Label == "" {
		w.citations[last].Label = string(text.Segment.Value(w.source))
	}
}

func (w *inlineWriter) markup(raw *ast.RawHTML) string {
	var source strings.Builder
	for i := range raw.Segments.Len() {
		segment := raw.Segments.At(i)
		source.Write(segment.Value(w.source))
	}
	return source.String()
}

func endOf(raw *ast.RawHTML) int { return raw.Segments.At(raw.Segments.Len() - 1).Stop }

// attribute returns the first of an element's attributes that has a value.
func attribute(token html.Token, names ...string) string {
	for _, name := range names {
		for _, one := range token.Attr {
			if one.Key == name && one.Val != "" {
				return one.Val
			}
		}
	}
	return ""
}
