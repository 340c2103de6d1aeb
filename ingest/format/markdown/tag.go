package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest/doc"
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
	start, end := raw.Segments.At(0).Start, raw.Segments.At(raw.Segments.Len()-1).Stop
	switch {
	case kind == html.EndTagToken && token.Data == w.citing:
		w.citing = ""
		w.closeUp(end)
	case w.citing != "" || kind != html.StartTagToken && kind != html.SelfClosingTagToken:
	case token.DataAtom == atom.Br:
		w.breakAt(start, end)
	case token.DataAtom == atom.Sup && kind == html.StartTagToken:
		w.add("^", start)
	case token.Data == "a":
		w.refer(attribute(token, "href"), "")
	case token.DataAtom == 0:
		w.cite(raw, token)
	}
}

// isFormat reports whether a tag only says what a part of a word looks like:
// H<sub>2</sub>O is one word.
func isFormat(kind html.TokenType, token html.Token) bool {
	tag := kind == html.StartTagToken || kind == html.EndTagToken
	return tag && token.DataAtom != 0 && len(token.Attr) == 0 && token.DataAtom != atom.Br
}

// cite keeps a citation mark. What it shows is left out up to its end tag; a
// mark that is never closed shows nothing.
func (w *inlineWriter) cite(raw *ast.RawHTML, token html.Token) {
	for _, one := range token.Attr {
		if doc.IsWeb(one.Val) {
			w.refer(one.Val, attribute(token, "index", "label", "id"))
			if w.closed(raw, token.Data) {
				w.citing = token.Data
			} else {
				w.closeUp(raw.Segments.At(raw.Segments.Len() - 1).Stop)
			}
			return
		}
	}
}

// closeUp drops the space before a citation mark that fell away, where a mark of punctuation
// follows: it stood between the two.
func (w *inlineWriter) closeUp(behind int) {
	to := len(bytes.TrimRight(w.text.Bytes(), " "))
	if behind >= len(w.source) || strings.IndexByte(".,;:!?)", w.source[behind]) < 0 || to == w.text.Len() || to == 0 {
		return
	}
	if n := len(w.inline.Code); n > 0 && w.inline.Code[n-1].To > to || to < w.shown.lines[len(w.shown.lines)-1].from {
		return
	}
	w.text.Truncate(to)
	for i := len(w.inline.Links) - 1; i >= 0 && w.inline.Links[i].To > to; i-- {
		link := &w.inline.Links[i]
		link.From, link.To = min(link.From, to), to
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

// label reads what a citation element shows: its label, where no attribute gave one.
func (w *inlineWriter) label(node ast.Node) {
	last := &w.inline.Links[len(w.inline.Links)-1]
	if text, ok := node.(*ast.Text); ok && last.Label == "" {
		last.Label = string(text.Segment.Value(w.source))
	}
}

func (w *inlineWriter) markup(raw *ast.RawHTML) string { return string(raw.Segments.Value(w.source)) }

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
