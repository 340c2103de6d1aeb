package yamltree

import (
	"bytes"
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
	p := &places{text: text, starts: []int{0}}
	content := text.Bytes
	for at := 0; at < len(content); {
		size := breakSize(content[at:])
		if size == 0 {
			at++
			continue
		}
		at += size
		p.starts = append(p.starts, at)
	}
	if bytes.HasPrefix(content, []byte("\ufeff")) {
		p.starts[0] = len("\ufeff")
	}
	return p
}

// breakSize returns the length of the line break that a text begins with, 0
// where it begins with none.
func breakSize(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("\r\n")), bytes.HasPrefix(text, []byte("\u0085")):
		return len("\r\n")
	case text[0] == '\n' || text[0] == '\r':
		return 1
	case bytes.HasPrefix(text, []byte("\u2028")), bytes.HasPrefix(text, []byte("\u2029")):
		return len("\u2028")
	}
	return 0
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

// line returns the line of the text that a node begins on.
func (p *places) line(node *yaml.Node) int { return p.lineAt(node.Line) }

// lineAt returns the line of the text on which a line of YAML begins.
func (p *places) lineAt(line int) int {
	at := p.starts[min(max(line, 1), len(p.starts))-1]
	return p.text.LineOf(min(at, max(0, len(p.text.Bytes)-1)))
}
