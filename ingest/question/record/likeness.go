package record

import (
	"slices"

	"github.com/quarrykb/quarry/internal/text"
)

// isRecord reports whether an object is a question by the names of its fields:
// one that asks and holds text, and does not hold further records. It may stand
// alone.
func (r *Reader) isRecord(v Value) bool {
	return slices.ContainsFunc(v.Fields, func(f Field) bool {
		p := r.promised(f.Name)
		if p.role != questionRole || p.sure < likely {
			return false
		}
		return f.Value.Kind == Text || (f.Value.Kind == Object && r.isRecordBody(f.Value)) || f.Value.Kind == Number
	})
}

// isRecordBody reports whether a question is an object with its own text.
func (r *Reader) isRecordBody(v Value) bool {
	return slices.ContainsFunc(v.Fields, func(f Field) bool {
		return f.Value.Kind == Text && (r.neutral(f.Name) || r.promised(f.Name).role == questionRole)
	})
}

// isMap reports whether an object names its records by their keys: most of its
// values are objects that hold no records, or all are texts behind keys that
// ask or that no name of a field is.
func (r *Reader) isMap(v Value) bool {
	const fewest = 2
	if r.asksByKey(v) {
		return true
	}
	objects, texts, known := 0, 0, 0
	for _, field := range v.Fields {
		switch {
		case field.Value.Kind == Object && r.unitOf(field.Value) < 0:
			objects++
		case field.Value.Kind == Text:
			texts++
		}
		if r.promised(field.Name).role != noRole {
			known++
		}
	}
	all := len(v.Fields)
	if fewest*objects > all && all >= fewest {
		return known*fewest < all && !slices.ContainsFunc(v.Fields, func(f Field) bool { return r.holdsRecords(f.Value) })
	}
	return texts == all && all >= fewest && known == 0 && slices.ContainsFunc(v.Fields, isSentence)
}

// asksByKey reports whether the names of an object mostly ask.
func (r *Reader) asksByKey(v Value) bool {
	asking := 0
	for _, field := range v.Fields {
		if r.phrases.IsQuestion(field.Name) {
			asking++
		}
	}
	return len(v.Fields) > 0 && 2*asking >= len(v.Fields)
}

// isSentence reports whether a field of a map says something about its key.
func isSentence(field Field) bool {
	return field.Value.Kind == Text && text.WordCount(field.Value.Text) > 2
}

// memberRecord is a record that goes by a key: the key is its first field.
func (r *Reader) memberRecord(field Field) Record {
	if field.Value.Kind == Object && r.isGeneric(field.Name) {
		return Record{Fields: field.Value.Fields, Span: field.Value.Span}
	}
	span := field.Value.Span
	if span.ByteEnd < field.Key.ByteEnd { // nothing stands behind the key
		span = field.Key
	}
	span.ByteStart, span.LineStart = field.Key.ByteStart, field.Key.LineStart
	named := Field{Name: keyName, Key: field.Key, Value: Value{Kind: Text, Text: field.Name, Span: field.Key}}
	fields := []Field{named}
	if field.Value.Kind == Object && !lettered(field.Value.Fields) {
		fields = append(fields, field.Value.Fields...)
	} else {
		fields = append(fields, Field{Name: bodyName, Value: field.Value})
	}
	return Record{Fields: fields, Span: span}
}

// Names of what a map holds, which no file has.
const (
	keyName  = "\x03"
	bodyName = "\x02"
)

// holdsRecords reports whether an object is on the way to records: somewhere in
// it is a list of objects, of rows or of questions, or a map.
func (r *Reader) holdsRecords(v Value) bool {
	return slices.ContainsFunc(v.Fields, func(f Field) bool {
		switch f.Value.Kind {
		case List:
			role := r.promised(f.Name).role
			return (role != choicesRole && role != answerRole && role != metaRole && holdsObjects(f.Value)) || r.asksMostly(f.Value.Items)
		case Object:
			return r.isRecord(f.Value) || r.isMap(f.Value) || r.holdsRecords(f.Value)
		case Null, Text, Number, Boolean:
		}
		return false
	})
}

func holdsObjects(v Value) bool {
	return slices.ContainsFunc(v.Items, func(item Value) bool {
		return item.Kind == Object || (item.Kind == List && (isRow(item) || holdsObjects(item)))
	})
}

func (r *Reader) asksMostly(items []Value) bool {
	asking := 0
	for _, item := range items {
		if item.Kind == Text && hasWord(item.Text) && r.phrases.IsQuestion(item.Text) {
			asking++
		}
	}
	return len(items) > 0 && 2*asking >= len(items)
}
