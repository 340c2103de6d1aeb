package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// mathParser keeps formulas between dollar signs as they are: a star in one is no emphasis and a
// backslash no escape. A sum of money is no formula: what a dollar sign opens begins with no space,
// and what closes it ends with none and is followed by no digit.
type mathParser struct{}

// Trigger returns the byte that a formula begins with.
func (mathParser) Trigger() []byte { return []byte{'$'} }

// Parse returns the formula that begins here, within its line, as raw text.
func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	length := formulaLength(line)
	if length == 0 {
		return nil
	}
	block.Advance(length)
	return ast.NewRawTextSegment(text.NewSegment(segment.Start, segment.Start+length))
}

// formulaLength returns how many bytes of a line the formula that it begins
// with takes, its dollar signs included; 0 where it begins with none.
func formulaLength(line []byte) int {
	mark := line[:1]
	if bytes.HasPrefix(line, []byte("$$")) {
		mark = line[:2]
	}
	body := line[len(mark):]
	if len(body) == 0 || isWhite(body[0]) && len(mark) == 1 {
		return 0
	}
	for from := 0; ; {
		end := bytes.Index(body[from:], mark)
		if end < 0 {
			return 0
		}
		end += from
		if closes(body, end, len(mark)) {
			return len(mark) + end + len(mark)
		}
		from = end + len(mark)
	}
}

func closes(body []byte, end, mark int) bool {
	if end == 0 || body[end-1] == '\\' {
		return false
	}
	if mark == 2 {
		return true
	}
	behind := end + mark
	return !isWhite(body[end-1]) && (behind == len(body) || body[behind] < '0' || body[behind] > '9')
}

func isWhite(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
