package spelling

import (
	"slices"

	"github.com/quarrykb/quarry/internal/text"
)

// How often a slip is made, against a letter that is lost. Those of a hand that
// knows the word are the frequent ones; the first letter is rarely wrong.
const (
	spelledElsewhere = 2.0 // "colour" for "color" is no slip at all
	letterLost       = 1.0
	lettersSwapped   = 0.8
	letterDoubled    = 0.8
	letterAdded      = 0.4
	letterChanged    = 0.4
	severalSlips     = 0.1
	firstLetterWrong = 0.3 // of any of these
	otherForm        = 0.7 // of any of these in the stem of another form of a word
)

// correction is a word that may be meant, and how often it is written as what was.
type correction struct {
	word   string
	weight float64
}

// corrections returns words with how often they are written so.
func corrections(written string, words []string) []correction {
	all := make([]correction, len(words))
	for i, word := range words {
		all[i] = correction{word, slipWeight(written, word)}
	}
	return all
}

// slipWeight returns how often a word that is meant is written so.
func slipWeight(written, meant string) float64 {
	if text.SameSpelling(written, meant) {
		return spelledElsewhere
	}
	from, to := []rune(written), []rune(meant)
	alike := 0
	for alike < min(len(from), len(to)) && from[alike] == to[alike] {
		alike++
	}
	weight := slipBehind(from, to, alike)
	if alike == 0 {
		weight *= firstLetterWrong
	}
	return weight
}

// slipBehind is slipWeight for two words of which so many first letters are alike.
func slipBehind(written, meant []rune, alike int) float64 {
	switch from, to := written[alike:], meant[alike:]; {
	case len(to) > 0 && slices.Equal(from, to[1:]):
		return letterLost
	case len(from) > 0 && slices.Equal(from[1:], to):
		if alike > 0 && written[alike-1] == from[0] {
			return letterDoubled
		}
		return letterAdded
	case len(from) == 0 || len(to) == 0:
		return severalSlips
	case slices.Equal(from[1:], to[1:]):
		return letterChanged
	case len(from) > 1 && len(to) > 1 && from[0] == to[1] && from[1] == to[0] && slices.Equal(from[2:], to[2:]):
		return lettersSwapped
	}
	return severalSlips
}

// isHabit reports whether a word is written as another by a slip of a hand that knows it: a
// letter lost, doubled or swapped.
func isHabit(written, meant string) bool {
	return slipWeight(written, meant) >= min(lettersSwapped, letterDoubled)
}
