package view

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Shown says how much of an answer is sent: what is brief of it, unless it says otherwise.
//
// A field says by its tag when a brief answer has it:
//
//	view:"full"        never
//	view:"some"        where it is neither null nor empty
//	view:"unless=a,b"  where it is none of these words; of a map, those of its values
//
// A field without the tag is always there. One with it is optional in the contract.
type Shown struct {
	Full   bool
	Fields []string // that are picked, each a path such as "source.path"; none for all
}

// UnknownFieldError says that an answer has no field at a path.
type UnknownFieldError struct {
	Path  string
	Known []string // the paths that there are in its place
}

// Error names the path.
func (e *UnknownFieldError) Error() string { return fmt.Sprintf("there is no field %q", e.Path) }

// Writer writes answers as JSON, as much of them as is to be shown. It may be used by
// several goroutines, and the zero value is ready.
type Writer struct{ shapes sync.Map } // of *shape, by reflect.Type

// shape is what a struct has in JSON.
type shape struct {
	fields []field
	mixed  bool // a brief one may have less than a full one
}

// field is one field of a struct in JSON.
type field struct {
	name      string
	at        []int // through the structs that it is embedded in
	of        reflect.Type
	omitEmpty bool
	when      string   // a brief answer has it: full, some, unless; "" for always
	unless    []string // what it then is not
}

// When a brief answer has a field.
const (
	inFull = "full"
	ifSome = "some"
	unless = "unless"
)

// itemsOf is the field of a list from whose items fields are picked: the list stays whole.
const itemsOf = "items"

// Write appends what is to be shown of an answer, and a line end.
func (w *Writer) Write(to *bytes.Buffer, answer any, s Shown) error {
	picked, err := w.pick(reflect.TypeOf(answer), s.Fields)
	if err != nil {
		return err
	}
	leaf := json.NewEncoder(to)
	leaf.SetEscapeHTML(false) // an answer is JSON, never a page, and says so in its headers
	if err := (writing{w, s.Full, to, leaf}).value(reflect.ValueOf(answer), picked, nil); err != nil {
		return err
	}
	to.WriteByte('\n')
	return nil
}

// Check returns an UnknownFieldError where answers of a view's type lack one of some fields.
func (w *Writer) Check(answer any, fields []string) error {
	_, err := w.pick(reflect.TypeOf(answer), fields)
	return err
}

// picked are the fields that are picked of an object; nil, or none of them: all that the view has.
type picked struct {
	fields map[string]*picked
	rest   bool // the others are there too
}

// pick reads paths, each of which the answer must have, or the items of a list.
func (w *Writer) pick(answer reflect.Type, paths []string) (*picked, error) {
	if len(paths) == 0 {
		return nil, nil //nolint:nilnil // nothing is picked, which is no error
	}
	of := answer
	fields := w.shapeOf(answer).fields
	list := slices.IndexFunc(fields, func(f field) bool { return f.name == itemsOf })
	if list >= 0 {
		of = fields[list].of
	}
	root := &picked{fields: map[string]*picked{}}
	for _, path := range paths {
		if err := w.add(root, of, path); err != nil {
			return nil, err
		}
	}
	if list >= 0 {
		return &picked{fields: map[string]*picked{itemsOf: root}, rest: true}, nil
	}
	return root, nil
}

// add picks the field at a path of a type. What is picked as a whole stays whole.
func (w *Writer) add(to *picked, of reflect.Type, path string) error {
	names := strings.Split(path, ".")
	for i, name := range names {
		within := strings.Join(append(slices.Clone(names[:i]), ""), ".")
		fields := w.shapeOf(of).fields
		at := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		switch isMap := elementOf(of).Kind() == reflect.Map; {
		case at >= 0:
			of = fields[at].of
		case isMap && name != "":
			of = elementOf(of).Elem()
		default:
			return &UnknownFieldError{path, Map(fields, func(f field) string { return within + f.name })}
		}
		next, known := to.fields[name]
		switch last := i == len(names)-1; {
		case last:
			to.fields[name] = &picked{}
		case known && len(next.fields) == 0:
			return nil
		case !known:
			next = &picked{fields: map[string]*picked{}}
			to.fields[name] = next
		}
		to = next
	}
	return nil
}

// has reports whether a field is there.
func (p *picked) has(name string) bool {
	return p == nil || len(p.fields) == 0 || p.rest || p.fields[name] != nil
}

// under returns what is picked of a field; nil where it was not named.
func (p *picked) under(name string) *picked {
	if p == nil {
		return nil
	}
	return p.fields[name]
}

// elementOf returns what pointers and lists lead to.
func elementOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// shapeOf returns what the objects have that a type leads to: no fields where it leads to none.
func (w *Writer) shapeOf(t reflect.Type) *shape {
	t = elementOf(t)
	if known, ok := w.shapes.Load(t); ok {
		return known.(*shape) //nolint:forcetypeassert // nothing else is stored
	}
	made := &shape{}
	switch t.Kind() { //nolint:exhaustive // everything else is written as it is
	case reflect.Map:
		made.mixed = w.shapeOf(t.Elem()).mixed
	case reflect.Struct:
		made.fields = fieldsOf(t, nil, "")
		made.mixed = slices.ContainsFunc(made.fields, func(f field) bool { return f.when != "" || w.shapeOf(f.of).mixed })
	}
	w.shapes.Store(t, made)
	return made
}

// fieldsOf returns the fields of a struct in their order, those of embedded ones in its place:
// what is said of that counts for each of them.
func fieldsOf(t reflect.Type, at []int, said string) []field {
	var fields []field
	for i := range t.NumField() {
		f, place := t.Field(i), append(slices.Clone(at), i)
		tag := f.Tag.Get("view")
		if said != "" {
			tag = said
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			fields = append(fields, fieldsOf(f.Type, place, tag)...)
			continue
		case !f.IsExported() || name == "-":
			continue
		case name == "":
			name = f.Name
		}
		when, words, _ := strings.Cut(tag, "=")
		one := field{name: name, at: place, of: f.Type, omitEmpty: options == "omitempty", when: when}
		if when == unless {
			one.unless = strings.Split(words, ",")
		}
		fields = append(fields, one)
	}
	return fields
}

// writing is an answer on its way.
type writing struct {
	*Writer

	full bool
	to   *bytes.Buffer
	leaf *json.Encoder
}

// value writes a value, of a map those values that are none of the words.
func (w writing) value(v reflect.Value, of *picked, but []string) error {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	whole := w.full || !w.shapeOf(v.Type()).mixed && len(but) == 0
	if whole && (of == nil || len(of.fields) == 0) {
		return w.asItIs(v)
	}
	switch v.Kind() { //nolint:exhaustive // everything else is one value
	case reflect.Struct:
		return w.object(v, of)
	case reflect.Slice:
		return w.list(v, of)
	case reflect.Map:
		return w.named(v, of, but)
	}
	return w.asItIs(v)
}

// asItIs writes a value as encoding/json does.
func (w writing) asItIs(v reflect.Value) error {
	if err := w.leaf.Encode(v.Interface()); err != nil {
		return err
	}
	w.to.Truncate(w.to.Len() - 1) // the line end
	return nil
}

func (w writing) object(v reflect.Value, of *picked) error {
	between := byte('{')
	for _, f := range w.shapeOf(v.Type()).fields {
		in, child := v.FieldByIndex(f.at), of.under(f.name)
		isNamed := child != nil
		if !of.has(f.name) || f.omitEmpty && isEmpty(in) || !w.full && !isNamed && f.leftOut(in) {
			continue
		}
		w.to.WriteByte(between)
		between = ','
		w.to.WriteString(`"` + f.name + `":`)
		var but []string
		if !w.full {
			but = f.unless
		}
		if err := w.value(in, child, but); err != nil {
			return err
		}
	}
	return w.end(between, '{', '}')
}

func (w writing) list(v reflect.Value, of *picked) error {
	if v.IsNil() {
		return w.asItIs(v)
	}
	between := byte('[')
	for i := range v.Len() {
		w.to.WriteByte(between)
		between = ','
		if err := w.value(v.Index(i), of, nil); err != nil {
			return err
		}
	}
	return w.end(between, '[', ']')
}

// named writes a map, its keys in order.
func (w writing) named(v reflect.Value, of *picked, but []string) error {
	if v.IsNil() {
		return w.asItIs(v)
	}
	values := map[string]reflect.Value{}
	for key, value := range v.Seq2() {
		if of.has(key.String()) && !isOneOf(value, but) {
			values[key.String()] = value
		}
	}
	between := byte('{')
	for _, key := range slices.Sorted(maps.Keys(values)) {
		w.to.WriteByte(between)
		between = ','
		if err := w.asItIs(reflect.ValueOf(key)); err != nil {
			return err
		}
		w.to.WriteByte(':')
		if err := w.value(values[key], of.under(key), nil); err != nil {
			return err
		}
	}
	return w.end(between, '{', '}')
}

// end closes what begins with a mark, and begins it where nothing was in it.
func (w writing) end(between, begin, end byte) error {
	if between == begin {
		w.to.WriteByte(begin)
	}
	return w.to.WriteByte(end)
}

// leftOut reports whether a brief answer does without what is in a field.
func (f field) leftOut(in reflect.Value) bool {
	switch f.when {
	case inFull:
		return true
	case ifSome:
		return isEmpty(in)
	case unless:
		return isOneOf(in, f.unless)
	}
	return false
}

func isOneOf(v reflect.Value, words []string) bool {
	return v.Kind() == reflect.String && slices.Contains(words, v.String())
}

// isEmpty reports what encoding/json leaves out as empty.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() { //nolint:exhaustive // of everything else the zero value is
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}
