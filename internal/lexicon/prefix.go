package lexicon

import (
	_ "embed" // of the prefixes
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/quantity"
)

// builtInPrefixes is data as the rest is: no file of a lexicon has prefixes of its own.
//
//go:embed data/prefixes.json
var builtInPrefixes []byte

// prefix is what a prefix of the SI says: by how much it multiplies, and its name, which
// stands before units that are written out.
type prefix struct {
	Sign, Factor, Name string
	Also               []string // other spellings of its sign
}

// prefixes returns the prefixes by their signs.
func prefixes() (map[string]prefix, error) {
	var all []prefix
	if err := json.Unmarshal(builtInPrefixes, &all); err != nil {
		return nil, fmt.Errorf("read the prefixes of units: %w", err)
	}
	known := make(map[string]prefix, len(all))
	for _, one := range all {
		known[one.Sign] = one
	}
	return known, nil
}

// prefixed returns the units, each with those behind it that its prefixes make of it. An
// entry for one of these says what else that is called.
func prefixed(units []unit) ([]unit, error) {
	known, err := prefixes()
	if err != nil {
		return nil, err
	}
	all := make([]unit, 0, len(units))
	made := map[string]int{} // by symbol, where it stands
	for _, one := range units {
		if at, is := made[one.Symbol.value]; is {
			all[at] = all[at].extendedBy(one)
			delete(made, one.Symbol.value)
			continue
		}
		signs := one.Prefixes
		one.Prefixes = nil
		all = append(all, one)
		for _, sign := range signs {
			by, ok := known[sign.value]
			if !ok {
				return nil, sign.at.errorf("unit %q: %q is no prefix", one.Symbol.value, sign.value)
			}
			multiple, err := one.multiple(by, sign)
			if err != nil {
				return nil, err
			}
			made[multiple.Symbol.value] = len(all)
			all = append(all, multiple)
		}
	}
	return all, nil
}

// multiple returns the multiple of a unit that a prefix makes.
func (u unit) multiple(by prefix, sign scalar) (unit, error) {
	one, wrong := number(u.Factor.value)
	times, err := number(by.Factor)
	if err != nil || wrong != nil || u.Offset.value != "" {
		return unit{}, sign.at.errorf("unit %q has prefixes: it needs a factor, and no offset", u.Symbol.value)
	}
	multiple := u
	multiple.Factor.value = strconv.FormatFloat(quantity.Tidy(one*times), 'g', -1, 64)
	multiple.Symbol.value = sign.value + u.Symbol.value
	multiple.Aliases, multiple.Asked = nil, nil
	for _, also := range by.Also {
		multiple.Aliases = append(multiple.Aliases, scalar{value: also + u.Symbol.value, at: u.Symbol.at})
	}
	for _, alias := range u.Aliases {
		multiple.Aliases = union(multiple.Aliases, by.before(alias))
	}
	return multiple, nil
}

// before returns how the prefix is written before a spelling: its name before a word, its
// sign before anything shorter.
func (p prefix) before(spelling scalar) []scalar {
	const shortestWord = 3
	word := spelling.value[:len(spelling.value)-len(strings.TrimLeftFunc(spelling.value, unicode.IsLetter))]
	if len(word) >= shortestWord && strings.ToLower(word[1:]) == word[1:] {
		return []scalar{{value: p.Name + strings.ToLower(spelling.value[:1]) + spelling.value[1:], at: spelling.at}}
	}
	all := []scalar{{value: p.Sign + spelling.value, at: spelling.at}}
	for _, also := range p.Also {
		all = append(all, scalar{value: also + spelling.value, at: spelling.at})
	}
	return all
}
