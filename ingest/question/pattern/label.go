package pattern

import (
	"strings"
	"unicode"
)

// longestLabel is the longest word that can be a label, in characters.
const longestLabel = 14

// cutLabel takes "Q:", "Question 3." and their like off the front, and any
// other single word with a colon behind it, a number between them or not.
func (w words) cutLabel(text string) (string, string, int) {
	bare := strings.TrimLeftFunc(text, isPicture)
	if rest, ok := w.CutQuestionLabel(bare); ok {
		return rest, "q", numberIn(bare[:len(bare)-len(rest)])
	}
	colon, size := labelEnd(text)
	if colon <= 0 || colon > 3*longestLabel {
		return text, "", -1
	}
	word := strings.ToLower(strings.TrimRight(text[:colon], " 0123456789"))
	if !isLabel(word) || (strings.Contains(word, " ") && size > 1) { // a dash parts a term of two words from what it means
		return text, "", -1
	}
	rest := text[colon+size:]
	if word == "" || (rest != "" && text[colon] == ':' && rest[0] != ' ' && rest[0] != '*') {
		return text, "", -1
	}
	return rest, word, numberIn(text[:colon])
}

// mostNumber is up to which number the digits of a label are read.
const mostNumber = 100_000

// numberIn returns the number that a label's digits write, of either width and whatever stands
// around them, 3 of "第3問"; the last of several, 2 of "Task 4.2". It is -1 for none.
func numberIn(label string) int {
	number, goesOn := -1, false
	for _, r := range label {
		if r >= '０' { // as wide as a sign
			r -= '０' - '0'
		}
		isDigit := r >= '0' && r <= '9'
		switch {
		case isDigit && !goesOn:
			number = int(r - '0')
		case isDigit && number < mostNumber:
			number = 10*number + int(r-'0')
		}
		goesOn = isDigit
	}
	return number
}

// isPicture reports whether a character is one of a picture, or of the room behind it.
func isPicture(r rune) bool { return unicode.In(r, unicode.So, unicode.Mn) || unicode.IsSpace(r) }

// isLabel reports whether letters are short enough for a label: a word or two.
func isLabel(word string) bool {
	spaces := 0
	for i, c := range []rune(word) {
		if c == ' ' {
			spaces++
		}
		if !unicode.IsLetter(c) && c != ' ' && (c != '.' || i == 0) || i >= longestLabel || spaces > 1 {
			return false
		}
	}
	return true
}

// labelEnd returns where the mark stands that ends a label, and its length: a
// colon, or a dash, an arrow or an equal sign between spaces; -1 for none.
func labelEnd(text string) (int, int) {
	head := text[:min(len(text), 4*longestLabel)]
	best, size := -1, 0
	for _, mark := range []string{":", "：", " - ", " – ", " — ", " = ", " -> ", " → ", " | "} {
		if at := strings.Index(head, mark); at >= 0 && (best < 0 || at < best) {
			best, size = at, len(mark)
		}
	}
	return best, size
}

// timePattern is the time at which something is said: "[00:17] ", "1:02:45 - ".
const timePattern = `^(?:[\[(]\d{1,2}(?::\d\d){1,2} *[\])]|\d{1,2}(?::\d\d){1,2} *[-–—]) +`

// withoutTime takes the time off the front at which something is said.
func (w words) withoutTime(said string) string { return w.time.ReplaceAllString(said, "") }
