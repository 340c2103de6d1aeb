package datatree

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/quarrykb/quarry/ingest"
)

// places turns lines and columns of YAML into offsets of bytes. Columns count
// characters, and YAML breaks lines at more than line feeds.
type places struct {
	text   *ingest.Text
	starts []int // of YAML's lines
	// The last place that was asked for: most are asked for in their order.
	lastLine, lastColumn, lastOffset int
}

func newPlaces(text *ingest.Text) *places {
	p := &places{text: text, starts: []int{len(text.Bytes) - len(bytes.TrimPrefix(text.Bytes, []byte(byteOrderMark)))}}
	content := string(text.Bytes)
	for at, r := range content {
		isReturn := r == '\r' && !strings.HasPrefix(content[at+1:], "\n")
		if isReturn || r == '\n' || r == '\u0085' || r == '\u2028' || r == '\u2029' {
			p.starts = append(p.starts, at+utf8.RuneLen(r))
		}
	}
	return p
}

// of returns the offset at which a node begins.
func (p *places) of(node *yaml.Node) int {
	line, column := min(max(node.Line, 1), len(p.starts)), max(node.Column, 1)
	if line != p.lastLine || column < p.lastColumn {
		p.lastLine, p.lastColumn, p.lastOffset = line, 1, p.starts[line-1]
	}
	for p.lastColumn < column && p.lastOffset < len(p.text.Bytes) {
		_, size := utf8.DecodeRune(p.text.Bytes[p.lastOffset:])
		p.lastOffset += size
		p.lastColumn++
	}
	return p.lastOffset
}

// lineAt returns the line of the text on which a line of YAML begins.
func (p *places) lineAt(line int) int {
	at := p.starts[min(max(line, 1), len(p.starts))-1]
	return p.text.LineOf(min(at, max(0, len(p.text.Bytes)-1)))
}
