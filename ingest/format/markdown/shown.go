package markdown

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/doc"
)

// shown is what a document's tree wants to know of a text besides its words: where
// its lines end, and what of it is bold or emphasised. Without one nothing is noted.
type shown struct {
	bold   []extent
	breaks []breakTag
	behind int // where the last one ends that was passed
	open   int // where a bold tag began, counted from 1; 0 outside of one
}

// extent is a part of a text.
type extent struct{ from, to int }

// breakTag is a tag that breaks a line.
type breakTag struct {
	at         int // in the text
	start, end int // in the source
}

// lineBreak returns what stands for the end of a line.
func (s *shown) lineBreak() string {
	if s == nil {
		return " "
	}
	return "\n"
}

func (s *shown) strong(from, to int) {
	if s == nil || from >= to {
		return
	}
	if n := len(s.bold); n > 0 && s.bold[n-1].to == from {
		s.bold[n-1].to = to
		return
	} else if n > 0 && s.bold[n-1].to > from { // it stands inside of this one
		s.bold = s.bold[:n-1]
	}
	s.bold = append(s.bold, extent{from, to})
}

func (s *shown) breakAt(at, start, end int) {
	if s != nil {
		s.breaks = append(s.breaks, breakTag{at, start, end})
	}
}

// tag notes what stands between tags that make it bold.
func (s *shown) tag(kind html.TokenType, token html.Token, at int) {
	if s == nil || !isBold(token.Data) {
		return
	}
	switch {
	case kind == html.StartTagToken && s.open == 0:
		s.open = at + 1
	case kind == html.EndTagToken && s.open > 0:
		s.strong(s.open-1, at)
		s.open = 0
	}
}

func isBold(name string) bool {
	return name == "b" || name == "strong" || name == "em" || name == "i"
}

// leading returns how many bytes of from..to at its beginning are bold. What ends
// before that is forgotten: texts are asked for in their order.
func (s *shown) leading(from, to int) int {
	for len(s.bold) > 0 && s.bold[0].to <= from {
		s.bold = s.bold[1:]
	}
	if len(s.bold) == 0 || s.bold[0].from > from {
		return 0
	}
	return min(s.bold[0].to, to) - from
}

// show renders inline content as it is shown, its lines apart.
func (r *reader) show(node ast.Node) (rendered, *shown) {
	w := inlineWriter{source: r.source, shown: &shown{}}
	w.children(node)
	return rendered{text: w.text.String(), runs: w.runs}, w.shown
}

// piece is a part of a text without the white space at its ends.
func piece(text string, from, to int) extent {
	inside := text[from:to]
	left := len(inside) - len(strings.TrimLeftFunc(inside, unicode.IsSpace))
	return extent{from + left, from + max(left, len(strings.TrimRightFunc(inside, unicode.IsSpace)))}
}

// shownCell returns what a cell shows on one line, and how much of that is bold at its
// beginning.
func (r *reader) shownCell(cell ast.Node) (string, int) {
	content, marks := r.show(cell)
	var parts []string
	strong, from := 0, 0
	for line := range strings.SplitSeq(content.text, "\n") {
		part := piece(content.text, from, from+len(line))
		from += len(line) + 1
		if part.from == part.to {
			continue
		}
		if len(parts) == 0 {
			strong = marks.leading(part.from, part.to)
		}
		parts = append(parts, content.text[part.from:part.to])
	}
	return strings.Join(parts, "; "), strong
}

// lines returns the lines of a paragraph. A tag that breaks one begins another.
func (w *treeWriter) lines(node ast.Node) []doc.Text {
	source := node.Lines()
	if source == nil || source.Len() == 0 {
		return nil
	}
	content, marks := w.show(node)
	lines := make([]doc.Text, 0, source.Len())
	from, on := 0, 0
	for line := range strings.SplitSeq(content.text, "\n") {
		part := piece(content.text, from, from+len(line))
		from += len(line) + 1
		if part.from == part.to {
			continue
		}
		for origin := content.origin(part.from); on+1 < source.Len() && origin >= source.At(on).Stop; {
			on++
		}
		start, end := marks.within(source.At(on), part)
		one := w.pieces.Piece(content.text[part.from:part.to], start, end)
		one.Strong = marks.leading(part.from, part.to)
		lines = append(lines, one)
	}
	return lines
}

// within returns the part of a source line that lies between the tags that break it
// before and behind a part of the text. Parts are asked for in their order.
func (s *shown) within(line text.Segment, part extent) (int, int) {
	for len(s.breaks) > 0 && s.breaks[0].at < part.from {
		s.behind = s.breaks[0].end
		s.breaks = s.breaks[1:]
	}
	start, end := line.Start, line.Stop
	if s.behind > start && s.behind <= end {
		start = s.behind
	}
	if len(s.breaks) > 0 && s.breaks[0].start >= start && s.breaks[0].start < end {
		end = s.breaks[0].start
	}
	return start, end
}
