package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// chosen returns the options that are right, or what the record says of them instead;
// and what is wrong with that.
func (s Schema) chosen(r *Reader, record Record, offered []option) ([]string, string) {
	var found, unknown []string
	for _, one := range offered {
		if one.right {
			found = append(found, one.text)
		}
	}
	for _, v := range s.values(answerRole, record) {
		if len(found) > 0 {
			break
		}
		found = s.pointed(r, v, offered)
		unknown = append(unknown, r.texts(v)...)
	}
	if len(found) > 0 || len(unknown) == 0 {
		return found, ""
	}
	_, key := r.optionName(unknown[0])
	if _, points := ordinal(key); points {
		return nil, fmt.Sprintf("%q names none of the choices", unknown[0])
	}
	return unknown[:1], ""
}

// pointed returns the options that a value names, all of them or none.
func (s Schema) pointed(r *Reader, v doc.Value, offered []option) []string {
	if one, ok := s.optionOf(r, plain(v), offered); ok {
		return []string{one}
	}
	said := r.texts(v)
	if v.IsScalar() {
		said = strings.Split(plain(v), ",")
	}
	var found []string
	for _, part := range said {
		one, ok := s.optionOf(r, part, offered)
		if !ok {
			if named := r.phrases.Named(plain(v), textsOf(offered)); named != plain(v) { // letters, with what it says besides
				return []string{named}
			}
			return nil
		}
		found = append(found, one)
	}
	return found
}

// optionOf returns the text of the option that is said: by its text, its
// key, a letter or its place.
func (s Schema) optionOf(r *Reader, said string, offered []option) (string, bool) {
	folded := text.Folded(said)
	_, key := r.optionName(said)
	at := slices.IndexFunc(offered, func(o option) bool { return folded != "" && text.Folded(o.text) == folded })
	if at < 0 {
		at = slices.IndexFunc(offered, func(o option) bool {
			return o.key != "" && (strings.EqualFold(o.key, key) || strings.EqualFold(o.key, folded))
		})
	}
	if place, ok := ordinal(key); ok && at < 0 {
		if !isLetter(key) {
			place -= s.indexBase
		}
		at = place
	}
	if at < 0 || at >= len(offered) {
		return "", false
	}
	return offered[at].text, true
}

// indexBase finds out whether places are counted from 0 or from 1: some record
// names the place 0, or the last one counted from 1. Where none does, numbers
// that are typed count from 0 as programs do, and written ones from 1.
func (r *Reader) indexBase(records []Record, s Schema) int {
	base := 1
	for _, record := range records {
		for _, v := range s.values(answerRole, record) {
			for _, place := range v.Parts() {
				n, err := strconv.Atoi(place.Text)
				switch {
				case err != nil:
				case n == 0:
					return 0
				case n == len(s.options(r, record)):
					return 1
				case place.Kind == doc.Number:
					base = 0
				}
			}
		}
	}
	return base
}
