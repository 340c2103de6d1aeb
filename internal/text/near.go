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
