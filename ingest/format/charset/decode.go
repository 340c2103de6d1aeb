package charset

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// UTF8 is the name of UTF-8.
const UTF8 = "utf-8"

// Decode is DecodeAnyway, and refuses a text with bytes that mean nothing in the encoding, or
// that no text has.
func Decode(content []byte, name string) ([]byte, error) {
	text, err := DecodeAnyway(content, name)
	if err == nil && bytes.ContainsFunc(text, isNothing) {
		return nil, errors.New("there are bytes that mean nothing in " + name)
	}
	return text, err
}

// DecodeAnyway returns a text as UTF-8 without a byte-order mark. Bytes that mean nothing in
// the encoding are shown as U+FFFD.
func DecodeAnyway(content []byte, name string) ([]byte, error) {
	from, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("find the encoding %q: %w", name, err)
	}
	text, err := from.NewDecoder().Bytes(content)
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", name, err)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// isNothing reports whether no text has a character: what a decoder puts for bytes that mean
// nothing, a control character, or one that is private or not assigned.
func isNothing(r rune) bool {
	const (
		nextLine  = '\u0085'
		endOfFile = '\u001a' // of DOS
	)
	if r >= ' ' && r < unicode.MaxASCII {
		return false
	}
	return r == utf8.RuneError || !unicode.IsSpace(r) && !unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r) &&
		r != nextLine && r != endOfFile
}

// fewestUnits is how many characters of two bytes it takes to be sure of them without a
// byte-order mark.
const fewestUnits = 16

// Wide returns the form of UTF-16 that a text without a byte-order mark is in; "" where it is
// in none. It takes a text that makes sense in one order of bytes and not in the other.
func Wide(content []byte) string {
	if len(content) < 2*fewestUnits || len(content)%2 != 0 || bytes.IndexByte(content, 0) < 0 {
		return ""
	}
	little, big := isWide(content, "utf-16le"), isWide(content, "utf-16be")
	switch { // both is as unsure as none
	case little == big:
		return ""
	case little:
		return "utf-16le"
	}
	return "utf-16be"
}

// isWide reports whether bytes make sense in a form of UTF-16: words that are parted, and
// nothing that no text has.
func isWide(content []byte, name string) bool {
	if beginning := wholeUnits(content); len(beginning) < len(content) && !isWide(beginning, name) {
		return false // most of what is none is told by little
	}
	text, err := Decode(content, name)
	if err != nil || !strings.ContainsFunc(string(text), unicode.IsSpace) {
		return false
	}
	strange, all := strangeness(text)
	return strange*leastOrdinary <= all
}

// wholeUnits returns the beginning of a text in UTF-16, cut between characters.
func wholeUnits(content []byte) []byte {
	const most, surrogate = 4096, 0xd8
	end := min(len(content), most)
	if end < len(content) && (content[end-1]&0xfc == surrogate || content[end-2]&0xfc == surrogate) {
		end -= 2
	}
	return content[:end]
}

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
