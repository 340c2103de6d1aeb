package record

import (
	"slices"

	"github.com/quarrykb/quarry/internal/text"
)

// isRecord reports whether an object is a question by the names of its fields:
// one that asks and does not hold further records. It may stand alone.
func (r *Reader) isRecord(v Value) bool {
	return slices.ContainsFunc(v.Fields, func(f Field) bool {
		p := r.promised(f.Name)
		return p.role == questionRole && p.sure >= likely && (f.Value.Kind == Text || f.Value.Kind == Object || f.Value.Kind == Number)
	})
}

// isMap reports whether an object names its records by their keys: they ask, or most of
// its values are objects that hold no records, or all are texts behind keys that no name
// of a field is.
func (r *Reader) isMap(v Value) bool {
	if r.asksByKey(v) {
		return true
	}
	objects, texts, known := 0, 0, 0
	says := false
	for _, field := range v.Fields {
		switch {
		case field.Value.Kind == Object && r.unitOf(field.Value) < 0:
			objects++
		case field.Value.Kind == Text:
			texts++
			says = says || text.WordCount(field.Value.Text) > 2
		}
		if r.promised(field.Name).role != noRole {
			known++
		}
	}
	all := len(v.Fields)
	switch {
	case all < 2:
		return false
	case 2*objects > all:
		return 2*known < all && !slices.ContainsFunc(v.Fields, func(f Field) bool { return r.holdsRecords(f.Value) })
	}
	return texts == all && known == 0 && says
}

// asksByKey reports whether the names of an object mostly ask.
func (r *Reader) asksByKey(v Value) bool {
	names := make([]Value, len(v.Fields))
	for i, field := range v.Fields {
		names[i] = Value{Kind: Text, Text: field.Name}
	}
	return r.mostlyAsk(names)
}

// mostlyAsk reports whether at least half of some values are questions.
func (r *Reader) mostlyAsk(items []Value) bool {
	asking := 0
	for _, item := range items {
		if item.Kind == Text && hasWord(item.Text) && r.phrases.IsQuestion(item.Text) {
			asking++
		}
	}
	return len(items) > 0 && 2*asking >= len(items)
}

// holdsRecords reports whether an object is on the way to records: somewhere in
// it is a list of objects, of rows or of questions, or a map.
func (r *Reader) holdsRecords(v Value) bool {
	return slices.ContainsFunc(v.Fields, func(f Field) bool {
		switch f.Value.Kind {
		case List:
			role := r.promised(f.Name).role
			return role != choicesRole && role != answerRole && role != metaRole && holdsObjects(f.Value) || r.mostlyAsk(f.Value.Items)
		case Object:
			return r.isRecord(f.Value) || r.isMap(f.Value) || r.holdsRecords(f.Value)
		case Null, Text, Number, Boolean:
		}
		return false
	})
}

func holdsObjects(v Value) bool {
	return slices.ContainsFunc(v.Items, func(item Value) bool {
		return item.Kind == Object || isRow(item) || holdsObjects(item)
	})
}

// isRow reports whether a list holds the values of one record.
func isRow(v Value) bool {
	return len(v.Items) > 1 && v.Kind == List && !slices.ContainsFunc(v.Items, func(item Value) bool { return !item.scalar() })
}
