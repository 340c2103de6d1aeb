package text

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// mostSlips is how many slips a word may have at most, however long it is.
const mostSlips = 2

// longestSlipped is the longest text, in bytes, in which slips are counted.
const longestSlipped = 64

// Slips counts the slips between two words: a letter lost, added or changed, or
// two neighbours swapped (optimal string alignment). Texts too long to be names
// are as far apart as can be.
func Slips(a, b string) int { return slips(a, b, false) }

// slips is Slips of texts, or of names: in these a letter that looks like a digit is that one, and a
// digit is rather lost and another one added than changed.
func slips(a, b string, areNames bool) int {
	if len(a) > longestSlipped || len(b) > longestSlipped {
		return longestSlipped
	}
	from, to := withoutEnds([]rune(a), []rune(b))
	var room [3 * (longestSlipped + 1)]int // on the stack: names are compared by the thousand
	width := len(to) + 1
	before, last, row := room[:width], room[width:2*width], room[2*width:3*width]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(from); i++ {
		row[0] = i
		for j := 1; j <= len(to); j++ {
			other, a, b := 1, from[i-1], to[j-1]
			switch {
			case a == b || areNames && seeming(a) == seeming(b):
				row[j] = last[j-1]
				continue
			case areNames && (unicode.IsDigit(a) || unicode.IsDigit(b)):
				other = 2
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+other)
			if swapped(from[:i], to[:j]) {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(to)]
}

// withoutEnds returns what two words have between their first letters that are the
// same and their last ones: only there are slips.
func withoutEnds(a, b []rune) ([]rune, []rune) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// swapped reports whether two words end in the same two letters the other way
// round.
func swapped(a, b []rune) bool {
	i, j := len(a)-1, len(b)-1
	return i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j]
}

// SlipsAllowed is how many slips a word may have and still be meant: a short word
// with two is another word, and one of a letter or two is a code as digits are.
func SlipsAllowed(word string) int {
	switch letters := utf8.RuneCountInString(word); {
	case letters <= 2:
		return 0
	case letters < 8:
		return 1
	}
	return mostSlips
}

// Letters tells which letters a word has, a bit for each, as far as 64 bits tell
// them apart. A slip changes two of them at most.
func Letters(word string) uint64 {
	const width = 64
	var letters uint64
	for _, r := range word {
		letters |= 1 << (r % width)
	}
	return letters
}

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
