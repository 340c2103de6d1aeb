package datatree

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// TOML reads a text as one object. Errors are of KindInvalid or KindTooLarge, in a LineError.
func TOML(text *ingest.Text) (doc.Value, error) {
	content := bytes.TrimPrefix(text.Bytes, []byte(byteOrderMark))
	r := &tomlReader{
		source: source{text: text, pieces: ingest.NewPieces(text), language: "TOML"}, skipped: len(text.Bytes) - len(content),
		root: doc.Value{Kind: doc.Object}, fields: map[string]int{},
	}
	if err := toml.Unmarshal(content, &map[string]any{}); err != nil {
		return doc.Value{}, r.invalid(err)
	}
	parser := unstable.Parser{KeepComments: true}
	parser.Reset(content)
	for parser.NextExpression() {
		if err := r.expression(parser.Expression()); err != nil {
			return doc.Value{}, err
		}
	}
	err := r.settle(&r.root, 0, 1)
	return r.root, err
}

// tomlReader fills the root: what tables of a valid text hold is said piece by piece.
type tomlReader struct {
	source

	skipped int // bytes before what the parser sees
	root    doc.Value
	fields  map[string]int // which of an object a field is, by the path to it
	open    []tomlKey      // of the table that is open
	last    *doc.Field     // the one that was filled or opened last
}

// tomlKey is one part of a dotted key.
type tomlKey struct {
	name string
	span quarry.Span
}

// table is an object that is being filled.
type table struct {
	object *doc.Value
	path   string
}

// expression takes in a line: a key with its value, or the head of a table. A comment
// behind it is the note of the key.
func (r *tomlReader) expression(e *unstable.Node) error {
	if e.Kind == unstable.Comment {
		return nil
	}
	isValue := e.Kind == unstable.KeyValue
	if !isValue {
		r.open = r.keysOf(e)
	}
	if e.Kind == unstable.ArrayTable {
		if err := r.join(r.open); err != nil {
			return err
		}
	}
	open, err := r.walk(table{object: &r.root}, r.open)
	if err == nil && isValue {
		err = r.keyed(open, e)
	}
	if behind := e.Next(); err == nil && behind != nil && behind.Kind == unstable.Comment {
		r.last.Note = r.note(*r.last, string(behind.Data))
	}
	return err
}

func (r *tomlReader) keysOf(e *unstable.Node) []tomlKey {
	var keys []tomlKey
	for it := e.Key(); it.Next(); {
		keys = append(keys, tomlKey{string(it.Node().Data), r.place(it.Node())})
	}
	return keys
}

// field returns the field of a table behind a key, and its path. One that is new is
// without a value.
func (r *tomlReader) field(t table, key tomlKey) (*doc.Field, string) {
	path := t.path + strconv.Itoa(len(key.name)) + ":" + key.name
	at, known := r.fields[path]
	if !known {
		at = len(t.object.Fields)
		r.fields[path] = at
		t.object.Fields = append(t.object.Fields, doc.Field{Name: key.name, Key: key.span})
	}
	r.last = &t.object.Fields[at]
	return r.last, path
}

// join adds a table to the list that keys lead to.
func (r *tomlReader) join(keys []tomlKey) error {
	last := keys[len(keys)-1]
	t, err := r.walk(table{object: &r.root}, keys[:len(keys)-1])
	if err != nil {
		return err
	}
	list, _ := r.field(t, last)
	list.Value.Kind = doc.Sequence
	list.Value.Items = append(list.Value.Items, doc.Value{Kind: doc.Object, Span: last.span})
	return nil
}

// walk follows keys to the object behind them, through new ones where there are none
// and through the last of a list of tables.
func (r *tomlReader) walk(t table, keys []tomlKey) (table, error) {
	if len(keys) > maxDepth {
		return t, r.refuse(keys[0].span.ByteStart, quarry.KindInvalid, "nested more than %d deep", maxDepth)
	}
	for _, key := range keys {
		field, path := r.field(t, key)
		value := &field.Value
		if value.Kind == doc.Null {
			value.Kind = doc.Object
		}
		t = table{value, path}
		if last := len(value.Items) - 1; last >= 0 {
			t = table{&value.Items[last], itemPath(path, last)}
		}
	}
	return t, nil
}

func itemPath(list string, n int) string { return list + "[" + strconv.Itoa(n) + "]" }

// keyed takes a key with its value into a table.
func (r *tomlReader) keyed(t table, e *unstable.Node) error {
	keys := r.keysOf(e)
	last := len(keys) - 1
	t, err := r.walk(t, keys[:last])
	if err != nil {
		return err
	}
	field, path := r.field(t, keys[last])
	if field.Value, err = r.value(e.Value(), path); err != nil {
		return err
	}
	r.last = field
	behind, end := keys[last].span.ByteEnd, r.skipped+int(e.Raw.Offset+e.Raw.Length)
	start := end - len(bytes.TrimLeft(r.text.Bytes[behind:end], " \t="))
	field.Value.Span = r.text.Span(start, end)
	if field.Value.IsScalar() {
		field.Value.Span = r.written(field.Value.Span, field.Value.Text)
	}
	return nil
}

// value reads what stands on the right of a key.
func (r *tomlReader) value(e *unstable.Node, path string) (doc.Value, error) {
	value := doc.Value{Kind: tomlKind(e.Kind), Text: string(e.Data), Span: r.place(e)}
	for it := e.Children(); it.Next(); {
		part := it.Node()
		switch {
		case part.Kind == unstable.Comment:
		case value.Kind == doc.Object:
			if err := r.keyed(table{&value, path}, part); err != nil {
				return value, err
			}
		default:
			item, err := r.value(part, itemPath(path, len(value.Items)))
			if err != nil {
				return value, err
			}
			value.Items = append(value.Items, item)
		}
	}
	return value, nil
}

func tomlKind(kind unstable.Kind) doc.Kind {
	if kind == unstable.Array {
		return doc.Sequence
	}
	if kind == unstable.InlineTable {
		return doc.Object
	}
	if kind == unstable.Bool {
		return doc.Boolean
	}
	if kind == unstable.Integer || kind == unstable.Float {
		return doc.Number
	}
	return doc.String
}

// settle makes a value reach over all that it holds. A list in a list has no place of
// its own: it is at most behind what holds it.
func (r *tomlReader) settle(v *doc.Value, at, depth int) error {
	at = max(at, v.Span.ByteStart)
	if err := r.count(at, depth); err != nil {
		return err
	}
	for i := range v.Items {
		if err := r.settle(&v.Items[i], at, depth+1); err != nil {
			return err
		}
		r.cover(v, v.Items[i].Span)
	}
	for i := range v.Fields {
		field := &v.Fields[i]
		if err := r.settle(&field.Value, at, depth+1); err != nil {
			return err
		}
		r.cover(v, field.Key)
		r.cover(v, field.Value.Span)
	}
	return nil
}

// cover makes a value reach over a part of it.
func (r *tomlReader) cover(v *doc.Value, part quarry.Span) {
	switch {
	case part.ByteEnd <= part.ByteStart:
	case v.Span.ByteEnd <= v.Span.ByteStart:
		v.Span = part
	default:
		v.Span = r.text.Span(min(v.Span.ByteStart, part.ByteStart), max(v.Span.ByteEnd, part.ByteEnd))
	}
}

// place returns where a node stands, nothing for one without a place.
func (r *tomlReader) place(e *unstable.Node) quarry.Span {
	if e.Raw.Length == 0 {
		return quarry.Span{}
	}
	start := r.skipped + int(e.Raw.Offset)
	return r.text.Span(start, start+int(e.Raw.Length))
}

// invalid names the line of what is no TOML.
func (r *tomlReader) invalid(err error) error {
	line := r.text.Lines()
	if fault, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ = fault.Position()
	}
	return r.refuseLine(line, quarry.KindInvalid, "%s", err.Error())
}
