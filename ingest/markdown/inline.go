package markdown

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
)

// rendered is inline content as plain text: emphasis and links fall away, code
// keeps its backticks, and citation marks become citations.
type rendered struct {
	text      string
	at        []int // for each byte of text, where it stands in the source
	citations []quarry.Citation
}

// render returns the inline content of a block.
func (r *reader) render(node ast.Node) rendered {
	w := inlineWriter{source: r.source}
	w.children(node)
	return rendered{text: w.text.String(), at: w.at, citations: w.citations}
}

type inlineWriter struct {
	source    []byte
	text      strings.Builder
	at        []int
	citations []quarry.Citation
	citing    string // the tag of a citation element that is open
}

func (w *inlineWriter) children(node ast.Node) {
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeInline {
			w.node(child)
		}
	}
}

func (w *inlineWriter) node(node ast.Node) {
	if raw, ok := node.(*ast.RawHTML); ok {
		w.tag(raw)
		return
	}
	if w.citing != "" {
		w.label(node)
		return
	}
	switch n := node.(type) {
	case *ast.Text:
		w.write(n.Segment.Start, n.Segment.Stop)
		if n.SoftLineBreak() || n.HardLineBreak() {
			w.add(" ", n.Segment.Stop-1)
		}
	case *ast.String:
		w.add(string(n.Value), w.last())
	case *ast.CodeSpan:
		w.code(n)
	case *ast.AutoLink:
		w.add(string(n.URL(w.source)), max(n.Pos(), 0))
		w.citations = append(w.citations, quarry.Citation{URL: string(n.URL(w.source))})
	case *ast.Link:
		w.link(n)
	case *xast.FootnoteLink:
	default:
		w.children(node)
	}
}

// write copies a piece of the source, with entities such as &nbsp; resolved.
func (w *inlineWriter) write(start, stop int) {
	piece := string(w.source[start:stop])
	if strings.Contains(piece, "&") {
		if resolved := html.UnescapeString(piece); resolved != piece {
			w.add(resolved, start)
			return
		}
	}
	for i := start; i < stop; i++ {
		if w.source[i] == '\\' && i+1 < stop && isPunctuation(w.source[i+1]) {
			continue
		}
		w.text.WriteByte(w.source[i])
		w.at = append(w.at, i)
	}
}

func isPunctuation(c byte) bool {
	return strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c) >= 0
}

// add writes text that all stands at one place of the source.
func (w *inlineWriter) add(text string, at int) {
	w.text.WriteString(text)
	for range len(text) {
		w.at = append(w.at, at)
	}
}

func (w *inlineWriter) last() int {
	if len(w.at) == 0 {
		return 0
	}
	return w.at[len(w.at)-1]
}

func (w *inlineWriter) code(n *ast.CodeSpan) {
	w.add("`", w.last())
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if text, ok := child.(*ast.Text); ok {
			for i := text.Segment.Start; i < text.Segment.Stop; i++ {
				w.text.WriteByte(w.source[i])
				w.at = append(w.at, i)
			}
		}
	}
	w.add("`", w.last())
}

func (w *inlineWriter) link(n *ast.Link) {
	before := w.text.Len()
	w.children(n)
	if url := string(n.Destination); isWeb(url) {
		w.citations = append(w.citations, quarry.Citation{URL: url, Label: w.text.String()[before:]})
	}
}

func isWeb(url string) bool {
	return strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
}
