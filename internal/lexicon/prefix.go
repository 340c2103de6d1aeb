package lexicon

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/quantity"
)

// prefix is what a prefix of the SI says: by how much it multiplies, and its name, which
// stands before units that are written out.
type prefix struct {
	factor, name string
	also         []string // other spellings of its sign
}

// prefixOf returns the prefix of a sign.
func prefixOf(sign string) (prefix, bool) {
	known, ok := map[string]prefix{
		"f": {"1e-15", "femto", nil}, "p": {"1e-12", "pico", nil}, "n": {"1e-9", "nano", nil},
		"µ": {"1e-6", "micro", []string{"μ", "u"}}, "m": {"1e-3", "milli", nil}, "c": {"1e-2", "centi", nil},
		"d": {"0.1", "deci", nil}, "h": {"100", "hecto", nil}, "k": {"1e3", "kilo", nil}, "M": {"1e6", "mega", nil},
		"G": {"1e9", "giga", nil}, "T": {"1e12", "tera", nil}, "P": {"1e15", "peta", nil}, "E": {"1e18", "exa", nil},
	}[sign]
	return known, ok
}

// prefixed returns the units, each with those behind it that its prefixes make of it. An
// entry for one of these says what else that is called.
func prefixed(units []unit) ([]unit, error) {
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
			multiple, err := one.multiple(sign)
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
func (u unit) multiple(sign scalar) (unit, error) {
	by, known := prefixOf(sign.value)
	if !known {
		return unit{}, sign.at.errorf("unit %q: %q is no prefix", u.Symbol.value, sign.value)
	}
	one, err := number(u.Factor.value)
	if err != nil || u.Offset.value != "" {
		return unit{}, sign.at.errorf("unit %q has prefixes: it needs a factor, and no offset", u.Symbol.value)
	}
	times, _ := number(by.factor)
	multiple := u
	multiple.Factor.value = strconv.FormatFloat(quantity.Tidy(one*times), 'g', -1, 64)
	multiple.Symbol.value = sign.value + u.Symbol.value
	multiple.Aliases = nil
	for _, also := range by.also {
		multiple.Aliases = append(multiple.Aliases, scalar{value: also + u.Symbol.value, at: u.Symbol.at})
	}
	for _, alias := range u.Aliases {
		multiple.Aliases = union(multiple.Aliases, by.before(sign.value, alias))
	}
	return multiple, nil
}

// before returns how the prefix is written before a spelling: its name before a word, its
// sign before anything shorter.
func (p prefix) before(sign string, spelling scalar) []scalar {
	const shortestWord = 3
	word := spelling.value[:len(spelling.value)-len(strings.TrimLeftFunc(spelling.value, unicode.IsLetter))]
	if len(word) >= shortestWord && strings.ToLower(word[1:]) == word[1:] {
		return []scalar{{value: p.name + strings.ToLower(spelling.value[:1]) + spelling.value[1:], at: spelling.at}}
	}
	all := []scalar{{value: sign + spelling.value, at: spelling.at}}
	for _, also := range p.also {
		all = append(all, scalar{value: also + spelling.value, at: spelling.at})
	}
	return all
}
