package text

import (
	"math/bits"
	"unicode/utf8"
)

// Near returns how many slips are between two words, and whether these are at most so
// many; 0 if they are more. It is [Slips] for a comparison of one word with many, of
// which most are far from it.
func Near(a, b string, most int) (int, bool) {
	longer := len(a) - len(b)
	if max(longer, -longer) > most*utf8.UTFMax || bits.OnesCount64(Letters(a)^Letters(b)) > 2*most {
		return 0, false
	}
	if slips := Slips(a, b); slips <= most {
		return slips, true
	}
	return 0, false
}

// Slip is what went wrong where a word is written for another.
type Slip int

// Slips that a hand makes.
const (
	NoSlip Slip = iota
	LetterLost
	LetterAdded
	LetterDoubled // one that is added is the one before
	LetterChanged
	LettersSwapped
	SeveralSlips
)

// KindOfSlip returns what went wrong where a word was written and another was meant.
func KindOfSlip(written, meant string) Slip {
	from, to := []rune(written), []rune(meant)
	wrong, right := withoutEnds(from, to)
	switch [2]int{len(wrong), len(right)} {
	case [2]int{0, 0}:
		return NoSlip
	case [2]int{0, 1}:
		return LetterLost
	case [2]int{1, 0}:
		if alike := alike(from, to); alike > 0 && from[alike-1] == wrong[0] {
			return LetterDoubled
		}
		return LetterAdded
	case [2]int{1, 1}:
		return LetterChanged
	case [2]int{2, 2}:
		if swapped(wrong, right) {
			return LettersSwapped
		}
	}
	return SeveralSlips
}

// alike returns how many first letters two words share.
func alike(a, b []rune) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
