package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"

	"github.com/quarrykb/quarry"
)

// tag handles one raw HTML tag inside a text. An element that is not HTML's
// own and carries a web address is a citation mark: its address is kept, the
// element and what it shows fall away. Any other tag falls away alone.
func (w *inlineWriter) tag(raw *ast.RawHTML) {
	var source strings.Builder
	for i := range raw.Segments.Len() {
		segment := raw.Segments.At(i)
		source.Write(segment.Value(w.source))
	}
	tokens := html.NewTokenizer(strings.NewReader(source.String()))
	kind := tokens.Next()
	token := tokens.Token()
	switch {
	case kind == html.EndTagToken && token.Data == w.citing:
		w.citing = ""
	case kind == html.StartTagToken && token.DataAtom == 0:
		w.cite(token)
	case token.Data == "br":
		w.add(" ", w.last())
	}
}

func (w *inlineWriter) cite(token html.Token) {
	var citation quarry.Citation
	for _, attribute := range token.Attr {
		if isWeb(attribute.Val) {
			citation.URL = attribute.Val
		}
		if attribute.Key == "index" || attribute.Key == "label" || attribute.Key == "id" {
			citation.Label = attribute.Val
		}
	}
	if citation.URL == "" {
		return
	}
	w.citing = token.Data
	w.citations = append(w.citations, citation)
}

// label reads what a citation element shows: its label, where no attribute
// gave one.
func (w *inlineWriter) label(node ast.Node) {
	last := len(w.citations) - 1
	if text, ok := node.(*ast.Text); ok && w.citations[last].Label == "" {
		w.citations[last].Label = string(text.Segment.Value(w.source))
	}
}
