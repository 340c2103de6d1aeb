package labelled

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// record reads structured data. Names are those of the values that it is in, nearest
// first.
func (w *walker) record(v *doc.Value, path []doc.Text, names []Name) {
	switch v.Kind {
	case doc.Object:
		w.object(v, path, names)
	case doc.Sequence:
		w.group++
		if w.isRange(v, path) {
			w.scalarLimit(&v.Items[0], &v.Items[1], NoLimit, path, names, nil)
			return
		}
		for i := range v.Items {
			item := &v.Items[i]
			if item.Kind == doc.Object || item.Kind == doc.Sequence {
				w.record(item, path, names)
				continue
			}
			w.scalar(item, path, names, nil)
		}
	case doc.String, doc.Number, doc.Boolean, doc.Null:
		w.scalar(v, path, names, nil)
	}
}

// isRange reports whether a list is the two ends of a range, by its label.
func (w *walker) isRange(v *doc.Value, path []doc.Text) bool {
	return len(path) > 0 && len(v.Items) == 2 && v.Items[0].Kind == doc.Number && v.Items[1].Kind == doc.Number &&
		slices.ContainsFunc(strings.Fields(folded(path[len(path)-1].Text)), func(word string) bool { return w.words.cues["range_words"].Has(word) })
}

// scalar reads a single value, under the last label of its path.
func (w *walker) scalar(v *doc.Value, path []doc.Text, names []Name, units []doc.Text) {
	if v.Kind != doc.String && v.Kind != doc.Number || v.Text == "" || len(path) == 0 {
		return
	}
	w.emit(Value{
		Raw: textOf(v), Path: path, Names: names, Units: units, Layout: Record, Literal: v.Kind == doc.Number,
	})
}

// fieldOf returns the first field of an object whose name is one of some, in any case.
func (w *walker) fieldOf(v *doc.Value, is func(name string) bool) *doc.Field {
	for i := range v.Fields {
		if is(keyWords(v.Fields[i].Name)) {
			return &v.Fields[i]
		}
	}
	return nil
}

// keyWords returns the name of a field as words: "max_rpm", "maxRpm".
func keyWords(name string) string { return strings.TrimSpace(text.Spaced(name)) }

func (w *walker) object(v *doc.Value, path []doc.Text, names []Name) {
	w.group++
	group := w.group
	if w.longForm(v, path, names) {
		return
	}
	if name := w.nameOf(v, len(path) == 0); name != nil {
		text := textOf(name)
		if w.owned {
			path = append(slices.Clip(path), text)
		} else {
			names = append([]Name{{Text: text, Role: RecordName}}, names...)
			if w.ownsNumbers(v) {
				w.owned = true
				defer func() { w.owned = false }()
			}
		}
	}
	of := w.areThings(v, len(path) > 0)
	for i := range v.Fields {
		field := &v.Fields[i]
		label := doc.Text{Text: keyWords(field.Name), Span: field.Key}
		if of && field.Value.Kind == doc.Object {
			named := doc.Text{Text: field.Name, Span: field.Key}
			w.record(&field.Value, path, append([]Name{{Text: named, Role: RecordName}}, names...))
			continue
		}
		from := len(w.values)
		w.group = group
		w.sections.now.met(folded(label.Text))
		w.field(field, append(slices.Clip(path), label), names)
		if field.Note.Text != "" {
			for j := from; j < len(w.values); j++ {
				w.values[j].Notes = append(w.values[j].Notes, field.Note)
			}
		}
	}
}

// field reads the value of a field. A container's name says nothing of what is in it.
func (w *walker) field(field *doc.Field, path []doc.Text, names []Name) {
	if field.Value.Kind == doc.Sequence && !w.owned && w.holdsRecords(&field.Value) || field.Value.Kind == doc.Object && w.areThings(&field.Value, true) {
		path = path[:len(path)-1]
	}
	w.record(&field.Value, path, names)
}

// holdsRecords reports whether a list is one of things with names of their own.
func (w *walker) holdsRecords(v *doc.Value) bool {
	for i := range v.Items {
		if v.Items[i].Kind == doc.Object && w.nameOf(&v.Items[i], true) != nil {
			return true
		}
	}
	return false
}

// ownsNumbers reports whether an object has numbers itself, and not only further objects.
func (w *walker) ownsNumbers(v *doc.Value) bool {
	numbers := 0
	for i := range v.Fields {
		inner := &v.Fields[i].Value
		if inner.Kind == doc.Number || inner.Kind == doc.String && HasDigit(inner.Text) {
			numbers++
		}
	}
	return numbers > 1
}

// nameOf returns the name that an object gives itself; nil if it gives none. The outermost
// one may give it under the title of any column of names.
func (w *walker) nameOf(v *doc.Value, outermost bool) *doc.Value {
	for i, is := range []func(string) bool{
		func(name string) bool { return w.words.is(folded(name), "subject_fields") && folded(name) != "title" },
		func(name string) bool {
			return w.words.IsName(name) && !w.words.is(folded(name), "language_fields", "parts", "builtin")
		},
	} {
		if i > 0 && !outermost {
			break
		}
		for i := range v.Fields {
			field := &v.Fields[i]
			if field.Value.Kind != doc.String || w.words.IsEmpty(field.Value.Text) || !is(keyWords(field.Name)) || text.WordCount(field.Value.Text) > longestLead {
				continue
			}
			if _, number := w.words.number(w.style, field.Value.Text); !number {
				return &field.Value
			}
		}
	}
	return nil
}

// areThings reports whether the fields of an object are named after several things of a
// kind: most are objects, which have most of their keys in common.
func (w *walker) areThings(v *doc.Value, nested bool) bool {
	objects, named, met := 0, 0.0, map[string]int{}
	for i := range v.Fields {
		field := &v.Fields[i]
		if field.Value.Kind != doc.Object {
			continue
		}
		if w.fieldOf(&field.Value, w.words.isUnits) != nil {
			return false // a value with its unit is no thing
		}
		objects++
		named += w.words.looksNamed(field.Name)
		for _, inner := range field.Value.Fields {
			met[inner.Name]++
		}
	}
	keys, shared, all := 0, 0, 0
	for _, n := range met {
		all += n
		if n > 1 {
			keys, shared = keys+1, shared+n
		}
	}
	return objects > 1 && 2*objects > len(v.Fields) && keys >= fewestAlike && 2*shared >= all && (!nested || 2*named >= float64(objects))
}

// longForm reads an object that is a value with its unit, a range by its ends, or an
// attribute with its value.
func (w *walker) longForm(v *doc.Value, path []doc.Text, names []Name) bool {
	var units []doc.Text
	if unit := w.fieldOf(v, w.words.isUnits); unit != nil && unit.Value.Kind == doc.String {
		units = append(units, textOf(&unit.Value))
	}
	if value := w.fieldOf(v, w.isValueField); value != nil && len(v.Fields) <= mostOfLongForm && isScalar(&value.Value) {
		label := w.fieldOf(v, func(name string) bool { return w.words.IsProperty(name) || w.words.is(folded(name), "label_fields") })
		if label == nil {
			label = w.fieldOf(v, func(name string) bool { return w.words.is(folded(name), "subject_fields") })
		}
		switch {
		case label != nil && label.Value.Kind == doc.String:
			named := textOf(&label.Value)
			path = append(slices.Clip(path), named)
			w.sections.now.met(folded(named.Text))
		case len(units) == 0:
			return false
		}
		w.scalar(&value.Value, path, w.ownedBy(v, names), units)
		return true
	}
	return w.ends(v, path, names, units)
}

// ownedBy returns the names with the one that an object of one attribute says it is of.
func (w *walker) ownedBy(v *doc.Value, names []Name) []Name {
	owner := w.fieldOf(v, func(name string) bool { return w.words.IsName(name) && !w.words.is(folded(name), "subject_fields") })
	if owner == nil {
		owner = w.fieldOf(v, func(name string) bool { return folded(name) == "device" || folded(name) == "model" })
	}
	if owner == nil || owner.Value.Kind != doc.String {
		return names
	}
	return append([]Name{{Text: textOf(&owner.Value), Role: RecordName}}, names...)
}

const mostOfLongForm = 8

func (w *walker) isValueField(name string) bool {
	return w.words.is(folded(name), "figure_titles") && !w.words.IsProperty(name)
}

func textOf(v *doc.Value) doc.Text { return doc.Text{Text: v.Text, Span: v.Span} }

func isScalar(v *doc.Value) bool { return v.Kind == doc.Number || v.Kind == doc.String }

// ends reads an object that is nothing but the ends of a range.
func (w *walker) ends(v *doc.Value, path []doc.Text, names []Name, units []doc.Text) bool {
	var at [Most + 1]*doc.Value
	for i := range v.Fields {
		field := &v.Fields[i]
		limit := w.words.limitOf(field.Name)
		switch {
		case limit != NoLimit && isScalar(&field.Value) && at[limit] == nil:
			at[limit] = &field.Value
		case !w.words.isUnits(field.Name):
			return false
		}
	}
	if at[Least] == nil && at[Most] == nil || len(path) == 0 {
		return false
	}
	w.scalarLimit(at[Usual], nil, Usual, path, names, units)
	if at[Least] != nil && at[Most] != nil {
		w.scalarLimit(at[Least], at[Most], NoLimit, path, names, units)
		return true
	}
	w.scalarLimit(at[Least], nil, Least, path, names, units)
	w.scalarLimit(at[Most], nil, Most, path, names, units)
	return true
}

func (w *walker) scalarLimit(v, until *doc.Value, limit Limit, path []doc.Text, names []Name, units []doc.Text) {
	if v == nil {
		return
	}
	before := len(w.values)
	w.scalar(v, path, names, units)
	if len(w.values) == before {
		return
	}
	last := &w.values[before]
	last.Limit = limit
	if until != nil {
		last.Until = textOf(until)
	}
}

// frontNames returns the names that front matter gives its document, the surest first:
// a model, then a title.
func (w *walker) frontNames(v *doc.Value) []Name {
	var found []Name
	take := func(value *doc.Value) {
		if value != nil && value.Kind == doc.String && value.Text != "" {
			found = append(found, Name{Text: textOf(value), Role: FrontName})
		}
	}
	take(w.nameOf(v, true))
	for i := range v.Fields {
		if inner := &v.Fields[i].Value; inner.Kind == doc.Object {
			take(w.nameOf(inner, false))
		}
	}
	if title := w.fieldOf(v, func(name string) bool { return folded(name) == "title" }); title != nil {
		take(&title.Value)
	}
	return found
}
