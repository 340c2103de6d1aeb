package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// member is one field of a family: "option_b" with the key "b".
type member struct {
	name string
	stem string
	key  string
}

// families returns the fields that hold one option each: names that differ in a
// letter or a number that counts on.
func families(all []*column) []member {
	byStem := map[string][]member{}
	var stems []string
	for _, c := range all {
		m := c.member
		if !c.offered || c.records == 0 {
			continue
		}
		if byStem[m.stem] == nil {
			stems = append(stems, m.stem)
		}
		byStem[m.stem] = append(byStem[m.stem], m)
	}
	var best []member
	for _, stem := range stems {
		if found := byStem[stem]; len(found) > len(best) && counts(found) {
			best = found
		}
	}
	return best
}

func (r *Reader) memberOf(name string) (member, bool) {
	parts := words(Core(name))
	if len(parts) == 0 {
		return member{}, false
	}
	key := parts[len(parts)-1]
	stem := strings.Join(parts[:len(parts)-1], " ")
	for _, joined := range r.cues[joinedOptionNames].List() {
		if letter, ok := strings.CutPrefix(key, joined); ok && len(parts) == 1 && len(letter) == 1 {
			stem, key = joined, letter
		}
	}
	_, counted := ordinal(key)
	if !counted || stem != "" && !r.cues[optionNames].Has(stem) {
		return member{}, false
	}
	return member{name: name, stem: stem, key: key}, true
}

// counts reports whether the keys of a family are a, b, c … or 1, 2, 3 … Bare
// numbers are no options, and one bare letter is a name of its own.
func counts(members []member) bool {
	const fewest = 2
	from := -1
	for i, m := range members {
		at, _ := ordinal(m.key)
		if i == 0 {
			from = at
		}
		if at != from+i || from > 1 || (m.stem == "" && !isLetter(m.key)) {
			return false
		}
	}
	return len(members) >= fewest
}

// naming returns the fields without a name that is known of which every value
// is the letter of an option.
func (s Schema) naming(r *Reader, all []*column) []string {
	var found []*column
	for _, c := range all {
		if c.promise.role == noRole && c.records > 0 && !slices.ContainsFunc(s.families, func(m member) bool { return m.name == c.name }) &&
			c.only(func(value string) bool { return s.offers(r.bareKey(text.Folded(value))) }) {
			found = append(found, c)
		}
	}
	return namesOf(found)
}

// offers reports whether a letter stands for an option.
func (s Schema) offers(letter string) bool {
	at, ok := ordinal(letter)
	return ok && isLetter(letter) && at < len(s.families)
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

// offeringFields returns the fields that hold all options of a question. A list
// of answers offers them only where something else tells the right one.
func offeringFields(all []*column, s Schema) []string {
	found := named(all, choicesRole)
	return slices.DeleteFunc(found, func(name string) bool {
		i := slices.IndexFunc(all, func(c *column) bool { return c.name == name })
		return all[i].promise.sure == weak && len(without(s.answers, []string{name})) == 0 && !all[i].flagged
	})
}
