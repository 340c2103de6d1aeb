package record

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// Document finds the records in the tree of a document, reads them and adds what it
// finds: those that stand at the same place of its structure together. Keys on the way,
// and what objects on the way are called, are the headings. Lines that nothing else
// accounts for are of the format: brackets, keys on the way, what the document says of
// itself.
func (r *Reader) Document(ctx context.Context, text *ingest.Text, root doc.Value, format string, found *ingest.Extraction) {
	c := &collector{reader: r, byPath: map[string][]Record{}, found: found}
	c.found.Tree = doc.Document{Blocks: []doc.Block{&doc.Record{Value: root}}}
	for _, field := range root.Fields {
		if field.Value.IsScalar() {
			c.found.Say(folded(field.Name), plain(field.Value))
		}
	}
	c.found.Title = phrase.Short(c.found.Title)
	c.walk(root, trail{})
	for _, path := range c.order {
		r.Extract(ctx, c.byPath[path], found)
	}
	rest := ingest.NewLines(text)
	for _, passage := range found.Passages {
		rest.Take(passage.Source.LineStart, passage.Source.LineEnd)
	}
	for _, mark := range found.Marks {
		rest.Take(mark.Lines.LineStart, mark.Lines.LineEnd)
	}
	for n := 1; n <= text.Lines(); n++ {
		first := n
		for rest.Free(n) {
			n++
		}
		if n > first {
			found.Marks = append(found.Marks, ingest.Structure(first, n-1, format))
		}
	}
}

type collector struct {
	reader *Reader
	found  *ingest.Extraction
	byPath map[string][]Record
	order  []string
}

// trail is the way to a value.
type trail struct {
	path     string // keys, and a star for every element
	headings []Heading
}

func (t trail) element() trail { return trail{path: t.path + "/*", headings: t.headings} }

func (c *collector) key(at trail, field doc.Field) trail {
	return trail{path: at.path + "/" + field.Name, headings: c.reader.headed(at.headings, field)}
}

func (c *collector) add(at trail, records ...Record) {
	if c.byPath[at.path] == nil {
		c.order = append(c.order, at.path)
	}
	for _, one := range records {
		one.Headings = at.headings
		c.byPath[at.path] = append(c.byPath[at.path], one)
	}
}

func (c *collector) walk(v doc.Value, at trail) {
	turns := c.reader.conversation(v.Items)
	switch {
	case v.IsScalar():
		c.add(at.element(), Record{Fields: []doc.Field{{Value: v}}, Span: v.Span})
	case v.Kind == doc.Object:
		c.object(v, at, false)
	case len(turns) > 0:
		c.add(at.element(), turns...)
	default:
		for _, item := range v.Items {
			if item.Kind == doc.Object {
				c.object(item, at.element(), true)
			} else {
				c.walk(item, at)
			}
		}
	}
}

// object takes an object for a record, for a map of records by their names, or
// for a container on the way to records. One of several in a list is a record unless
// it holds some or asks by its keys.
func (c *collector) object(v doc.Value, at trail, listed bool) {
	switch {
	case len(v.Fields) == 0:
	case c.reader.isRecord(v), listed && !c.reader.asksByKey(v) && !c.reader.holdsRecords(v):
		c.add(at, Record{Fields: v.Fields, Span: v.Span})
	case c.reader.isMap(v):
		for _, field := range v.Fields {
			c.add(at.element(), c.reader.memberRecord(field))
		}
	case c.reader.holdsRecords(v):
		c.container(v, at)
	default:
		c.add(at, Record{Fields: v.Fields, Span: v.Span})
	}
}

// Names of what a map holds, which no file has.
const (
	keyName  = "\x03"
	bodyName = "\x02"
)

// memberRecord is a record that goes by a key: the key is its first field.
func (r *Reader) memberRecord(field doc.Field) Record {
	span := field.Value.Span
	if span.ByteEnd < field.Key.ByteEnd { // nothing stands behind the key
		span = field.Key
	}
	span.ByteStart, span.LineStart = field.Key.ByteStart, field.Key.LineStart
	named := doc.Field{Name: keyName, Key: field.Key, Value: doc.Value{Kind: doc.String, Text: field.Name, Span: field.Key}}
	if field.Value.Kind == doc.Object {
		return Record{Fields: append([]doc.Field{named}, field.Value.Fields...), Span: span}
	}
	return Record{Fields: []doc.Field{named, {Name: bodyName, Value: field.Value}}, Span: span}
}

// container keeps what an object on the way says of itself, and goes on into
// what it holds.
func (c *collector) container(v doc.Value, at trail) {
	inside := trail{path: at.path, headings: at.headings}
	for _, field := range v.Fields {
		if c.reader.titles(field) {
			inside.headings = append(slices.Clip(inside.headings), Heading{Text: plain(field.Value), Span: field.Value.Span})
		}
	}
	for _, field := range v.Fields {
		switch {
		case field.Value.Kind == doc.Object, field.Value.Kind == doc.Sequence && !c.reader.describes(field):
			c.walk(field.Value, c.key(inside, field))
		case field.Value.Kind == doc.Sequence && c.reader.promised(field.Name).role == textRole,
			isLong(field.Value, c.reader.promised(field.Name) == promise{textRole, strong}):
			keepPassages(field.Value, Schema{}.source(c.reader, Record{Span: field.Value.Span, Headings: inside.headings}), c.found)
		}
	}
}

// describes reports whether a list of words is what its name says, such as notes, and no
// records.
func (r *Reader) describes(field doc.Field) bool {
	role := r.promised(field.Name).role
	return (role == headingRole || role == metaRole || role == languageRole || role == textRole) && !holdsObjects(field.Value)
}

// titles reports whether a field of a container is what it is called, or how
// hard all in it is.
func (r *Reader) titles(field doc.Field) bool {
	p := r.promised(field.Name)
	named := p.role == subjectRole || p.role == headingRole || (p.role == gradeRole && field.Value.Kind == doc.String)
	return named && field.Value.IsScalar() && !field.Value.IsEmpty() && len(field.Value.Text) <= longText
}

// headed puts a key under headings, unless it only says that records follow.
func (r *Reader) headed(above []Heading, field doc.Field) []Heading {
	if r.isGeneric(field.Name) {
		return above
	}
	heading := Heading{Text: spaced(field.Name), Span: field.Key}
	if phrase.Short(heading.Text) == "" {
		return above
	}
	return append(slices.Clip(above), heading)
}

// isGeneric reports whether a key says nothing of the records behind it.
func (r *Reader) isGeneric(name string) bool {
	said := folded(name)
	return said == "" || r.cues["container_fields"].Has(said)
}
