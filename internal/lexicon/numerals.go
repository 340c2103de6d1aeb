package lexicon

import (
	"cmp"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Numerals returns a reader of the numbers that some languages write in words ("en"); of
// all, if none is given. Few words stand for numbers in one language and for something else
// in another: German "elf".
func (l *Lexicon) Numerals(languages ...string) quantity.Numerals {
	all := l.data.Numerals
	if len(languages) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(w quantity.Words) bool { return !slices.Contains(languages, w.Language) })
	}
	return quantity.NewNumerals(all...)
}

// numerals are the words of a language for numbers.
type numerals struct {
	Numbers  map[string]scalar `yaml:"numbers"`
	Ordinals map[string]scalar `yaml:"ordinals"`
	Parts    map[string]scalar `yaml:"parts"`
	Minus    []scalar          `yaml:"minus"`
	Per      []scalar          `yaml:"per"`
	OutOf    []scalar          `yaml:"out_of"`
	And      scalar            `yaml:"and"`
	One      scalar            `yaml:"one"`
	Joined   bool              `yaml:"joined"`

	Language scalar `yaml:"-"`
}

func (n numerals) key() scalar    { return n.Language }
func (n numerals) replaces() bool { return false }

func (n numerals) extendedBy(later numerals) numerals {
	together := func(standing, later map[string]scalar) map[string]scalar {
		all := map[string]scalar{}
		maps.Copy(all, standing)
		maps.Copy(all, later)
		return all
	}
	n.Numbers, n.Ordinals = together(n.Numbers, later.Numbers), together(n.Ordinals, later.Ordinals)
	n.Parts, n.Minus = together(n.Parts, later.Parts), union(n.Minus, later.Minus)
	n.Per, n.OutOf = union(n.Per, later.Per), union(n.OutOf, later.OutOf)
	n.And, n.One, n.Joined = later.And.or(n.And), later.One.or(n.One), n.Joined || later.Joined
	return n
}

// words returns what is said, or the first value that is no number.
func (n numerals) words() (quantity.Words, error) {
	numbers, numberFault := numbersOf(n.Numbers)
	ordinals, ordinalFault := numbersOf(n.Ordinals)
	parts, partFault := numbersOf(n.Parts)
	words := quantity.Words{
		Language: n.Language.value, Numbers: numbers, Parts: parts, Ordinals: make(map[string]int, len(ordinals)),
		Minus: values(n.Minus), Per: values(n.Per), OutOf: values(n.OutOf), And: n.And.value, One: n.One.value, Joined: n.Joined,
	}
	for word, place := range ordinals {
		words.Ordinals[word] = int(place)
	}
	return words, cmp.Or(numberFault, ordinalFault, partFault)
}

func numbersOf(written map[string]scalar) (map[string]float64, error) {
	all := make(map[string]float64, len(written))
	for _, word := range slices.Sorted(maps.Keys(written)) {
		value, err := number(written[word].value)
		if err != nil {
			return nil, written[word].at.errorf("the value of %q is no number: %s", word, written[word].value)
		}
		all[word] = value
	}
	return all, nil
}

// wordingOf returns what stands around numbers. The cues of the words that qualify one
// are called as the qualifiers are, with "_behind" if they stand there.
func wordingOf(cues Cues, numerals []quantity.Words) quantity.Wording {
	wording := quantity.Wording{
		Before: make(map[quarry.Qualifier][]string), Behind: make(map[quarry.Qualifier][]string),
		Between: cues["two_ends"].List(), Until: cues["until"].List(), Pairing: cues["pairing"].List(), Dates: cues["calendar"].List(),
		Sides: cues["side_names"].List(), Crossed: cues["between_sides"].List(),
		Points: cues["decimal_point_words"].List(), Commas: cues["decimal_comma_words"].List(),
	}
	for _, is := range quarry.Qualifiers() {
		wording.Before[is], wording.Behind[is] = cues[Cue(is)].List(), cues[Cue(is+"_behind")].List()
	}
	for _, of := range numerals {
		wording.Per = append(wording.Per, of.Per...)
	}
	return wording
}
