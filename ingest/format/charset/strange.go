package charset

import (
	"strings"
	"unicode"
)

// leastOrdinary is that one character in so many may be strange.
const leastOrdinary = 50

// longestForeign is how many letters a word of the Latin script has at most where none of
// them is in ASCII.
const longestForeign = 2

// strangeness counts the characters of a text that hardly stand so in any text, what an
// encoding makes of another one's letters, and all those that are not ASCII.
func strangeness(text []byte) (int, int) {
	strange, all := 0, 0
	runes := append([]rune(string(text)), '\n', '\n')
	word, before := 0, '\n'
	for i, r := range runes[:len(runes)-1] {
		if r > unicode.MaxASCII {
			all++
		}
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			continue
		}
		strange += strangeIn(runes[word:i])
		if i > 0 {
			before = runes[i-1]
		}
		if r > unicode.MaxASCII && isStray(r, before, runes[i+1]) {
			strange++
		}
		word = i + 1
	}
	return strange, all
}

// isAnchored reports whether nothing in a text is strange, each of its words has a
// letter of ASCII and no capital beyond it behind a small one, and no two signs of Latin-1
// stand side by side: a byte or two of what is none of the Latin script, or of a
// character that was torn, may look like a letter or a sign of it.
func isAnchored(text []byte) bool {
	if strange, _ := strangeness(text); strange > 0 {
		return false
	}
	before := ' '
	for _, r := range string(text) {
		torn := r == 'ÿ' || r > unicode.MaxASCII && unicode.IsUpper(r) && unicode.IsLower(before)
		if torn || isLatinSign(r) && isLatinSign(before) {
			return false
		}
		before = r
	}
	for word := range strings.FieldsFuncSeq(string(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if !strings.ContainsFunc(word, func(r rune) bool { return r <= unicode.MaxASCII }) {
			return false
		}
	}
	return true
}

func isLatinSign(r rune) bool {
	return r > '\u00a0' && r <= unicode.MaxLatin1 && !unicode.IsLetter(r)
}

// isStray reports whether a sign hardly stands between its neighbours: inside a word, which
// it does not join, at its end where it opens one, or anywhere.
func isStray(sign, left, right rune) bool {
	const (
		anywhere = "¤¦¨¸"
		opening  = "‚„¡¿"
		joining  = "\u00a0\u00ad·‐‑–—’…"
	)
	behind, ahead := isAlphabetic(left), isAlphabetic(right)
	switch {
	case strings.ContainsRune(anywhere, sign):
		return true
	case strings.ContainsRune(opening, sign):
		return behind
	case isDrawn(sign):
		return behind || ahead
	}
	return behind && ahead && !strings.ContainsRune(joining, sign)
}

func isAlphabetic(r rune) bool { return unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek) }

// isDrawn reports whether a sign is one that boxes are drawn of.
func isDrawn(sign rune) bool { return sign >= 0x2500 && sign <= 0x259f }

// strangeIn counts the strange letters of a word: all that are not ASCII where its letters are
// of two scripts, or of the Latin one and none is in ASCII; else capitals behind small letters.
func strangeIn(word []rune) int {
	foreign, capitals := 0, 0
	for i, r := range word {
		if r > unicode.MaxASCII {
			foreign++
		}
		if i > 0 && isMisplaced(word, i) {
			capitals++
		}
	}
	scripts := scriptsOf(word)
	if scripts > 1 || foreign == len(word) && foreign > longestForeign && unicode.Is(unicode.Latin, word[0]) {
		return foreign
	}
	return capitals
}

// isMisplaced reports whether a letter of a word is a capital behind small ones: behind
// several, or before another capital. Units such as "кВт" have one behind a single letter.
func isMisplaced(word []rune, i int) bool {
	left := word[i-1]
	if max(word[i], left) <= unicode.MaxASCII || !unicode.IsUpper(word[i]) || !unicode.IsLower(left) || !isAlphabetic(left) {
		return false
	}
	return i > 1 && unicode.IsLower(word[i-2]) || i+1 < len(word) && unicode.IsUpper(word[i+1])
}

// scriptsOf counts the scripts of a word, of those that never share one.
func scriptsOf(word []rune) int {
	found := 0
	for _, script := range []*unicode.RangeTable{
		unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic, halfWidth(),
	} {
		for _, r := range word {
			if unicode.Is(script, r) {
				found++
				break
			}
		}
	}
	return found
}

// halfWidth is the katakana of half the width, which a byte each stands for in Shift_JIS.
func halfWidth() *unicode.RangeTable {
	return &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0xff66, Hi: 0xff9f, Stride: 1}}}
}
