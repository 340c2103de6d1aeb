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
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/quarrykb/quarry/ingest/doc"
)

// shown is what a block shows of its inline content: emphasis, links and code fall away.
type shown struct {
	doc.Text

	lines []line
	marks []mark
}

// mark is a part that is bold, or emphasised.
type mark struct {
	doc.Range

	bold bool
}

// line is a line of what is shown, and the part of the source that it stands in.
type line struct{ from, to, start, end int }

// show returns the inline content of a block.
func (r *reader) show(node ast.Node) shown {
	w := inlineWriter{source: r.source, segments: node.Lines()}
	w.begin(0)
	w.children(node)
	return w.finish()
}

// inlineWriter writes down what inline nodes show.
type inlineWriter struct {
	source   []byte
	segments *text.Segments // the source lines of the block
	next     int            // of these, the one behind that which is read
	shown    shown
	text     bytes.Buffer
	inline   doc.Inline
	end      int    // in the source, behind what was written last
	citing   string // the tag of a citation element that is open
	gap      bool   // something that is no part of a word was left out here
}

// begin begins a line, at an offset of the source or where its next line begins.
func (w *inlineWriter) begin(start int) {
	for w.next < w.segments.Len() && (w.next == 0 || w.segments.At(w.next-1).Stop <= start) {
		start = max(start, w.segments.At(w.next).Start)
		w.next++
	}
	w.shown.lines = append(w.shown.lines, line{from: w.text.Len(), start: start})
}

// endLine ends a line, that of a source line or one before a tag.
func (w *inlineWriter) endLine(end int) {
	last := &w.shown.lines[len(w.shown.lines)-1]
	last.to, last.end = w.text.Len(), max(end, last.start)
}

// breakAt ends a line and begins the next one.
func (w *inlineWriter) breakAt(end, start int) {
	w.endLine(end)
	w.add("\n", end)
	w.begin(start)
}

func (w *inlineWriter) finish() shown {
	end := w.end
	if n := w.segments.Len(); n > 0 {
		end = max(end, w.segments.At(n-1).Stop)
	}
	w.endLine(end)
	w.shown.Text.Text, w.shown.Inline = w.text.String(), &w.inline
	return w.shown
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
		from := w.text.Len()
		w.children(n)
		if to := w.text.Len(); from < to {
			w.inline.Code = append(w.inline.Code, doc.Range{From: from, To: to})
		}
	case *ast.Emphasis:
		from := w.text.Len()
		w.children(n)
		w.strong(from, n.Level > 1)
	case *ast.AutoLink:
		start := max(n.Pos(), 0) + 1
		w.gap = true
		w.copy(start, min(start+len(n.Label(w.source)), len(w.source)))
		w.gap = true
		w.refer(string(n.URL(w.source)), "")
	case *ast.Link:
		from := w.text.Len()
		w.apart(n)
		w.link(from, string(n.Destination), string(w.text.Bytes()[from:]))
	case *ast.Image:
		w.apart(n)
	case *xast.FootnoteLink:
		w.gap = true
	default:
		w.children(node)
	}
}

// apart writes what a node shows, as words of its own.
func (w *inlineWriter) apart(node ast.Node) {
	w.gap = true
	w.children(node)
	w.gap = true
}

// segment copies a piece of the source. Within code a line break is part of the piece.
func (w *inlineWriter) segment(n *ast.Text) {
	start, stop := n.Segment.Start, n.Segment.Stop
	_, isCode := n.Parent().(*ast.CodeSpan)
	switch {
	case isCode:
		breaks := bytes.HasSuffix(w.source[start:stop], []byte("\n"))
		if breaks {
			stop--
		}
		w.copy(start, stop)
		if breaks {
			w.breakAt(stop, stop+1)
		}
	case n.IsRaw():
		w.copy(start, stop)
	default:
		w.unescape(start, stop)
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		w.breakAt(stop, stop+1)
	}
}

// copy takes a piece of the source as it is.
func (w *inlineWriter) copy(start, stop int) {
	if start < stop {
		w.bridge(w.source[start:stop], start)
		w.write(w.source[start:stop], start)
		w.end = stop
	}
}

// bridge writes a space where two words would run into each other over something that was left out
// between them, or where an accent would change the letter before what was left out.
func (w *inlineWriter) bridge(next []byte, at int) {
	left, _ := utf8.DecodeLastRune(w.text.Bytes())
	right, _ := utf8.DecodeRune(next)
	gap := w.gap || (unicode.IsMark(right) && w.end != at)
	w.gap = false
	if gap && isWord(left) && isWord(right) {
		w.add(" ", at)
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// add writes text that all stands at one place of the source.
func (w *inlineWriter) add(text string, at int) {
	w.write([]byte(text), at)
	w.end = at + 1
}

func (w *inlineWriter) write(text []byte, at int) {
	w.inline.Runs = append(w.inline.Runs, doc.Run{At: w.text.Len(), Byte: at})
	w.text.Write(text)
}

// unescape copies a piece of the source, with escapes and entities such as &nbsp; resolved.
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
		if start+1 < stop && util.IsPunct(w.source[start+1]) {
			start++
		}
		w.copy(start, start+1)
		start++
	}
}

// longestEntity is the longest name of an entity, with its marks.
const longestEntity = 34

// entity returns the text that a source begins with, which is an ampersand, and
// its length in the source: that of the entity, or the ampersand alone.
func entity(source []byte) (string, int) {
	name, _, ok := bytes.Cut(source[:min(len(source), longestEntity)], []byte(";"))
	if length := len(name) + 1; ok && length > len("&;") {
		if resolved := html.UnescapeString(string(source[:length])); utf8.RuneCountInString(resolved) <= 2 {
			return resolved, length
		}
	}
	return "&", 1
}

// strong notes that the text is bold or emphasised from an offset on.
func (w *inlineWriter) strong(from int, bold bool) {
	marks, to := w.shown.marks, w.text.Len()
	if from >= to {
		return
	}
	n := len(marks)
	if n > 0 && marks[n-1].To == from {
		marks[n-1].To = to
		return
	}
	if n > 0 && marks[n-1].To > from { // it stands inside of this one
		marks = marks[:n-1]
	}
	w.shown.marks = append(marks, mark{doc.Range{From: from, To: to}, bold})
}

// link notes that what is shown from an offset on leads elsewhere.
func (w *inlineWriter) link(from int, url, label string) {
	w.inline.Links = append(w.inline.Links, doc.Link{Range: doc.Range{From: from, To: w.text.Len()}, URL: url, Label: label})
}

// refer notes a link that shows nothing, behind what it belongs to.
func (w *inlineWriter) refer(url, label string) { w.link(w.text.Len(), url, label) }

// pieces returns the lines that show anything. A tag that breaks a line begins another.
func (s shown) pieces() []piece {
	pieces := make([]piece, 0, len(s.lines))
	for _, l := range s.lines {
		inside := s.Text.Text[l.from:l.to]
		from := l.from + len(inside) - len(strings.TrimLeftFunc(inside, unicode.IsSpace))
		to := l.from + len(strings.TrimRightFunc(inside, unicode.IsSpace))
		if from >= to {
			continue
		}
		one := s.Part(from, to, l.from, l.to)
		marks := s.marks[sort.Search(len(s.marks), func(i int) bool { return s.marks[i].To > from }):]
		if len(marks) > 0 && marks[0].From <= from {
			one.Strong, one.Inline.Bold = min(marks[0].To, to)-from, marks[0].bold
		}
		pieces = append(pieces, piece{one, l.start, l.end})
	}
	return pieces
}

// piece is a text, and the part of the source that it stands in.
type piece struct {
	doc.Text

	start, end int
}

// lines returns the lines of a block of text.
func (r *reader) lines(node ast.Node) []doc.Text {
	if node.Lines() == nil || node.Lines().Len() == 0 {
		return nil
	}
	pieces := r.show(node).pieces()
	lines := make([]doc.Text, len(pieces))
	for i, p := range pieces {
		lines[i] = r.placed(p.Text, p.start, p.end)
	}
	return lines
}

// placed returns a text that stands in a part of the source.
func (r *reader) placed(one doc.Text, start, end int) doc.Text {
	at := r.pieces.Piece(one.Text, start, end)
	at.Strong, at.Inline = one.Strong, one.Inline
	if n := at.Inline; n != nil && len(n.Code)+len(n.Links) == 0 && r.text.Cut(at.Span) == at.Text {
		at.Inline = nil
	}
	return at
}
