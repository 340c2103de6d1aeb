package ingest

import (
	"fmt"
	"unicode/utf8"
)

// likelyEncoding says what a text that is not valid UTF-8 probably is, and what
// to do. It is a guess for a person: nothing is converted on the strength of
// it, for a letter that was guessed wrong would be served as the source's own.
func likelyEncoding(content []byte) string {
	const remedy = "save it as UTF-8"
	found := foreignBytes(content)
	switch {
	case found.whole > found.broken:
		return fmt.Sprintf("%d such bytes in a text that is UTF-8 otherwise: mend them, or save it anew", found.broken)
	case 4*found.broken > len(content):
		return "the text seems to be in an encoding for another script than Latin: " + remedy
	case found.smart > 0:
		return "the text seems to be in Windows-1252: " + remedy
	}
	return "the text seems to be in Latin-1 (ISO 8859-1) or Windows-1252: " + remedy
}

// encodingSigns are what an encoding is told by.
type encodingSigns struct {
	broken int // bytes that are no part of a UTF-8 character
	smart  int // those among them that are quotes and dashes in Windows-1252 and nothing in Latin-1
	whole  int // characters of several bytes
}

func foreignBytes(content []byte) encodingSigns {
	var found encodingSigns
	for len(content) > 0 {
		r, size := utf8.DecodeRune(content)
		switch {
		case r == utf8.RuneError && size == 1:
			found.broken++
			if content[0] < 0xa0 {
				found.smart++
			}
		case size > 1:
			found.whole++
		}
		content = content[size:]
	}
	return found
}
