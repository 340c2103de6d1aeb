package judged

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// words returns the words of names in lower case and in the singular, those of a name in
// code too.
func words(names ...string) map[string]bool {
	all := map[string]bool{}
	for _, name := range names {
		for _, word := range text.NameWords(norm.NFKC.String(name), text.DigitsWithin) {
			all[singular(strings.ToLower(word))] = true
		}
	}
	return all
}

// singular takes the plural of English away, from words that are long enough to have one.
func singular(word string) string {
	const shortest = 4
	if len(word) < shortest || strings.HasSuffix(word, "ss") {
		return word
	}
	return strings.TrimSuffix(word, "s")
}

// bare returns the letters and digits of a name in lower case.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(name))
}

// isOf reports whether a served spec's device has one of the words that tell the judged one.
func (s *Spec) isOf(device quarry.DeviceMention) bool {
	names := []string{device.Name, device.Written, string(device.ID)}
	return slices.ContainsFunc(s.keys(), func(key string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return carries(name, key) })
	})
}

// keys returns the words that tell the device: where none are given the longest of its
// name, of those with a digit if there are some.
func (s *Spec) keys() []string {
	if len(s.Key) > 0 {
		return s.Key
	}
	all := strings.Fields(s.Device)
	isNumbered := func(word string) bool { return strings.ContainsAny(word, "0123456789") }
	if slices.ContainsFunc(all, isNumbered) {
		all = slices.DeleteFunc(all, func(word string) bool { return !isNumbered(word) })
	}
	return []string{slices.MaxFunc(all, func(a, b string) int { return len(a) - len(b) })}
}

// carries reports whether a name has a key. A long one may be part of a word ("T480" of
// "T480-LP", "terno awd" of "TernoAWD"); a short one and a number are words.
func carries(name, key string) bool {
	const shortest = 3
	plain := bare(key)
	switch {
	case plain == "":
		return false
	case strings.Contains(key, ".") || text.AllDigits(plain):
		// "12-40" is in "Lens 12-40 mm", and neither in "12 to 40" nor in "12-400".
		all, row := numbered(name), numbered(key)
		for at := range len(all) - len(row) + 1 {
			if slices.Equal(all[at:at+len(row)], row) {
				return true
			}
		}
		return false
	case len(plain) < shortest:
		return slices.Contains(text.WordsPlain(name), plain)
	}
	return strings.Contains(bare(name), plain)
}

// numbered returns the words of a name with the points within numbers: "NVLink 4.0".
func numbered(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.'
	})
}

// isNamed reports whether a served spec's attribute shares half of the words of the judged
// one, or of a synonym of it.
func (s *Spec) isNamed(attribute quarry.AttributeMention) bool {
	served := words(string(attribute.ID), attribute.Name, attribute.Written)
	return slices.ContainsFunc(append([]string{s.Attribute}, s.Synonyms...), func(name string) bool {
		wanted := telling(words(name))
		shared := 0
		for word := range wanted {
			if served[word] {
				shared++
			}
		}
		return shared > 0 && 2*shared >= len(wanted)
	})
}

// telling returns the words that tell one attribute from others; all where none does.
func telling(all map[string]bool) map[string]bool {
	small := strings.Fields("max maximum min minimum of the per and total number with at x a to")
	some := map[string]bool{}
	for word := range all {
		if !slices.Contains(small, word) {
			some[word] = true
		}
	}
	if len(some) == 0 {
		return all
	}
	return some
}

// namesUnit reports whether the attribute, the judged or the served one, says the unit:
// that of 14 "place settings" does.
func (s *Spec) namesUnit(served *quarry.Spec) bool {
	a := served.Attribute
	said := words(append([]string{string(a.ID), a.Name, a.Written, s.Attribute}, s.Synonyms...)...)
	for word := range words(s.Unit) {
		if !said[word] && word != "x" {
			return false
		}
	}
	return true
}
