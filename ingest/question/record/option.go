package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// option is one of the answers that a question offers.
type option struct {
	key   string // that the right one may be named by: "b", "2"
	text  string
	right bool
}

// options returns what a record offers, in its order.
func (s Schema) options(r *Reader, record Record) []option {
	for _, name := range s.choices {
		if v, ok := valueOf(record, name); ok {
			if found := r.optionsIn(v); len(found) > 1 {
				return found
			}
		}
	}
	if found := s.familyOptions(r, record); len(found) > 1 {
		return found
	}
	return s.rightAndWrong(r, record)
}

// familyOptions reads options that have a field each, and fields that say of
// each whether it is right: "b_correct".
func (s Schema) familyOptions(r *Reader, record Record) []option {
	var found []option
	for _, m := range s.families {
		v, ok := valueOf(record, m.name)
		if ok && v.scalar() && !v.empty() {
			found = append(found, option{key: m.key, text: plain(v), right: r.saidRight(record, m.key)})
		}
	}
	return found
}

func (r *Reader) saidRight(record Record, key string) bool {
	for _, field := range record.Fields {
		parts := words(field.Name)
		if len(parts) > 1 && r.cues[rightFieldWords].HasAny(parts...) && slices.Contains(parts, key) && r.isTrue(field.Value) {
			return true
		}
	}
	return false
}

func (r *Reader) isTrue(v Value) bool {
	yes, _ := r.truth(v.Text)
	return v.scalar() && (yes || v.Text == "1" || v.Text == "100" || r.cues[ticks].Has(strings.ToLower(v.Text)))
}

// rightAndWrong reads options from a right answer and some wrong ones.
func (s Schema) rightAndWrong(r *Reader, record Record) []option {
	var found []option
	for _, field := range record.Fields {
		wrong := slices.Contains(s.wrong, field.Name)
		if !wrong && (len(s.answers) == 0 || field.Name != s.answers[0]) {
			continue
		}
		for _, text := range r.texts(field.Value) {
			found = append(found, option{text: text, right: !wrong})
		}
	}
	if !slices.ContainsFunc(found, func(o option) bool { return !o.right }) {
		return nil
	}
	return found
}

// optionsIn reads options from one value: a list of texts or objects, an object
// with a field each or with lists side by side, or a text with parts.
func (r *Reader) optionsIn(v Value) []option {
	switch v.Kind {
	case List:
		return unlabelled(r.listed(v.Items))
	case Object:
		return r.keyed(v.Fields)
	case Text:
		return unlabelled(parted(v.Text))
	case Null, Number, Boolean:
	}
	return nil
}

func (r *Reader) listed(items []Value) []option {
	var found []option
	for _, item := range items {
		if item.Kind == Object {
			if one, ok := r.described(item.Fields); ok {
				found = append(found, one)
			}
		} else if item.scalar() && !item.empty() {
			found = append(found, option{text: plain(item)})
		}
	}
	return found
}

// described reads an option that is an object: its words, its key and whether
// it is right.
func (r *Reader) described(fields []Field) (option, bool) {
	var one option
	for _, field := range fields {
		v := field.Value
		switch {
		case !v.scalar():
		case r.isFlag(field.Name):
			one.right = r.isTrue(v)
		case r.isKey(field.Name) && len(v.Text) <= longestKey && one.key == "":
			one.key = v.Text
		case v.Kind == Boolean, r.cues[voteWords].HasAny(words(field.Name)...):
		case one.text == "" && !r.cues[optionRemarkWords].HasAny(words(field.Name)...):
			one.text = plain(v)
		}
	}
	if one.text == "" { // its only words look like a key
		one.text, one.key = one.key, ""
	}
	return one, one.text != ""
}

// longestKey is the longest value that an option is named by.
const longestKey = 4

func (r *Reader) isFlag(name string) bool {
	return r.cues[rightFieldWords].HasAny(words(name)...) || r.cues[rightFields].Has(folded(name))
}

func (r *Reader) isKey(name string) bool {
	return r.cues[keyWords].HasAny(words(name)...)
}

// flags reports whether objects say of themselves whether they are right.
func (r *Reader) flags(items []Value) bool {
	return slices.ContainsFunc(items, func(v Value) bool {
		return slices.ContainsFunc(v.Fields, func(f Field) bool { return r.isFlag(f.Name) && f.Value.scalar() })
	})
}

// keyed reads options from an object: lists side by side, texts named by keys,
// or truths named by texts.
func (r *Reader) keyed(fields []Field) []option {
	if found := r.parallel(fields); found != nil {
		return found
	}
	var found []option
	for _, field := range fields {
		switch {
		case field.Value.Kind == Boolean:
			found = append(found, option{text: field.Name, right: r.isTrue(field.Value)})
		case field.Value.scalar():
			found = append(found, option{key: field.Name, text: plain(field.Value)})
		}
	}
	return found
}

func (r *Reader) parallel(fields []Field) []option {
	if len(fields) == 0 {
		return nil
	}
	found := make([]option, len(fields[0].Value.Items))
	for _, field := range fields {
		if field.Value.Kind != List || len(found) != len(field.Value.Items) {
			return nil
		}
		for i, item := range field.Value.Items {
			if r.isKey(field.Name) {
				found[i].key = plain(item)
			} else if found[i].text == "" {
				found[i].text = plain(item)
			}
		}
	}
	return found
}

// parted splits a text into options: at its line breaks, or else at the first
// mark of those that part it at least once.
func parted(text string) []option {
	for _, mark := range []string{"\n", "|", ";", ","} {
		parts := strings.Split(text, mark)
		if len(parts) < 2 {
			continue
		}
		if mark == "," && partsDigits(parts) { // "4,3492" may be one number
			return nil
		}
		var found []option
		for _, part := range parts {
			if part = strings.TrimSpace(part); part != "" {
				found = append(found, option{text: part})
			}
		}
		return found
	}
	return nil
}

// partsDigits reports whether what parts some pieces stands between two digits.
func partsDigits(parts []string) bool {
	for i := 1; i < len(parts); i++ {
		left, _ := utf8.DecodeLastRuneInString(parts[i-1])
		right, _ := utf8.DecodeRuneInString(parts[i])
		if unicode.IsNumber(left) && unicode.IsNumber(right) {
			return true
		}
	}
	return false
}

// unlabelled takes the labels off options that all have one, counting on: "A)
// rye", "B) oats".
func unlabelled(found []option) []option {
	bare := make([]option, len(found))
	for i, one := range found {
		key, text, ok := cutKey(one.text)
		at, counts := ordinal(key)
		if !ok || !counts || (at != i && at != i+1) {
			return found
		}
		bare[i] = option{key: key, text: text, right: one.right}
	}
	return bare
}

// cutKey splits "b) rye" and "(2) rye" into key and text.
func cutKey(text string) (string, string, bool) {
	open := strings.HasPrefix(text, "(") || strings.HasPrefix(text, "[")
	bare := strings.TrimLeft(text, "([")
	end := strings.IndexAny(bare, ").:]-")
	if end < 1 || end > 2 || end+1 >= len(bare) || (!open && bare[end+1] != ' ') {
		return "", text, false
	}
	return strings.ToLower(bare[:end]), strings.TrimSpace(bare[end+1:]), true
}
