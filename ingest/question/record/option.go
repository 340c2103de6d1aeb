package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// option is one of the answers that a question offers.
type option struct {
	key   string // that the right one may be named by: "b", "2"
	text  string
	right bool
}

func textsOf(options []option) []string {
	texts := make([]string, len(options))
	for i, one := range options {
		texts[i] = one.text
	}
	return texts
}

// options returns what a record offers, in its order: in one value, in a field each, or
// as a right answer and some wrong ones.
func (s Schema) options(r *Reader, record Record) []option {
	for _, v := range s.values(choicesRole, record) {
		if found := r.optionsIn(v); len(found) > 1 {
			return found
		}
	}
	var found []option
	for _, m := range s.family {
		if v, ok := valueOf(record, m.name); ok && v.IsScalar() {
			found = append(found, option{key: m.key, text: plain(v)})
		}
	}
	if len(found) > 1 {
		return found
	}
	return s.rightAndWrong(r, record)
}

func (r *Reader) isTrue(v doc.Value) bool {
	yes, _ := r.truth(v.Text)
	return v.IsScalar() && (yes || v.Text == "1" || r.cues["ticks"].Has(strings.ToLower(v.Text)))
}

// rightAndWrong reads options from a right answer and some wrong ones.
func (s Schema) rightAndWrong(r *Reader, record Record) []option {
	var found []option
	for _, field := range record.Fields {
		wrong := s.has(wrongRole, field.Name)
		if wrong || len(s.fields[wrongRole]) > 0 && field.Name == s.Answer() {
			for _, text := range r.texts(field.Value) {
				found = append(found, option{text: text, right: !wrong})
			}
		}
	}
	return found
}

// optionsIn reads options from one value: a list of texts or objects, an object
// with a field each, or a text with parts.
func (r *Reader) optionsIn(v doc.Value) []option {
	switch v.Kind {
	case doc.Sequence:
		return r.unlabelled(r.listed(v.Items))
	case doc.Object:
		return keyed(v.Fields)
	case doc.String:
		return r.unlabelled(r.parted(v.Text))
	case doc.Null, doc.Number, doc.Boolean:
	}
	return nil
}

// listed reads the parts of a list that say something.
func (r *Reader) listed(items []doc.Value) []option {
	var found []option
	for _, item := range items {
		one := option{}
		if item.IsScalar() {
			one.text = plain(item)
		} else {
			one = r.described(item.Fields)
		}
		if one.text != "" {
			found = append(found, one)
		}
	}
	return found
}

// longestKey is the longest value that an option is named by.
const longestKey = 4

// described reads an option that is an object: its first words, its key and whether
// it is right.
func (r *Reader) described(fields []doc.Field) option {
	var one option
	for _, field := range fields {
		switch v := field.Value; {
		case !v.IsScalar():
		case r.isFlag(field.Name):
			one.right = r.isTrue(v)
		case r.cues["key_words"].HasAny(words(field.Name)...) && len(v.Text) <= longestKey:
			one.key = v.Text
		case v.Kind == doc.String && one.text == "":
			one.text = plain(v)
		}
	}
	one.text = cmp.Or(one.text, one.key)
	return one
}

func (r *Reader) isFlag(name string) bool {
	return r.cues["right_field_words"].HasAny(words(name)...) || r.cues["right_fields"].Has(folded(name))
}

// isFlagged reports whether an object says of itself whether it is right.
func (r *Reader) isFlagged(v doc.Value) bool {
	return slices.ContainsFunc(v.Fields, func(f doc.Field) bool { return r.isFlag(f.Name) && f.Value.IsScalar() })
}

// keyed reads options from an object: texts named by keys, or truths named by texts.
func keyed(fields []doc.Field) []option {
	var found []option
	for _, field := range fields {
		switch {
		case field.Value.Kind == doc.Boolean:
			found = append(found, option{text: field.Name, right: field.Value.Text == "true"})
		case field.Value.IsScalar() && !field.Value.IsEmpty():
			found = append(found, option{key: field.Name, text: plain(field.Value)})
		}
	}
	return found
}

// parted splits a text into options: at its line breaks, or else at the first
// mark of those that part it at least once.
func (r *Reader) parted(text string) []option {
	for _, mark := range []string{"\n", "|", ";", ", "} {
		if parts := strings.Split(text, mark); len(parts) > 1 {
			items := make([]doc.Value, len(parts))
			for i, part := range parts {
				items[i] = doc.Value{Kind: doc.String, Text: part}
			}
			return r.listed(items)
		}
	}
	return nil
}

// unlabelled takes the labels off options that all have one, counting on: "A)
// rye", "B) oats".
func (r *Reader) unlabelled(found []option) []option {
	choice, ok := r.phrases.Options("", textsOf(found))
	if !ok || len(choice.Options) != len(found) {
		return found
	}
	for i, one := range choice.Options {
		found[i].text, found[i].right = one.Text, found[i].right || one.Right
	}
	return found
}
