package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// right returns the texts of the options that are right, and what the record
// says of them that names none.
func (s Schema) right(r *Reader, record Record, offered []option) ([]string, []string) {
	var found []string
	for _, one := range offered {
		if one.right {
			found = append(found, one.text)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	var unknown []string
	for _, name := range s.answers {
		v, ok := valueOf(record, name)
		if !ok {
			continue
		}
		if found := s.resolve(r, v, offered); len(found) > 0 {
			return found, nil
		}
		unknown = append(unknown, r.texts(v)...)
	}
	return nil, unknown
}

// resolve looks for the options that a value names, all of them or none.
func (s Schema) resolve(r *Reader, v Value, offered []option) []string {
	if one, ok := s.optionOf(r, v, offered); ok {
		return []string{one}
	}
	parts := v.Items
	if v.Kind == Text {
		parts = nil
		for _, part := range strings.FieldsFunc(v.Text, func(r rune) bool { return strings.ContainsRune(",;|&/ ", r) }) {
			parts = append(parts, Value{Kind: Text, Text: part})
		}
	}
	var found []string
	for _, part := range parts {
		one, ok := s.optionOf(r, part, offered)
		if !ok {
			return nil
		}
		found = append(found, one)
	}
	return found
}

// optionOf returns the text of the option that a value names: by its text, its
// key, a letter or its place.
func (s Schema) optionOf(r *Reader, v Value, offered []option) (string, bool) {
	if !v.scalar() {
		return "", false
	}
	said := text.Folded(plain(v))
	key, rest, _ := cutKey(said)
	for _, one := range offered {
		if said == text.Folded(one.text) {
			return one.text, true
		}
	}
	for _, one := range offered {
		if key != "" && rest == text.Folded(one.text) {
			return one.text, true
		}
	}
	return s.optionAt(r.bareKey(said), offered)
}

func (s Schema) optionAt(key string, offered []option) (string, bool) {
	for _, one := range offered {
		if one.key != "" && strings.EqualFold(one.key, key) {
			return one.text, true
		}
	}
	at, ok := ordinal(key)
	if ok && !isLetter(key) {
		at -= s.indexBase
		ok = s.indexBase >= 0
	}
	if !ok || at < 0 || at >= len(offered) {
		return "", false
	}
	return offered[at].text, true
}

// bareKey takes what a key may be dressed in off it: "option_b", "(B)", "b.".
func (r *Reader) bareKey(said string) string {
	said = strings.Trim(said, "()[]. :")
	for _, name := range r.cues[optionNames].List() {
		if rest, ok := strings.CutPrefix(said, name); ok {
			rest = strings.Trim(rest, "_- .:")
			if _, isOrdinal := ordinal(rest); isOrdinal {
				return rest
			}
		}
	}
	return said
}

// isPointer reports whether a text only points at an option.
func (r *Reader) isPointer(said string) bool {
	_, ok := ordinal(r.bareKey(text.Folded(said)))
	return ok
}

// indexBase finds out whether places are counted from 0 or from 1: some record
// names the place 0, or the last one counted from 1. Where none does, numbers
// that are typed count from 0 as programs do, and written ones from 1.
func (r *Reader) indexBase(records []Record, s Schema) int {
	base := 1
	for _, record := range records {
		offered := len(s.options(r, record))
		for _, name := range s.answers {
			v, _ := valueOf(record, name)
			for i := -1; i < len(v.Items); i++ {
				place := v
				if i >= 0 {
					place = v.Items[i]
				}
				n, ok := integer(place)
				if !ok {
					continue
				}
				switch {
				case n == 0:
					return 0
				case n == offered:
					return 1
				case place.Kind == Number:
					base = 0
				}
			}
		}
	}
	return base
}

// integer returns the whole number that a value is.
func integer(v Value) (int, bool) {
	if v.Text == "" || !v.scalar() {
		return 0, false
	}
	n, err := strconv.Atoi(v.Text)
	return n, err == nil
}

// valueOf returns a record's value under a name, where it says anything.
func valueOf(record Record, name string) (Value, bool) {
	i := slices.IndexFunc(record.Fields, func(f Field) bool { return f.Name == name && !f.Value.empty() })
	if i < 0 {
		return Value{}, false
	}
	return record.Fields[i].Value, true
}

// texts returns what a value says: itself, or its parts, each once.
func (r *Reader) texts(v Value) []string {
	var found []string
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" && !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	switch {
	case v.scalar():
		add(plain(v))
	case v.Kind == List:
		for _, item := range v.Items {
			if one, ok := r.described(item.Fields); item.Kind == Object && ok {
				add(one.text)
			} else if item.scalar() {
				add(plain(item))
			}
		}
	}
	return found
}
