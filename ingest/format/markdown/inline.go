package markdown

import (
	"bytes"
	"html"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
)

// rendered is inline content as plain text: emphasis and links fall away, code
// keeps its backticks, and citation marks become citations.
type rendered struct {
	text      string
	runs      []run
	citations []cited
}

// run says where a run of the text comes from, up to the next run.
type run struct {
	text   int  // its first byte in the text
	source int  // and in the source
	fixed  bool // all of it stands at that one place
}

// origin returns where a byte of the text stands in the source.
func (c rendered) origin(at int) int {
	n := sort.Search(len(c.runs), func(i int) bool { return c.runs[i].text > at }) - 1
	if one := c.runs[n]; !one.fixed {
		return one.source + at - one.text
	}
	return c.runs[n].source
}

// cited is a citation and where it stands.
type cited struct {
	quarry.Citation

	at  int // in the text: how many bytes stand before it
	end int // in the source: behind its mark
}

// all returns the citations alone.
func (c rendered) all() []quarry.Citation {
	var plain []quarry.Citation
	for _, one := range c.citations {
		plain = append(plain, one.Citation)
	}
	return plain
}

// render returns the inline content of a block.
func (r *reader) render(node ast.Node) rendered { return r.renderNodes(childrenOf(node)) }

// renderNodes renders some inline nodes.
func (r *reader) renderNodes(nodes []ast.Node) rendered {
	w := inlineWriter{source: r.source}
	for _, node := range nodes {
		w.node(node)
	}
	return rendered{text: w.text.String(), runs: w.runs, citations: w.citations}
}

type inlineWriter struct {
	source    []byte
	text      strings.Builder
	runs      []run
	citations []cited
	citing    string // the tag of a citation element that is open
	gap       bool   // something that is no part of a word was left out here
	shown     *shown // nil where line breaks are spaces and code keeps its backticks
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
		w.segment(n)
	case *ast.CodeSpan:
		w.code(n)
	case *ast.Emphasis:
		from := w.text.Len()
		w.children(n)
		w.shown.strong(from, w.text.Len())
	case *ast.AutoLink:
		w.autoLink(n)
	case *ast.Link:
		w.link(n)
	case *ast.Image:
		w.apart(n)
	case *xast.FootnoteLink:
		w.gap = true
	default:
		w.children(node)
	}
}

// segment copies a piece of the source, and a space for its line break.
func (w *inlineWriter) segment(n *ast.Text) {
	if n.IsRaw() {
		w.copy(n.Segment.Start, n.Segment.Stop)
	} else {
		w.unescape(n.Segment.Start, n.Segment.Stop)
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		w.add(w.shown.lineBreak(), max(0, n.Segment.Stop-1))
	}
}

// copy takes a piece of the source as it is.
func (w *inlineWriter) copy(start, stop int) {
	if start < stop {
		w.bridge(w.source[start:stop], start)
		w.runs = append(w.runs, run{text: w.text.Len(), source: start})
		w.text.Write(w.source[start:stop])
	}
}

// bridge writes a space where two words would run into each other over
// something that was left out between them, or where an accent would change the
// letter before what was left out.
func (w *inlineWriter) bridge(next []byte, at int) {
	left, _ := utf8.DecodeLastRuneInString(w.text.String())
	right, _ := utf8.DecodeRune(next)
	gap := w.gap || (unicode.IsMark(right) && w.behind() != at)
	w.gap = false
	if gap && isWord(left) && isWord(right) {
		w.add(" ", at)
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// apart writes what a node shows, as words of its own.
func (w *inlineWriter) apart(node ast.Node) {
	w.gap = true
	w.children(node)
	w.gap = true
}

// unescape copies a piece of the source, with escapes and entities such as
// &nbsp; resolved.
func (w *inlineWriter) unescape(start, stop int) {
	for start < stop {
		length := bytes.IndexAny(w.source[start:stop], `\&`)
		if length < 0 {
			w.copy(start, stop)
			return
		}
		w.copy(start, start+length)
		start += length
		if w.source[start] == '&' {
			resolved, taken := entity(w.source[start:stop])
			w.add(resolved, start)
			start += taken
			continue
		}
		if start+1 < stop && isPunctuation(w.source[start+1]) {
			start++
		}
		w.copy(start, start+1)
		start++
	}
}

// isPunctuation reports whether a backslash escapes a character.
func isPunctuation(c byte) bool {
	return strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c) >= 0
}

// longestEntity is the longest name of an entity, with its marks.
const longestEntity = 34

// entity returns the text that a source begins with, which is an ampersand, and
// its length in the source: that of the entity, or the ampersand alone.
func entity(source []byte) (string, int) {
	source = source[:min(len(source), longestEntity)]
	for i, c := range source {
		if c != ';' {
			continue
		}
		resolved := html.UnescapeString(string(source[:i+1]))
		if utf8.RuneCountInString(resolved) <= 2 && i > 1 {
			return resolved, i + 1
		}
		break
	}
	return "&", 1
}

// add writes text that all stands at one place of the source.
func (w *inlineWriter) add(text string, at int) {
	w.runs = append(w.runs, run{text: w.text.Len(), source: at, fixed: true})
	w.text.WriteString(text)
}

// code writes a code span in one backtick on each side.
func (w *inlineWriter) code(n *ast.CodeSpan) {
	first, ok := n.FirstChild().(*ast.Text)
	if !ok {
		return
	}
	w.tick(max(0, first.Segment.Start-1))
	stop := first.Segment.Stop
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if text, ok := child.(*ast.Text); ok {
			w.copy(text.Segment.Start, text.Segment.Stop)
			stop = text.Segment.Stop
		}
	}
	w.tick(min(stop, len(w.source)-1))
}

// tick writes the mark of code.
func (w *inlineWriter) tick(at int) {
	if w.shown == nil {
		w.add("`", at)
	}
}

// autoLink writes an address that stands between angle brackets.
func (w *inlineWriter) autoLink(n *ast.AutoLink) {
	start := max(n.Pos(), 0) + 1
	stop := min(start+len(n.Label(w.source)), len(w.source))
	w.gap = true
	w.copy(start, stop)
	w.gap = true
	w.cite(quarry.Citation{URL: string(n.URL(w.source))}, stop+1)
}

// link writes what a link shows.
func (w *inlineWriter) link(n *ast.Link) {
	before := w.text.Len()
	w.apart(n)
	shown := w.text.String()[before:]
	w.cite(quarry.Citation{URL: string(n.Destination), Label: shown}, w.behind())
}

// cite keeps a citation of a web address.
func (w *inlineWriter) cite(c quarry.Citation, end int) {
	if strings.HasPrefix(c.URL, "https://") || strings.HasPrefix(c.URL, "http://") {
		w.citations = append(w.citations, cited{Citation: c, at: w.text.Len(), end: end})
	}
}

// behind returns the offset behind what was written last.
func (w *inlineWriter) behind() int {
	if len(w.runs) == 0 {
		return 0
	}
	return rendered{runs: w.runs}.origin(w.text.Len()-1) + 1
}
