package datatree

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// YAML reads a text as one value, of several documents as a list of them. Errors are
// of KindInvalid or KindTooLarge, in a LineError.
func YAML(text *ingest.Text) (doc.Value, error) {
	b := &yamlReader{source: source{text: text, pieces: ingest.NewPieces(text), language: "YAML"}, places: newPlaces(text)}
	documents, err := b.documents()
	if err != nil {
		return doc.Value{}, err
	}
	if len(documents) == 1 {
		return b.value(documents[0], len(text.Bytes), 1)
	}
	all := doc.Value{Kind: doc.Sequence, Span: text.Span(0, len(text.Bytes))}
	all.Items, err = b.items(documents, len(text.Bytes), 1)
	all.Items = slices.DeleteFunc(all.Items, func(v doc.Value) bool { return v.Kind == doc.Null })
	return all, err
}

// documents returns the root of every document that is not empty.
func (b *yamlReader) documents() ([]*yaml.Node, error) {
	var documents []*yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(b.text.Bytes))
	for {
		document := &yaml.Node{}
		err := decoder.Decode(document)
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return nil, b.invalid(err)
		}
		documents = append(documents, document.Content...)
	}
}

// yamlReader turns nodes into values with places in bytes.
type yamlReader struct {
	source

	places *places
}

// ends returns where each of some nodes ends at the latest: where the next one begins.
func (b *yamlReader) ends(nodes []*yaml.Node, last int) []int {
	ends := make([]int, len(nodes))
	for i := range nodes {
		ends[i] = last
		if i+1 < len(nodes) {
			ends[i] = min(last, b.places.of(nodes[i+1]))
		}
	}
	return ends
}

// value returns what a node says, which ends before a given byte.
func (b *yamlReader) value(node *yaml.Node, end, depth int) (doc.Value, error) {
	start := b.places.of(node)
	if err := b.count(start, depth); err != nil {
		return doc.Value{}, err
	}
	value := doc.Value{Span: b.span(start, end)}
	switch node.Kind {
	case yaml.MappingNode:
		value.Kind = doc.Object
		return b.object(value, node, end, depth)
	case yaml.SequenceNode:
		value.Kind = doc.Sequence
		var err error
		value.Items, err = b.items(node.Content, end, depth+1)
		return value, err
	case yaml.ScalarNode:
		value.Kind, value.Text, value.Span = kindOf(node), node.Value, b.written(value.Span, node.Value)
	case yaml.AliasNode:
		value.Kind, value.Text = doc.Null, "*"+node.Value
		value.Span = b.written(value.Span, value.Text)
	case yaml.DocumentNode:
	}
	return value, nil
}

func (b *yamlReader) items(nodes []*yaml.Node, end, depth int) ([]doc.Value, error) {
	items := make([]doc.Value, len(nodes))
	ends := b.ends(nodes, end)
	for i, node := range nodes {
		var err error
		if items[i], err = b.value(node, ends[i], depth); err != nil {
			return nil, err
		}
	}
	return items, nil
}

func (b *yamlReader) object(value doc.Value, node *yaml.Node, end, depth int) (doc.Value, error) {
	ends := b.ends(node.Content, end)
	known := make(map[string]int, len(node.Content)/2) // where the keys stand
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, start := node.Content[i], b.places.of(node.Content[i])
		if key.Kind != yaml.ScalarNode {
			return value, b.refuse(start, quarry.KindInvalid, "a key that is no text")
		}
		if first, twice := known[key.Value]; twice {
			return value, b.twice(key.Value, first, start)
		}
		known[key.Value] = start
		field := doc.Field{Name: key.Value, Key: b.written(b.span(start, ends[i]), key.Value)}
		var err error
		if field.Value, err = b.value(node.Content[i+1], ends[i+1], depth+1); err != nil {
			return value, err
		}
		field.Note = b.note(field, cmp.Or(key.LineComment, node.Content[i+1].LineComment))
		value.Fields = append(value.Fields, field)
	}
	return value, nil
}

func kindOf(node *yaml.Node) doc.Kind {
	switch node.ShortTag() {
	case "!!null":
		return doc.Null
	case "!!bool":
		return doc.Boolean
	case "!!int", "!!float":
		return doc.Number
	}
	return doc.String
}

// span returns the span of start..end without what the next value begins with: marks of lists,
// commas, comments on lines of their own. A value that is not there has an empty span.
func (b *yamlReader) span(start, end int) quarry.Span {
	for start < end {
		end = start + len(bytes.TrimRight(b.text.Bytes[start:end], " \t\r\n,"))
		begin := start + bytes.LastIndexByte(b.text.Bytes[start:end], '\n') + 1
		last := bytes.TrimSpace(b.text.Bytes[begin:end])
		isFrame := bytes.HasPrefix(last, []byte("#")) || bytes.HasPrefix(last, []byte("---")) || bytes.Equal(last, []byte("..."))
		if begin <= start || (len(bytes.Trim(last, "-?")) > 0 && !isFrame) {
			break
		}
		end = begin
	}
	if start >= end {
		return quarry.Span{}
	}
	return b.text.Span(start, end)
}

// invalid names the line of what the reader of YAML found.
func (b *yamlReader) invalid(err error) error {
	says := strings.TrimPrefix(err.Error(), "yaml: ")
	line := b.text.Lines()
	if rest, ok := strings.CutPrefix(says, "line "); ok {
		number, behind, _ := strings.Cut(rest, ":")
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			line, says = b.places.lineAt(n), strings.TrimSpace(behind)
		}
	}
	return b.refuseLine(line, quarry.KindInvalid, "%s", short(says))
}
