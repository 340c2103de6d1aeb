package lexicon

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Misspellings tells which of many devices may be meant by a name that none of
// them has. How long that takes depends on how many names have the same digits
// and about as many letters, not on how many there are. It is an immutable
// value.
type Misspellings struct{ names map[nameShape][]spelling }

// nameShape is what a slip leaves alone, or all but alone: the digits of a name,
// and how many letters and digits it has.
type nameShape struct {
	digits string // the numbers in their order, with hyphens between them
	length int    // in runes, without hyphens
}

// spelling is one name of a device.
type spelling struct {
	device   int
	parts    []string
	alphabet uint64
}

// longestSpelling is the longest spelling, in bytes, for which a slip is taken to be one.
const longestSpelling = 64

// mostNameSlips is how many slips a whole name may have, in all its parts together.
const mostNameSlips = 2

// NewMisspellings takes devices with all their names, with and without the vendor.
func NewMisspellings(devices []quarry.Device) *Misspellings {
	m := &Misspellings{names: make(map[nameShape][]spelling, len(devices))}
	for at, device := range devices {
		var seen []string
		for _, name := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
			for _, slug := range slugsOf(device, name) {
				if slug != "" && len(slug) <= longestSpelling && !slices.Contains(seen, slug) {
					seen = append(seen, slug)
					m.add(at, nameParts(slug))
				}
			}
		}
	}
	return m
}

func (m *Misspellings) add(device int, parts []string) {
	shape := shapeOf(parts)
	m.names[shape] = append(m.names[shape], spelling{device, parts, text.Letters(strings.Join(parts, ""))})
}

func shapeOf(parts []string) nameShape {
	var shape nameShape
	var numbers []string
	for _, part := range parts {
		shape.length += utf8.RuneCountInString(part)
		if isNumeral(part) {
			numbers = append(numbers, part)
		}
	}
	shape.digits = strings.Join(numbers, "-")
	return shape
}

// mostLikened is how many names one is held against at most: where so many have
// its digits and its letters, it cannot be told which is meant.
const mostLikened = 5_000

// Of returns the devices, by their places in the list, whose closest name a
// written one misses by few slips, with their number: a letter lost, added or
// changed, or two neighbours swapped; none where only blanks and hyphens differ. A
// digit is never taken for another, left out or added: nothing is close to "H10"
// that is called "H100". The vendor may be left out.
func (m *Misspellings) Of(written string) map[int]int {
	slug := text.Slug(written)
	if slug == "" || len(slug) > longestSpelling {
		return nil
	}
	near := map[int]int{}
	wanted := nameParts(slug)
	likened := 0
	for name := range m.alike(wanted) {
		if likened++; likened > mostLikened {
			break
		}
		slips, ok := slipsBetween(wanted, name.parts)
		if before, known := near[name.device]; ok && (!known || slips < before) {
			near[name.device] = slips
		}
	}
	return near
}

// alike goes over the names that may be few slips from a written one: those of
// as many letters first.
func (m *Misspellings) alike(wanted []string) iter.Seq[spelling] {
	shape, letters := shapeOf(wanted), text.Letters(strings.Join(wanted, ""))
	return func(yield func(spelling) bool) {
		for _, longer := range []int{0, 1, -1, 2, -2} {
			for _, name := range m.names[nameShape{shape.digits, shape.length + longer}] {
				if bits.OnesCount64(name.alphabet^letters) <= 2*mostNameSlips && !yield(name) {
					return
				}
			}
		}
	}
}

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

// isNumeral reports whether a part of a name is a number.
func isNumeral(part string) bool {
	first, _ := utf8.DecodeRuneInString(part)
	return unicode.IsDigit(first)
}

// slipsBetween compares two names part by part. A part of digits has no slips.
func slipsBetween(wanted, name []string) (int, bool) {
	if len(wanted) != len(name) {
		return 0, strings.Join(wanted, "") == strings.Join(name, "") // with the same numbers
	}
	slips := 0
	for i, part := range name {
		if part == wanted[i] {
			continue
		}
		if isNumeral(part) || isNumeral(wanted[i]) {
			return 0, false
		}
		apart := text.Slips(wanted[i], part)
		if apart > text.SlipsAllowed(part) {
			return 0, false
		}
		slips += apart
	}
	return slips, slips <= mostNameSlips
}
