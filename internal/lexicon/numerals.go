package lexicon

import (
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
	Joined   bool              `yaml:"joined"`

	Language scalar `yaml:"-"`
}

func (n numerals) key() scalar    { return n.Language }
func (n numerals) replaces() bool { return false }

func (n numerals) extendedBy(later numerals) numerals {
	together := func(a, b map[string]scalar) map[string]scalar {
		all := map[string]scalar{}
		maps.Copy(all, a)
		maps.Copy(all, b)
		return all
	}
	return numerals{
		Numbers: together(n.Numbers, later.Numbers), Ordinals: together(n.Ordinals, later.Ordinals), Parts: together(n.Parts, later.Parts),
		Minus: union(n.Minus, later.Minus), Per: union(n.Per, later.Per), OutOf: union(n.OutOf, later.OutOf),
		And: later.And.or(n.And), Joined: n.Joined || later.Joined, Language: n.Language,
	}
}

// words returns what is said, or the first value that is no number.
func (n numerals) words() (quantity.Words, error) {
	words := quantity.Words{
		Language: n.Language.value, Minus: values(n.Minus), Per: values(n.Per), OutOf: values(n.OutOf),
		And: n.And.value, Joined: n.Joined, Ordinals: map[string]int{},
	}
	var err error
	if words.Numbers, err = numbersOf(n.Numbers); err != nil {
		return words, err
	}
	if words.Parts, err = numbersOf(n.Parts); err != nil {
		return words, err
	}
	ordinals, err := numbersOf(n.Ordinals)
	for word, place := range ordinals {
		words.Ordinals[word] = int(place)
	}
	return words, err
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
