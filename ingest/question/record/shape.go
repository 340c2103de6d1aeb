package record

import (
	"slices"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// isRecord reports whether an object is a question by the names of its fields:
// one that asks and does not hold further records. It may stand alone.
func (r *Reader) isRecord(v doc.Value) bool {
	return slices.ContainsFunc(v.Fields, func(f doc.Field) bool {
		p := r.promised(f.Name)
		return p.role == questionRole && p.sure >= likely && (f.Value.Kind == doc.String || f.Value.Kind == doc.Object || f.Value.Kind == doc.Number)
	})
}

// asksByKey reports whether the first name of an object asks.
func (r *Reader) asksByKey(v doc.Value) bool { return len(v.Fields) > 0 && r.asks(v.Fields[0].Name) }

// isMap reports whether an object names its records by their keys: they ask, or most of
// its values are objects that hold no records, or all are texts behind keys that no name
// of a field is.
func (r *Reader) isMap(v doc.Value) bool {
	objects, texts, known := 0, 0, 0
	says := false
	for _, field := range v.Fields {
		_, isMeasure := r.measure(field.Value)
		switch {
		case field.Value.Kind == doc.Object && !isMeasure:
			objects++
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
	case r.asksByKey(v):
		return true
	case all < 2:
		return false
	case 2*objects > all:
		return 2*known < all && !slices.ContainsFunc(v.Fields, func(f doc.Field) bool { return r.holdsRecords(f.Value) })
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

// holdsRecords reports whether an object is on the way to records: somewhere in
// it is a list of objects or of questions, or a map.
func (r *Reader) holdsRecords(v doc.Value) bool {
	return slices.ContainsFunc(v.Fields, func(f doc.Field) bool {
		switch f.Value.Kind {
		case doc.Sequence:
			role := r.promised(f.Name).role
			return role != choicesRole && role != answerRole && role != metaRole && holdsObjects(f.Value) || r.mostlyAsk(f.Value.Items)
		case doc.Object:
			return r.isRecord(f.Value) || r.isMap(f.Value) || r.holdsRecords(f.Value)
		case doc.Null, doc.String, doc.Number, doc.Boolean:
		}
		return false
	})
}

func holdsObjects(v doc.Value) bool {
	return slices.ContainsFunc(v.Items, func(item doc.Value) bool {
		return item.Kind == doc.Object || holdsObjects(item)
	})
}
