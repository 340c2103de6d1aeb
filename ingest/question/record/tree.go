package record

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// Document finds the records in the tree of a document, reads them and adds what it finds: those
// that stand at the same place of its structure together. Keys on the way, and what objects on the
// way are called, are the headings. Lines that nothing else accounts for are of the format:
// brackets, keys on the way, what the document says of itself.
func (r *Reader) Document(ctx context.Context, t *ingest.Text, root doc.Value, format string, found *ingest.Extraction) {
	c := &collector{Reader: r, byPath: map[string][]Record{}, found: found}
	c.found.Tree = doc.Document{Blocks: []doc.Block{&doc.Record{Value: root}}}
	for _, field := range root.Fields {
		if field.Value.IsScalar() {
			c.found.Say(folded(field.Name), plain(field.Value))
		}
	}
	c.found.Title = phrase.Short(c.found.Title)
	c.walk(root, "", nil)
	isListed := func(path string) bool { return strings.Contains(path, element) }
	listsAsk := sync.OnceValue(func() bool {
		return slices.ContainsFunc(c.order, func(path string) bool { return isListed(path) && r.Infer(c.byPath[path]).Asks() })
	})
	for _, path := range c.order {
		r.extract(ctx, c.byPath[path], !isListed(path) && listsAsk(), found)
	}
	rest := ingest.NewLines(t)
	for _, passage := range found.Passages {
		rest.Take(passage.Source.LineStart, passage.Source.LineEnd)
	}
	for _, mark := range found.Marks {
		rest.Take(mark.Lines.LineStart, mark.Lines.LineEnd)
	}
	for n := 1; n <= t.Lines(); n++ {
		first := n
		for rest.Free(n) {
			n++
		}
		if n > first {
			found.Marks = append(found.Marks, ingest.Structure(first, n-1, format))
		}
	}
}

// collector gathers the records of a tree.
type collector struct {
	*Reader

	found  *ingest.Extraction
	byPath map[string][]Record
	order  []string
}

// What stands in a path for any element of a list, and for any record of a map.
const (
	element = pathMark + "*"
	member  = pathMark + "{}"
)

// add keeps a record that stands at a path, of keys and elements, below some headings.
func (c *collector) add(path string, above []Heading, one Record) {
	if c.byPath[path] == nil {
		c.order = append(c.order, path)
	}
	one.Headings, one.Fields = above, c.flatten(one.Fields)
	c.byPath[path] = append(c.byPath[path], one)
}

// walk takes a value for a record, for a list of turns, for a map of records by their
// names, or for a container on the way to records.
func (c *collector) walk(v doc.Value, path string, above []Heading) {
	turns := c.conversation(v.Items)
	for _, one := range turns {
		c.add(path+element, above, one)
	}
	isMap, leads := c.shapeOf(v)
	switch {
	case len(turns) > 0 || v.IsEmpty():
	case v.IsScalar():
		c.add(path, above, Record{Fields: []doc.Field{{Value: v}}, Span: v.Span})
	case v.Kind == doc.Sequence:
		for _, item := range v.Items {
			c.walk(item, path+element, above)
		}
	case !c.isRecord(v) && isMap:
		for _, field := range v.Fields {
			c.add(path+member, above, memberRecord(field))
		}
	case !c.isRecord(v) && leads:
		c.container(v, path, above)
	default:
		c.add(path, above, Record{Fields: v.Fields, Span: v.Span})
	}
}

// memberRecord is a record that goes by a key, behind which may be nothing: the key is its first field.
func memberRecord(field doc.Field) Record {
	key, v := field.Key, field.Value
	fields := []doc.Field{{Name: keyName, Key: key, Value: doc.Value{Kind: doc.String, Text: field.Name, Span: key}}, {Value: v}}
	if v.Kind == doc.Object {
		fields = append(fields[:1], v.Fields...)
	}
	key.ByteEnd, key.LineEnd = max(key.ByteEnd, v.Span.ByteEnd), max(key.LineEnd, v.Span.LineEnd)
	return Record{Fields: fields, Span: key}
}

// container keeps what an object on the way says of itself, and goes on into
// what it holds. A key is a heading, unless it only says that records follow.
func (c *collector) container(v doc.Value, path string, above []Heading) {
	for _, field := range v.Fields {
		p, v := c.promised(field.Name), field.Value
		named := p.role == subjectRole || p.role == headingRole || p.role == gradeRole && v.Kind == doc.String
		if named && v.IsScalar() && !v.IsEmpty() && len(v.Text) <= longText {
			above = append(slices.Clip(above), Heading{Text: plain(field.Value), Span: field.Value.Span})
		}
	}
	for _, field := range v.Fields {
		p := c.promised(field.Name)
		isWords := !holdsObjects(field.Value) && slices.Contains([]role{headingRole, metaRole, textRole}, p.role)
		switch {
		case field.Value.Kind == doc.Object, field.Value.Kind == doc.Sequence && !isWords:
			inside := above
			if key := spaced(field.Name); !c.cues["container_fields"].Has(folded(key)) && phrase.Short(key) != "" {
				inside = append(slices.Clip(above), Heading{Text: key, Span: field.Key})
			}
			c.walk(field.Value, path+pathMark+field.Name, inside)
		case field.Value.Kind == doc.Sequence && p.role == textRole, isLong(field.Value, p == promise{textRole, strong}):
			keepPassages(field.Value, Schema{}.source(c.Reader, Record{Span: field.Value.Span, Headings: above}), c.found)
		}
	}
}

// isRecord reports whether an object is a question by the names of its fields:
// one that asks and does not hold further records. It may stand alone.
func (r *Reader) isRecord(v doc.Value) bool {
	return slices.ContainsFunc(v.Fields, func(f doc.Field) bool {
		p := r.promised(f.Name)
		return p.role == questionRole && p.sure >= likely && f.Value.Kind != doc.Sequence
	})
}

// isMap reports whether an object names its records by their keys: they ask, or most of its values
// are objects that hold no records, or all are texts behind keys that no name of a field is.
func (r *Reader) isMap(v doc.Value, isDeep bool) bool {
	objects, texts, known := 0, 0, 0
	says := false
	for _, field := range v.Fields {
		_, isMeasure := r.measure(field.Value)
		switch {
		case field.Value.Kind == doc.Object && !isMeasure:
			objects++
		case field.Value.Kind == doc.Sequence && holdsObjects(field.Value): // records beside what is said of them
			isDeep = true
		case field.Value.Kind == doc.String:
			texts++
			says = says || text.WordCount(field.Value.Text) > 2
		}
		if r.promised(field.Name).role != noRole {
			known++
		}
	}
	all := len(v.Fields)
	switch {
	case all > 0 && r.asks(v.Fields[0].Name):
		return true
	case all < 2:
		return false
	case 2*objects > all:
		return 2*known < all && !isDeep
	}
	return texts == all && known == 0 && says
}

// mostlyAsk reports whether at least half of some values are questions.
func (r *Reader) mostlyAsk(items []doc.Value) bool {
	asking := 0
	for _, item := range items {
		if item.Kind == doc.String && r.asks(item.Text) {
			asking++
		}
	}
	return len(items) > 0 && 2*asking >= len(items)
}

// shapeOf tells whether an object that is no record is a map of records, and whether it leads to
// records: somewhere in it is a list of objects or of questions, or a map. It looks at each object
// in it once.
func (r *Reader) shapeOf(v doc.Value) (bool, bool) {
	leads, isDeep := false, false // isDeep: some object in it leads on
	for _, f := range v.Fields {
		if f.Value.Kind == doc.Object {
			isMap, further := r.shapeOf(f.Value)
			isDeep = isDeep || further
			leads = leads || further || isMap || r.isRecord(f.Value)
			continue
		}
		role := r.promised(f.Name).role
		isList := role != choicesRole && role != answerRole && role != metaRole && holdsObjects(f.Value)
		leads = leads || isList || r.mostlyAsk(f.Value.Items)
	}
	return r.isMap(v, isDeep), leads
}

func holdsObjects(v doc.Value) bool {
	return slices.ContainsFunc(v.Items, func(item doc.Value) bool {
		return item.Kind == doc.Object || holdsObjects(item)
	})
}
