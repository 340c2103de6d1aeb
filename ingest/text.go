package ingest

import (
	"bytes"
	"sort"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

// Text is a document's stored text and where its lines begin. Lines count from
// 1 and end at '\n'.
type Text struct {
	Bytes  []byte
	starts []int
}

// NewText indexes the lines of a text.
func NewText(text []byte) *Text {
	t := &Text{Bytes: text, starts: []int{0}}
	for at := 0; ; {
		next := bytes.IndexByte(text[at:], '\n')
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
	start, end := t.bounds(n)
	line := strings.TrimRight(string(t.Bytes[start:end]), "\r\n")
	if n == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
	}
	return line
}

// Blank reports whether a line holds nothing but white space.
func (t *Text) Blank(n int) bool { return strings.TrimSpace(t.Line(n)) == "" }

// LineOf returns the line that a byte stands on.
func (t *Text) LineOf(offset int) int {
	return sort.SearchInts(t.starts, offset+1)
}

// LineStart returns the offset of a line's first byte.
func (t *Text) LineStart(n int) int {
	start, _ := t.bounds(n)
	return start
}

// LineEnd returns the offset behind a line's last byte, its line break
// included.
func (t *Text) LineEnd(n int) int {
	_, end := t.bounds(n)
	return end
}

// Span returns the span of start..end without the white space at its ends. A
// span of nothing but white space is returned as it is.
func (t *Text) Span(start, end int) quarry.Span {
	piece := t.Bytes[start:end]
	left := bytes.TrimLeftFunc(piece, isSpace)
	if len(left) > 0 {
		start = end - len(left)
		end = start + len(bytes.TrimRightFunc(left, isSpace))
	}
	return quarry.Span{
		ByteStart: start, ByteEnd: end,
		LineStart: t.LineOf(start), LineEnd: t.LineOf(max(start, end-1)),
	}
}

// LineSpan returns the span of a run of whole lines, trimmed.
func (t *Text) LineSpan(first, last int) quarry.Span {
	return t.Span(t.LineStart(first), t.LineEnd(last))
}

// Cut returns the text of a span.
func (t *Text) Cut(s quarry.Span) string { return string(t.Bytes[s.ByteStart:s.ByteEnd]) }

func (t *Text) bounds(n int) (int, int) {
	if n < len(t.starts) {
		return t.starts[n-1], t.starts[n]
	}
	return t.starts[n-1], len(t.Bytes)
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }
