package lexicon

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

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
