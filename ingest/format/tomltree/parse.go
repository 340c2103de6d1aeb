package tomltree

import (
	"bytes"
	"errors"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// Limits of one file. Every value is held as a tree.
const (
	maxDepth  = 64
	maxValues = 500_000
)

// Parse reads TOML as one object. Errors are of KindInvalid or KindTooLarge, in a
// LineError.
func Parse(text *ingest.Text) (record.Value, error) {
	content := bytes.TrimPrefix(text.Bytes, []byte("\ufeff"))
	b := &builder{text: text, skipped: len(text.Bytes) - len(content), parser: unstable.Parser{KeepComments: true}}
	b.root = &node{kind: record.Object}
	b.table = b.root
	b.parser.Reset(content)
	for b.parser.NextExpression() {
		if err := b.expression(b.parser.Expression()); err != nil {
			return record.Value{}, err
		}
	}
	if err := b.parser.Error(); err != nil {
		return record.Value{}, b.invalid(err)
	}
	return b.value(b.root, 0, 1)
}

// node is a value that may still grow: what tables hold is said piece by piece.
type node struct {
	kind       record.Kind
	text       string
	start, end int
	members    []*member // of an object
	items      []*node   // of a list
	byName     map[string]*member
	tables     bool // a list of tables that more of them may join
}

type member struct {
	name       string
	start, end int // of the key
	note       string
	node       *node
}

type builder struct {
	text    *ingest.Text
	skipped int // bytes before what the parser sees
	parser  unstable.Parser
	root    *node
	table   *node // that is open
	last    *member
	values  int
}

// expression takes in a line: a key with its value, or the head of a table. A comment
// behind it is the note of the key.
func (b *builder) expression(e *unstable.Node) error {
	if e.Kind == unstable.Comment {
		return nil
	}
	take := b.head
	if e.Kind == unstable.KeyValue {
		take = func(e *unstable.Node) error { return b.keyed(b.table, e) }
	}
	err := take(e)
	if behind := e.Next(); err == nil && behind != nil && behind.Kind == unstable.Comment {
		b.last.note = string(behind.Data)
	}
	return err
}

// keysOf returns the parts of a dotted key.
func keysOf(e *unstable.Node) []*unstable.Node {
	var keys []*unstable.Node
	for it := e.Key(); it.Next(); {
		keys = append(keys, it.Node())
	}
	return keys
}

// keyed takes a key with its value into a table.
func (b *builder) keyed(table *node, e *unstable.Node) error {
	keys := keysOf(e)
	last := len(keys) - 1
	for _, key := range keys[:last] {
		var err error
		if table, err = b.into(table, key); err != nil {
			return err
		}
	}
	key := keys[last]
	if table.byName[string(key.Data)] != nil {
		return b.twice(key)
	}
	value, err := b.node(e.Value())
	if err != nil {
		return err
	}
	_, behind := b.place(key)
	inside := b.text.Bytes[behind : b.skipped+int(e.Raw.Offset+e.Raw.Length)]
	value.end = behind + len(inside)
	value.start = value.end - len(bytes.TrimLeft(inside, " \t="))
	b.add(table, key, value)
	return nil
}

// head opens a table, or the next one of a list of tables.
func (b *builder) head(e *unstable.Node) error {
	table, keys := b.root, keysOf(e)
	last := len(keys) - 1
	for _, key := range keys[:last] {
		var err error
		if table, err = b.into(table, key); err != nil {
			return err
		}
	}
	if e.Kind == unstable.Table {
		var err error
		b.table, err = b.into(table, keys[last])
		return err
	}
	list := table.byName[string(keys[last].Data)]
	if list == nil {
		list = b.add(table, keys[last], &node{kind: record.List, tables: true})
	}
	if !list.node.tables {
		return b.twice(keys[last])
	}
	b.table, b.last = &node{kind: record.Object}, list
	b.table.start, b.table.end = b.place(keys[last])
	list.node.items = append(list.node.items, b.table)
	return nil
}

// into returns the table behind a key, a new one where there is none.
func (b *builder) into(table *node, key *unstable.Node) (*node, error) {
	known := table.byName[string(key.Data)]
	if known == nil {
		known = b.add(table, key, &node{kind: record.Object})
	}
	b.last = known
	inner := known.node
	if inner.tables {
		inner = inner.items[len(inner.items)-1]
	}
	if inner.kind != record.Object {
		return nil, b.twice(key)
	}
	return inner, nil
}

func (b *builder) add(table *node, key *unstable.Node, value *node) *member {
	one := &member{name: string(key.Data), node: value}
	one.start, one.end = b.place(key)
	if table.byName == nil {
		table.byName = map[string]*member{}
	}
	table.byName[one.name] = one
	table.members = append(table.members, one)
	b.last = one
	return one
}

// node reads a value that stands on the right of a key.
func (b *builder) node(e *unstable.Node) (*node, error) {
	value := &node{text: string(e.Data), kind: kindOf(e)}
	value.start, value.end = b.place(e)
	for it := e.Children(); it.Next(); {
		if err := b.part(value, it.Node()); err != nil {
			return nil, err
		}
	}
	return value, nil
}

func kindOf(e *unstable.Node) record.Kind {
	if e.Kind == unstable.Array {
		return record.List
	}
	if e.Kind == unstable.InlineTable {
		return record.Object
	}
	if e.Kind == unstable.Bool {
		return record.Boolean
	}
	if e.Kind == unstable.Integer || e.Kind == unstable.Float {
		return record.Number
	}
	return record.Text
}

// part takes in what a list or a table holds.
func (b *builder) part(of *node, e *unstable.Node) error {
	if e.Kind == unstable.Comment {
		return nil
	}
	if of.kind == record.Object {
		return b.keyed(of, e)
	}
	item, err := b.node(e)
	of.items = append(of.items, item)
	return err
}

// value returns a node as a value, which reaches over all that it holds.
func (b *builder) value(n *node, at, depth int) (record.Value, error) {
	at = max(at, n.start) // a list in a list has no place of its own
	if b.values++; b.values > maxValues {
		return record.Value{}, b.refuse(at, quarry.KindTooLarge, "more than %d values in one file", maxValues)
	}
	if depth > maxDepth {
		return record.Value{}, b.refuse(at, quarry.KindInvalid, "nested more than %d deep", maxDepth)
	}
	value := record.Value{Kind: n.kind, Text: n.text}
	for _, item := range n.items {
		inner, err := b.value(item, at, depth+1)
		if err != nil {
			return value, err
		}
		n.cover(inner.Span)
		value.Items = append(value.Items, inner)
	}
	for _, one := range n.members {
		inner, err := b.value(one.node, at, depth+1)
		if err != nil {
			return value, err
		}
		key := b.text.Span(one.start, one.end)
		n.cover(key)
		n.cover(inner.Span)
		value.Fields = append(value.Fields, record.Field{Name: one.name, Key: key, Value: inner, Note: one.note})
	}
	if n.end > n.start {
		value.Span = b.text.Span(n.start, n.end)
	}
	return value, nil
}

// cover makes a node reach over a part of it.
func (n *node) cover(span quarry.Span) {
	switch {
	case span.ByteEnd <= span.ByteStart:
	case n.end <= n.start:
		n.start, n.end = span.ByteStart, span.ByteEnd
	default:
		n.start, n.end = min(n.start, span.ByteStart), max(n.end, span.ByteEnd)
	}
}

func (b *builder) place(e *unstable.Node) (int, int) {
	start := b.skipped + int(e.Raw.Offset)
	return start, start + int(e.Raw.Length)
}

func (b *builder) twice(key *unstable.Node) error {
	start, _ := b.place(key)
	return b.refuse(start, quarry.KindInvalid, "the key %q stands twice in one table", string(key.Data[:min(len(key.Data), longestShown)]))
}

// longestShown is how much of a key a message shows, in bytes.
const longestShown = 100

func (b *builder) refuse(at int, kind quarry.Kind, format string, args ...any) error {
	line := b.text.LineOf(max(0, min(at, len(b.text.Bytes)-1)))
	return &ingest.LineError{Line: line, Err: quarry.Errorf(kind, "not valid TOML: "+format, args...)}
}

// invalid names the line of what the parser found.
func (b *builder) invalid(err error) error {
	at := len(b.text.Bytes) // the highlight is a part of the text, and ends its capacity where that does
	if fault, ok := errors.AsType[*unstable.ParserError](err); ok && len(fault.Highlight) > 0 {
		at = len(b.text.Bytes) - (cap(fault.Highlight) - (cap(b.parser.Data()) - len(b.parser.Data())))
	}
	return b.refuse(at, quarry.KindInvalid, "%s", err.Error())
}
