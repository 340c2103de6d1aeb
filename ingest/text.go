package ingest

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// Text is a document's stored text and where its lines begin. Lines count from
// 1 and end at '\n'. What Line and Cut return shares the text's memory.
type Text struct {
	Bytes  []byte // not to be changed
	text   string
	starts []int
}

// NewText indexes the lines of a text.
func NewText(text []byte) *Text {
	t := &Text{Bytes: text, text: string(text)}
	t.starts = append(make([]int, 0, 1+strings.Count(t.text, "\n")), 0)
	for at := 0; ; {
		next := strings.IndexByte(t.text[at:], '\n')
		if next < 0 || at+next+1 == len(text) {
			return t
		}
		at += next + 1
		t.starts = append(t.starts, at)
	}
}

// Lines returns the number of lines.
func (t *Text) Lines() int { return len(t.starts) }

// Line returns a line without its line break and without a byte-order mark.
func (t *Text) Line(n int) string {
	start, end := t.LineStart(n), t.LineEnd(n)
	for end > start && (t.text[end-1] == '\n' || t.text[end-1] == '\r') { // lines are read so often that TrimRight's table shows
		end--
	}
	line := t.text[start:end]
	if n == 1 {
		line = strings.TrimPrefix(line, byteOrderMark)
	}
	return line
}

const byteOrderMark = "\ufeff"

// Each yields all lines in their order, as Line returns them.
func (t *Text) Each() iter.Seq[string] {
	return func(yield func(string) bool) {
		for n := 1; n <= t.Lines(); n++ {
			if !yield(t.Line(n)) {
				return
			}
		}
	}
}

// Blank reports whether a line holds nothing but white space. A byte-order mark
// counts as such wherever it stands: files are joined with theirs inside.
func (t *Text) Blank(n int) bool { return strings.TrimLeftFunc(t.Line(n), isSpace) == "" }

// StandsApart reports whether the lines before and behind a line are blank, or
// none.
func (t *Text) StandsApart(line int) bool {
	return (line == 1 || t.Blank(line-1)) && (line == t.Lines() || t.Blank(line+1))
}

// Next returns the first line behind one that is not blank, 0 where there is
// none.
func (t *Text) Next(line int) int {
	for n := line + 1; n <= t.Lines(); n++ {
		if !t.Blank(n) {
			return n
		}
	}
	return 0
}

// LineOf returns the line that a byte stands on.
func (t *Text) LineOf(offset int) int {
	before, begins := slices.BinarySearch(t.starts, offset)
	if begins {
		return before + 1
	}
	return before
}

// LineStart returns the offset of a line's first byte.
func (t *Text) LineStart(n int) int { return t.starts[n-1] }

// LineEnd returns the offset behind a line's last byte, its line break
// included.
func (t *Text) LineEnd(n int) int {
	if n < len(t.starts) {
		return t.starts[n]
	}
	return len(t.text)
}

// Span returns the span of start..end without the white space at its ends. A
// span of nothing but white space is returned as it is.
func (t *Text) Span(start, end int) quarry.Span {
	start, end = t.trimmed(start, end)
	first := t.LineOf(start)
	last := first
	if first == 0 || end > t.LineEnd(first) {
		last = t.LineOf(max(start, end-1))
	}
	return quarry.Span{ByteStart: start, ByteEnd: end, LineStart: first, LineEnd: last}
}

// trimmed moves both ends of a span past the white space there.
func (t *Text) trimmed(start, end int) (int, int) {
	left := strings.TrimLeftFunc(t.text[start:end], isSpace)
	if left == "" {
		return start, end
	}
	start = end - len(left)
	return start, start + len(strings.TrimRightFunc(left, isSpace))
}

// SpanNear is Span for what most likely stands on a line: there it is found at
// once.
func (t *Text) SpanNear(line, start, end int) quarry.Span {
	if line < 1 || line > t.Lines() || start < t.LineStart(line) || start == t.LineEnd(line) || end > t.LineEnd(line) {
		return t.Span(start, end)
	}
	start, end = t.trimmed(start, end)
	return quarry.Span{ByteStart: start, ByteEnd: end, LineStart: line, LineEnd: line}
}

// LineSpan returns the span of a run of whole lines, trimmed.
func (t *Text) LineSpan(first, last int) quarry.Span {
	return t.Span(t.LineStart(first), t.LineEnd(last))
}

// Cut returns the text of a span.
func (t *Text) Cut(s quarry.Span) string { return t.text[s.ByteStart:s.ByteEnd] }

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// Pieces makes the pieces of a document's tree. It counts the columns of a line on
// from the piece before, so that long lines cost no more than short ones.
type Pieces struct {
	text             *Text
	line, at, column int // of the piece before
}

// NewPieces returns a maker of pieces of a text.
func NewPieces(t *Text) *Pieces { return &Pieces{text: t} }

// Piece returns what is shown of start..end, and where that stands.
func (p *Pieces) Piece(shown string, start, end int) doc.Text {
	span := p.text.SpanNear(p.line, start, end)
	if span.LineStart != p.line || span.ByteStart < p.at {
		p.line, p.at, p.column = span.LineStart, span.ByteStart, 0
		if span.LineStart > 0 {
			p.at = p.text.LineStart(span.LineStart)
		}
	}
	p.column += utf8.RuneCountInString(p.text.text[p.at:span.ByteStart])
	p.at = span.ByteStart
	return doc.Text{Text: shown, Span: span, Column: p.column}
}

// Line is Piece for what keeps the white space at its ends.
func (p *Pieces) Line(shown string, start, end int) doc.Text {
	one := p.Piece(shown, start, start)
	one.Span.ByteEnd = max(start, end)
	return one
}
