package quarry

import (
	"slices"
	"strings"
	"unicode"
)

// Slips counts the slips by which a written name misses the closest name of the
// device: a letter lost, added or changed, or two neighbours swapped. It reports
// false where the name is too far off to be meant. A digit is never taken for
// another, left out or added: nothing is close to "H10" that is called "H100". The
// vendor may be left out.
func (d Device) Slips(written string) (int, bool) {
	best, near := 0, false
	slug := Slug(written)
	if slug == "" || len(slug) > longestSlipped {
		return 0, false
	}
	wanted := nameParts(slug)
	for _, spelling := range d.spellingsLike(written) {
		if slips, ok := slipsBetween(wanted, nameParts(spelling)); ok && (!near || slips < best) {
			best, near = slips, true
		}
	}
	return best, near
}

// spellingsLike returns the slugs of the device's names that have the digits of
// a written one: most devices have none, at little cost.
func (d Device) spellingsLike(written string) []string {
	var slugs []string
	for _, name := range append([]string{string(d.ID), d.Name}, d.Aliases...) {
		if sameDigits(written, name) || sameDigits(written, d.Vendor+name) {
			slugs = append(slugs, d.slugs(name)...)
		}
	}
	return slugs
}

// sameDigits reports whether two texts have the same digits in the same order.
func sameDigits(a, b string) bool {
	for {
		i, j := strings.IndexFunc(a, unicode.IsDigit), strings.IndexFunc(b, unicode.IsDigit)
		if i < 0 || j < 0 {
			return i == j
		}
		if a[i] != b[j] {
			return false
		}
		a, b = a[i+1:], b[j+1:]
	}
}

// longestSlipped is the longest name, in bytes of its slug, that is compared.
const longestSlipped = 64

// nameParts splits a slug into its words, and each of them where letters meet
// digits: "rtx", "4090", "ti".
func nameParts(slug string) []string {
	var parts []string
	for word := range strings.SplitSeq(slug, "-") {
		start := 0
		for i, r := range word {
			if i > start && unicode.IsDigit(r) != isNumeral(word[start:]) {
				parts = append(parts, word[start:i])
				start = i
			}
		}
		parts = append(parts, word[start:])
	}
	return parts
}

func isNumeral(part string) bool { return part != "" && part[0] >= '0' && part[0] <= '9' }

// mostSlips is how many slips a whole name may have.
const mostSlips = 2

// slipsBetween compares two names part by part. A part of digits has no slips,
// and one of a letter or two is a code as digits are: A100 is not H100.
func slipsBetween(wanted, name []string) (int, bool) {
	if len(wanted) != len(name) {
		return 0, strings.Join(wanted, "") == strings.Join(name, "") && sameNumbers(wanted, name)
	}
	slips := 0
	for i, part := range name {
		if part == wanted[i] {
			continue
		}
		if isNumeral(part) || isNumeral(wanted[i]) {
			return 0, false
		}
		apart := lettersApart(wanted[i], part)
		if apart > slipsAllowed(len(part)) {
			return 0, false
		}
		slips += apart
	}
	return slips, slips <= mostSlips
}

// sameNumbers tells "5.0" from "50" where words were written together.
func sameNumbers(a, b []string) bool {
	letters := func(part string) bool { return !isNumeral(part) }
	return slices.Equal(slices.DeleteFunc(slices.Clone(a), letters), slices.DeleteFunc(slices.Clone(b), letters))
}

// slipsAllowed is how many slips a word of so many letters may have and still
// be meant: a short word with two is another word.
func slipsAllowed(letters int) int {
	switch {
	case letters <= 2:
		return 0
	case letters < 8:
		return 1
	}
	return mostSlips
}

// lettersApart counts the slips between two words (optimal string alignment).
func lettersApart(a, b string) int {
	from, to := []rune(a), []rune(b)
	before, last := make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(from); i++ {
		row := make([]int, len(to)+1)
		row[0] = i
		for j := 1; j <= len(to); j++ {
			changed := last[j-1]
			if from[i-1] != to[j-1] {
				changed++
			}
			row[j] = min(last[j]+1, row[j-1]+1, changed)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(to)]
}
