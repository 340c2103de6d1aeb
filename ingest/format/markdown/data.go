package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
)

// fence returns what stands between fences: structured data, where that is what it
// says that it is, or code.
func (r *reader) fence(node *ast.FencedCodeBlock, at doc.Place) doc.Block {
	language := strings.ToLower(string(node.Language(r.source)))
	if value, ok := r.structured(language, node.Lines()); ok {
		return &doc.Record{Place: at, Value: value}
	}
	code := r.code(language, node.Lines(), at)
	code.Fenced = true
	return code
}

// code returns lines as they are.
func (r *reader) code(language string, lines *text.Segments, at doc.Place) *doc.Code {
	code := &doc.Code{Place: at, Language: language, Lines: make([]doc.Text, lines.Len())}
	for i := range code.Lines {
		segment := lines.At(i)
		shown := strings.TrimRight(string(segment.Value(r.source)), "\r\n")
		code.Lines[i] = r.pieces.Line(shown, segment.Start, segment.Start+len(shown)-segment.Padding)
	}
	return code
}

// structured reads lines of a language that has keys and values. Without a language
// they are an object or a list of JSON, or nothing.
func (r *reader) structured(language string, lines *text.Segments) (doc.Value, bool) {
	read := treeOf(language)
	if read == nil || lines.Len() == 0 {
		return doc.Value{}, false
	}
	if first := lines.At(0); language == "" && !mayBeJSON(first.Value(r.source)) {
		return doc.Value{}, false
	}
	part, start := r.part(lines)
	value, err := read(part)
	if err != nil {
		value, err = looseJSON(part)
	}
	if err != nil || value.Kind != doc.Object && value.Kind != doc.Sequence {
		return doc.Value{}, false
	}
	return value.Shifted(r.text.LineStart(start), start-1), true
}

func mayBeJSON(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && (line[0] == '{' || line[0] == '[')
}

// part returns a text of nothing but some lines, each with as many spaces before it as
// bytes stand there in the document, and the line that it begins on.
func (r *reader) part(lines *text.Segments) (*ingest.Text, int) {
	first := r.text.LineOf(lines.At(0).Start)
	start := r.text.LineStart(first)
	part := bytes.Repeat([]byte(" "), lines.At(lines.Len()-1).Stop-start)
	for i := range lines.Len() {
		segment := lines.At(i)
		copy(part[segment.Start-start:], r.source[segment.Start:segment.Stop])
	}
	return ingest.NewText(part), first
}

// treeOf returns the reader of a language of keys and values, nil for any other.
func treeOf(language string) func(*ingest.Text) (doc.Value, error) {
	switch language {
	case "", "json":
		return datatree.JSON
	case "json5", "jsonc", "hjson":
		return looseJSON
	case "yaml", "yml":
		return datatree.YAML
	case "toml":
		return datatree.TOML
	}
	return nil
}

// looseJSON reads JSON with commas behind the last part, keys without quotes and texts
// in single quotes: that is YAML.
func looseJSON(t *ingest.Text) (doc.Value, error) {
	return datatree.YAML(ingest.NewText(bytes.ReplaceAll(t.Bytes, []byte("\t"), []byte(" "))))
}
