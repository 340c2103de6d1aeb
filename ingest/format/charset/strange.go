package charset

import (
	"strings"
	"unicode"
)

// leastOrdinary is that one character in so many may be strange.
const leastOrdinary = 50

// strangeness counts the characters of a text that hardly stand so in any text, what an
// encoding makes of another one's letters, and all those that are not ASCII.
func strangeness(text []byte) (int, int) {
	strange, all := 0, 0
	runes := append([]rune("\n\n\n"+string(text)), '\n')
	for i := 3; i+1 < len(runes); i++ {
		if max(runes[i], runes[i-1]) <= unicode.MaxASCII {
			continue
		}
		if runes[i] > unicode.MaxASCII {
			all++
		}
		if isStrange([5]rune(runes[i-3 : i+2])) {
			strange++
		}
	}
	return strange, all
}

// isStrange reports whether a character hardly stands between its neighbours: a letter
// behind two others of the Latin script and all beyond ASCII, or a capital behind small
// letters, as long as it is no unit such as "кВт"; a sign inside of a word, which it does
// not join, or at the end of one where it opens one.
func isStrange(around [5]rune) bool {
	const (
		opening = "‚„¡¿"
		joining = "\u00a0\u00ad·‐‑–—’…"
	)
	before, first, left, r, right := around[0], around[1], around[2], around[3], around[4]
	behind, ahead := isAlphabetic(left), isAlphabetic(right)
	switch {
	case unicode.IsLetter(r):
		isCapital := unicode.IsUpper(r) && unicode.IsLower(left) && (unicode.IsLower(first) || unicode.IsUpper(right))
		isForeign := !unicode.IsLetter(before) && isForeignLatin(first) && isForeignLatin(left) && isForeignLatin(r) &&
			(!unicode.IsLetter(right) || isForeignLatin(right))
		return isCapital || isForeign
	case r <= unicode.MaxASCII:
		return false
	case strings.ContainsRune(opening, r):
		return behind
	case r >= 0x2500 && r <= 0x259f: // what boxes are drawn of
		return behind || ahead
	}
	return behind && ahead && !strings.ContainsRune(joining, r)
}

func isAlphabetic(r rune) bool { return unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek) }

func isForeignLatin(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Latin, r) }
