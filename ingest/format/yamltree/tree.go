package yamltree

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// Limits of one file. Every value is held as a tree.
const (
	maxDepth  = 64
	maxValues = 500_000
)

// Parse reads YAML as one value, of several documents as a list of them. Errors are
// of KindInvalid or KindTooLarge, in a LineError.
func Parse(text *ingest.Text) (record.Value, error) {
	b := &builder{text: text, places: newPlaces(text)}
	documents, err := b.documents()
	if err != nil {
		return record.Value{}, err
	}
	if len(documents) == 1 {
		return b.value(documents[0], len(text.Bytes), 1)
	}
	all := record.Value{Kind: record.List, Span: text.Span(0, len(text.Bytes))}
	ends := b.ends(documents, len(text.Bytes))
	for i, document := range documents {
		value, err := b.value(document, ends[i], 1)
		if err != nil {
			return all, err
		}
		if value.Kind != record.Null {
			all.Items = append(all.Items, value)
		}
	}
	return all, nil
}

// documents returns the root of every document that is not empty.
func (b *builder) documents() ([]*yaml.Node, error) {
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

// builder turns nodes into values with places in bytes.
type builder struct {
	text   *ingest.Text
	places *places
	values int
}

// ends returns where each of some nodes ends at the latest: where the next one
// begins.
func (b *builder) ends(nodes []*yaml.Node, last int) []int {
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
func (b *builder) value(node *yaml.Node, end, depth int) (record.Value, error) {
	if b.values++; b.values > maxValues {
		return record.Value{}, b.refuse(node, quarry.KindTooLarge, "more than %d values in one file", maxValues)
	}
	if depth > maxDepth {
		return record.Value{}, b.refuse(node, quarry.KindInvalid, "nested more than %d deep", maxDepth)
	}
	value := record.Value{Span: b.span(b.places.of(node), end)}
	switch node.Kind {
	case yaml.MappingNode:
		value.Kind = record.Object
		return b.object(value, node, end, depth)
	case yaml.SequenceNode:
		value.Kind = record.List
		ends := b.ends(node.Content, end)
		for i, item := range node.Content {
			one, err := b.value(item, ends[i], depth+1)
			if err != nil {
				return value, err
			}
			value.Items = append(value.Items, one)
		}
	case yaml.ScalarNode:
		value.Kind, value.Text = kindOf(node), node.Value
	case yaml.AliasNode:
		value.Kind, value.Text = record.Null, "*"+node.Value
	case yaml.DocumentNode:
	}
	return value, nil
}

func (b *builder) object(value record.Value, node *yaml.Node, end, depth int) (record.Value, error) {
	ends := b.ends(node.Content, end)
	lines := make(map[string]int, len(node.Content)/2)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		if key.Kind != yaml.ScalarNode {
			return value, b.refuse(key, quarry.KindInvalid, "a key that is no text")
		}
		if line, twice := lines[key.Value]; twice {
			return value, b.refuse(key, quarry.KindInvalid, "the key %q stands twice in one object, on lines %d and %d",
				short(key.Value), line, b.places.line(key))
		}
		lines[key.Value] = b.places.line(key)
		field := record.Field{Name: key.Value, Key: b.span(b.places.of(key), ends[i])}
		var err error
		if field.Value, err = b.value(node.Content[i+1], ends[i+1], depth+1); err != nil {
			return value, err
		}
		field.Note = cmp.Or(key.LineComment, node.Content[i+1].LineComment)
		value.Fields = append(value.Fields, field)
	}
	return value, nil
}

func kindOf(node *yaml.Node) record.Kind {
	switch node.ShortTag() {
	case "!!null":
		return record.Null
	case "!!bool":
		return record.Boolean
	case "!!int", "!!float":
		return record.Number
	}
	return record.Text
}

// span returns the span of start..end without what the next value begins with:
// marks of lists, commas, comments on lines of their own. A value that is not
// there has an empty span.
func (b *builder) span(start, end int) quarry.Span {
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

func (b *builder) refuse(node *yaml.Node, kind quarry.Kind, format string, args ...any) error {
	return &ingest.LineError{Line: b.places.line(node), Err: quarry.Errorf(kind, "not valid YAML: "+format, args...)}
}

// invalid names the line of what the reader of YAML found.
func (b *builder) invalid(err error) error {
	says := strings.TrimPrefix(err.Error(), "yaml: ")
	line := b.text.Lines()
	if rest, ok := strings.CutPrefix(says, "line "); ok {
		number, behind, _ := strings.Cut(rest, ":")
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			line, says = b.places.lineAt(n), strings.TrimSpace(behind)
		}
	}
	return &ingest.LineError{Line: line, Err: quarry.Errorf(quarry.KindInvalid, "not valid YAML: %s", short(says))}
}

// short returns a text as far as a message shows it.
func short(text string) string {
	const most = 100
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
