package text

import (
	"unicode"
	"unicode/utf8"
)

// IsDigit reports whether a byte is a digit of ASCII.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsUpper reports whether a byte is a capital of ASCII.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// IsLower reports whether a byte is a small letter of ASCII.
func IsLower(c byte) bool { return 'a' <= c && c <= 'z' }

// IsLetter reports whether a byte is a letter of ASCII.
func IsLetter(c byte) bool { return IsLower(c | 0x20) }

// AllDigits reports whether a text is digits of ASCII and nothing else, at least one.
func AllDigits(s string) bool {
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// IsWord reports whether a character stands in words of any script: a letter, a digit
// or a mark on one of them.
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// IsUnspaced reports whether a character is of a script that puts no spaces between its
// words. The mark of a long vowel, "ー", is shared by two such scripts, so that Unicode
// has it in neither.
func IsUnspaced(r rune) bool {
	const first = '\u0e01' // of Thai: no such script stands before it
	return r >= first && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

// IsFormat reports whether a character is never seen: it only says how others are
// shown, or where a line may break.
func IsFormat(r rune) bool { return r >= '\u00ad' && unicode.Is(unicode.Cf, r) }
