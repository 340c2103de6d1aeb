package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// member is one field of a family of options: "option_b" has the key "b".
type member struct{ name, key string }

// familyOf returns the fields that hold one option each: names that differ in a letter or
// a number that counts on. Bare numbers are no options, and one bare letter is a name of
// its own.
func (r *Reader) familyOf(all []*column) []member {
	const fewest = 2
	byStem := map[string][]member{}
	var best []member
	for _, c := range all {
		stem, key := r.optionName(c.name)
		at, counts := ordinal(key)
		known := byStem[stem]
		if !counts || stem == "" && !isLetter(key) || len(known) == 0 && at > 1 {
			continue
		}
		if len(known) > 0 {
			if from, _ := ordinal(known[0].key); at != from+len(known) {
				continue
			}
		}
		byStem[stem] = append(known, member{name: c.name, key: key})
		if len(byStem[stem]) > max(len(best), fewest-1) {
			best = byStem[stem]
		}
	}
	return best
}

// optionName cuts the name of an option into what all are called and what it counts as:
// "option_b", "Answer 2", "opc". A name that is none has no key.
func (r *Reader) optionName(name string) (string, string) {
	parts := words(Core(name))
	if len(parts) == 0 {
		return "", ""
	}
	if last := len(parts[0]) - 1; len(parts) == 1 && r.cues["joined_option_names"].Has(parts[0][:last]) {
		return parts[0][:last], parts[0][last:]
	}
	stem := strings.Join(parts[:len(parts)-1], " ")
	if stem != "" && !r.cues["option_names"].Has(stem) {
		return "", ""
	}
	return stem, parts[len(parts)-1]
}

func isMember(family []member, name string) bool {
	return slices.ContainsFunc(family, func(m member) bool { return m.name == name })
}

func isLetter(key string) bool { return len(key) == 1 && text.IsLetter(key[0]) }

// ordinal returns what a letter or a small number counts as: "a" is 0, "1" is 1.
func ordinal(key string) (int, bool) {
	const most = 26
	if isLetter(key) {
		return int(key[0]|0x20) - 'a', true
	}
	n, err := strconv.Atoi(key)
	return n, err == nil && n >= 0 && n <= most && len(key) <= 2
}
