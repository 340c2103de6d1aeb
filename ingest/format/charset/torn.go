package charset

import "unicode/utf8"

// Torn returns how many bytes of a text are no part of a character, where it is in UTF-8 for
// the most part; 0 where it is whole, or in another encoding.
func Torn(text []byte) int {
	broken, whole := 0, 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			broken++
		case size > 1:
			whole++
		}
		text = text[size:]
	}
	if whole == 0 || whole < broken {
		return 0
	}
	return broken
}
