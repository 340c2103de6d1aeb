package judged

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// units are all that a spelling may mean.
type units struct {
	system  *quantity.System
	spelled map[string][]quantity.Unit
}

// meanings returns what a unit as it is written may mean, itself in any case: two units of
// which nothing is known are one where they are spelled alike.
func (u units) meanings(written string) []quantity.Unit {
	return append(slices.Clone(u.known(written)), quantity.Unit{Base: "written " + loose(written), Factor: 1})
}

// known returns the units that a spelling may be of: by itself, as a mark, behind a word
// that multiplies ("million h"), or before a word that says how it is meant ("V DC").
func (u units) known(written string) []quantity.Unit {
	written = strings.TrimSpace(written)
	if all := slices.Concat(u.spelled[marked(written)], u.spelled[written]); len(all) > 0 {
		return all
	}
	first, rest, _ := strings.Cut(written, " ")
	if factor := u.system.Times(first); factor != 0 && rest != "" {
		var all []quantity.Unit
		for _, unit := range u.spelled[rest] {
			unit.Factor *= factor
			all = append(all, unit)
		}
		return all
	}
	isWord := !strings.ContainsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	if isWord && len(u.spelled[rest]) == 0 {
		return u.spelled[first]
	}
	return nil
}

// marked returns the unit that a mark stands for where numbers of things are written, which
// the lexicon leaves to what stands beside it; "" for what is none.
func marked(written string) string {
	switch written {
	case `"`, "″", "”", "in":
		return "inch"
	case "'", "′", "’":
		return "ft"
	case "C":
		return "°C"
	case "F":
		return "°F"
	}
	return ""
}

// counts reports whether a unit measures nothing, as far as is known: it says what is
// counted, or is a name of the attribute ("cores", "TBW").
func (u units) counts(written string) bool {
	counted := []quarry.QuantityKind{quantity.Count, "pixels", "cycles"}
	return !slices.ContainsFunc(u.known(written), func(unit quantity.Unit) bool { return !slices.Contains(counted, unit.Kind) })
}

// loose folds what is spelled in two ways in a unit: case, spaces and points between
// factors, raised digits, the plural of a word.
func loose(written string) string {
	folded := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ·⋅∙.*^", r) {
			return -1
		}
		return r
	}, strings.ToLower(norm.NFKC.String(written)))
	return singular(folded)
}
