package labelled

import (
	"cmp"
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
			w.scalar(&v.Items[0], Value{Path: path, Names: names, Until: textOf(&v.Items[1])})
			return
		}
		for i := range v.Items {
			w.record(&v.Items[i], path, names)
		}
	case doc.String, doc.Number, doc.Boolean, doc.Null:
		w.scalar(v, Value{Path: path, Names: names})
	}
}

// isRange reports whether a list is the two ends of a range, by its label.
func (w *walker) isRange(v *doc.Value, path []doc.Text) bool {
	return len(path) > 0 && len(v.Items) == 2 && v.Items[0].Kind == doc.Number && v.Items[1].Kind == doc.Number &&
		slices.ContainsFunc(strings.Fields(folded(path[len(path)-1].Text)), func(word string) bool { return w.words.cues["range_words"].Has(word) })
}

// scalar reads a single value, if there is one, of which all else is known.
func (w *walker) scalar(v *doc.Value, known Value) {
	if v != nil && isScalar(v) && len(known.Path) > 0 {
		known.Raw, known.Layout, known.Literal = textOf(v), Record, v.Kind == doc.Number
		w.emit(known)
	}
}

// fieldOf returns what the first field of an object holds whose name, written as words, is
// one of some and which has a single value; nil if none has.
func fieldOf(v *doc.Value, is func(name string) bool) *doc.Value {
	for i := range v.Fields {
		if inner := &v.Fields[i].Value; isScalar(inner) && is(keyWords(v.Fields[i].Name)) {
			return inner
		}
	}
	return nil
}

func isScalar(v *doc.Value) bool { return v.Kind == doc.Number || v.Kind == doc.String }

// keyWords returns the name of a field as words: "max_rpm", "maxRpm".
func keyWords(name string) string { return strings.TrimSpace(text.Spaced(name)) }

func textOf(v *doc.Value) doc.Text { return doc.Text{Text: v.Text, Span: v.Span} }

// named puts a name before others.
func named(name doc.Text, names []Name) []Name {
	return append([]Name{{Text: name, Role: RecordName}}, names...)
}

func (w *walker) object(v *doc.Value, path []doc.Text, names []Name) {
	w.group++
	group := w.group
	if w.longForm(v, path, names) {
		return
	}
	another := len(path) > 0 && w.words.is(folded(path[len(path)-1].Text), "other_things")
	name := w.nameOf(v, len(path) == 0)
	if another && name == nil { // of something that has no name
		return
	}
	if name != nil && w.owned && !another {
		path = append(slices.Clip(path), textOf(name))
	} else if name != nil {
		names = named(textOf(name), names)
		defer func(owned bool) { w.owned = owned }(w.owned)
		w.owned = true
	}
	unit := fieldOf(v, w.words.isUnits) // of all values beside it
	of := w.areThings(v, len(path) > 0)
	for i := range v.Fields {
		field := &v.Fields[i]
		if of && field.Value.Kind == doc.Object {
			w.record(&field.Value, path, named(doc.Text{Text: field.Name, Span: field.Key}, names))
			continue
		}
		from := len(w.values)
		w.group = group
		label := doc.Text{Text: keyWords(field.Name), Span: field.Key}
		w.sections.now.met(folded(label.Text))
		under := path
		if !w.holdsRecords(&field.Value) {
			under = append(slices.Clip(path), label)
		}
		w.record(&field.Value, under, names)
		for j := from; j < len(w.values); j++ {
			if field.Note.Text != "" {
				w.values[j].Notes = append(w.values[j].Notes, field.Note)
			}
			if unit != nil {
				w.values[j].Units = append(w.values[j].Units, textOf(unit))
			}
		}
	}
}

// holdsRecords reports whether a list or an object holds things with names of their own,
// of which its own name says nothing.
func (w *walker) holdsRecords(v *doc.Value) bool {
	return w.areThings(v, true) || !w.owned && slices.ContainsFunc(v.Items, func(item doc.Value) bool { return w.nameOf(&item, true) != nil })
}

// nameOf returns the name that an object gives itself; nil if it gives none. The outermost
// one may give it under the title of any column of names.
func (w *walker) nameOf(v *doc.Value, outermost bool) *doc.Value {
	for _, is := range []func(string) bool{
		func(name string) bool { return w.words.is(folded(name), "subject_fields") && folded(name) != "title" },
		func(name string) bool {
			return outermost && w.words.IsName(name) && !w.words.is(folded(name), "language_fields", "parts", "builtin")
		},
	} {
		name := fieldOf(v, is)
		if name != nil && name.Kind == doc.String && !w.words.IsEmpty(name.Text) && text.WordCount(name.Text) <= longestLead && !w.words.isNumber(w.style, name.Text) {
			return name
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
		if fieldOf(&field.Value, w.words.isUnits) != nil {
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
// attribute with its value, of the thing that it may name.
func (w *walker) longForm(v *doc.Value, path []doc.Text, names []Name) bool {
	var unit doc.Text
	value := fieldOf(v, func(name string) bool { return w.words.is(folded(name), "figure_titles") && !w.words.IsProperty(name) })
	if stated := fieldOf(v, w.words.isUnits); stated != nil {
		unit = textOf(stated)
	} else if currency := fieldOf(v, func(name string) bool { return w.words.is(folded(name), "currency_fields") }); currency != nil {
		unit = textOf(currency)
		value = cmp.Or(value, fieldOf(v, func(name string) bool { return w.words.is(folded(name), "amount_fields") }))
	}
	if value == nil {
		return w.ends(v, path, names, unit)
	}
	isSubject := func(name string) bool { return w.words.is(folded(name), "subject_fields") }
	label := fieldOf(v, func(name string) bool { return w.words.IsProperty(name) || w.words.is(folded(name), "label_fields") })
	if label == nil {
		label = fieldOf(v, isSubject)
	}
	switch {
	case label != nil:
		path = append(slices.Clip(path), textOf(label))
		w.sections.now.met(folded(label.Text))
	case unit.Text == "":
		return false
	}
	if owner := fieldOf(v, func(name string) bool { return w.words.IsName(name) && !isSubject(name) || folded(name) == "device" }); owner != nil {
		names = named(textOf(owner), names)
	}
	w.scalar(value, Value{Path: path, Names: names, Unit: unit})
	return true
}

// ends reads an object that is nothing but the ends of a range.
func (w *walker) ends(v *doc.Value, path []doc.Text, names []Name, unit doc.Text) bool {
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
	known := Value{Path: path, Names: names, Unit: unit, Limit: Usual}
	w.scalar(at[Usual], known)
	if at[Least] != nil && at[Most] != nil {
		known.Limit, known.Until = NoLimit, textOf(at[Most])
		w.scalar(at[Least], known)
		return true
	}
	known.Limit = Least
	w.scalar(at[Least], known)
	known.Limit = Most
	w.scalar(at[Most], known)
	return true
}

// frontNames returns the names that front matter gives its document, the surest first:
// a model, then a title.
func (w *walker) frontNames(v *doc.Value) []Name {
	var found []Name
	for _, name := range []*doc.Value{w.nameOf(v, true), fieldOf(v, func(name string) bool { return folded(name) == "title" })} {
		if name != nil && name.Text != "" {
			found = append(found, Name{Text: textOf(name), Role: FrontName})
		}
	}
	return found
}
