package markdown

import (
	"bytes"
	"slices"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
)

// asRecord returns what stands above the keys and values of a text that is YAML
// throughout, and those as a record; or the blocks that there are.
// Without any key below another the lines say as much by themselves, and what was
// taken for questions is in no tree.
func (r *reader) asRecord(blocks []doc.Block) []doc.Block {
	if r.found.Tree.Front != nil || !bytes.HasPrefix(r.text.Bytes, r.source) {
		return blocks
	}
	value, ok := r.settings()
	if !ok {
		return blocks
	}
	above := 0
	for above < len(blocks) && isAbove(blocks[above], value.Span.ByteStart) {
		above++
	}
	if slices.ContainsFunc(blocks[above:], r.isTitle) {
		return blocks
	}
	return append(blocks[:above:above], &doc.Record{Value: value})
}

// settings returns the keys and values of a text that is YAML throughout, with keys below
// others, such as settings.
func (r *reader) settings() (doc.Value, bool) {
	if !datatree.OpensYAML(r.text) {
		return doc.Value{}, false
	}
	value, err := datatree.YAML(r.text)
	return value, err == nil && slices.ContainsFunc(value.Fields, isNested)
}

// isNested reports whether a field holds keys, itself or in a list.
func isNested(f doc.Field) bool {
	return len(f.Value.Fields) > 0 || slices.ContainsFunc(f.Value.Items, func(v doc.Value) bool { return len(v.Fields) > 0 })
}

// isTitle reports whether a block is a heading that no comment would be.
func (r *reader) isTitle(b doc.Block) bool {
	heading, ok := b.(*doc.Heading)
	return ok && (heading.Level > 1 || r.text.StandsApart(heading.Span.LineEnd))
}

// isAbove reports whether a block is a heading above an offset.
func isAbove(b doc.Block, offset int) bool {
	heading, ok := b.(*doc.Heading)
	return ok && heading.Span.ByteEnd <= offset
}
