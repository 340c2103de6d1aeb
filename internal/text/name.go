package text

import (
	"strings"
	"unicode"
)

// NameStyle says whether digits are words of their own in a name.
type NameStyle int

const (
	// DigitsWithin leaves digits to the letters beside them: "fp16".
	DigitsWithin NameStyle = iota
	// DigitsApart makes digits words of their own: "answer1" is "answer" and "1".
	DigitsApart
)

// NameWords returns the words of a name in code, as they are written: "correct_answer",
// "correctAnswer" and "FAQItem" are two words each. A single letter is no word before a
// capital, for it is a unit's prefix: "kW".
func NameWords(name string, style NameStyle) []string {
	var words []string
	letters := []rune(name)
	start := 0
	end := func(at int) {
		if at > start {
			words = append(words, string(letters[start:at]))
		}
		start = at
	}
	from := 0 // where the letters begin that stand before a place
	for at, r := range letters {
		switch {
		case !IsWord(r):
			end(at)
			start, from = at+1, at+1
		case beginsWord(letters, from, at), style == DigitsApart && partsDigits(letters, at):
			end(at)
			from = at
		}
		if unicode.IsDigit(r) {
			from = at + 1
		}
	}
	end(len(letters))
	return words
}

// Spaced writes the words of a name in code apart, and leaves its other marks as they
// are: "memory_GB(max)" is "memory GB(max)". A text that has spaces and no underscore is
// no such name, and stays what it is. Unlike [NameWords] it parts no capitals in a row,
// for names in prose are written so too: "NVLink".
func Spaced(name string) string {
	if strings.ContainsAny(name, " \t\n") && !strings.Contains(name, "_") {
		return name
	}
	var spaced strings.Builder
	letters := []rune(name)
	from := 0
	for at, r := range letters {
		switch {
		case r == '_':
			r, from = ' ', at+1
		case !unicode.IsLetter(r):
			from = at + 1
		case beginsWord(letters, from, at) && unicode.IsLower(letters[at-1]):
			spaced.WriteByte(' ')
			from = at
		}
		spaced.WriteRune(r)
	}
	return strings.TrimSpace(spaced.String())
}

// beginsWord reports whether a capital begins a word within a name, behind the letters
// that begin at a place: it follows a small letter, or small letters follow it that are
// more than a plural or the end of a unit ("GPUs", "TFLOPs").
func beginsWord(letters []rune, from, at int) bool {
	if at-from < 2 || !unicode.IsUpper(letters[at]) {
		return false
	}
	if unicode.IsLower(letters[at-1]) {
		return true
	}
	behind := letters[at+1:]
	return unicode.IsUpper(letters[at-1]) && len(behind) > 1 && unicode.IsLower(behind[0]) && unicode.IsLower(behind[1])
}

// partsDigits reports whether digits begin or end before a place.
func partsDigits(letters []rune, at int) bool {
	return at > 0 && unicode.IsDigit(letters[at]) != unicode.IsDigit(letters[at-1])
}
