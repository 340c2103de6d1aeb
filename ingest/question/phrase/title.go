package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Limits of a title in plain text.
const (
	titleRunes = 72
	titleWords = 9
)

// IsTitle reports whether a line that stands alone reads like a section's
// title: short, no sentence, no list item, no question.
func IsTitle(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || utf8.RuneCountInString(line) > titleRunes || text.WordCount(line) > titleWords {
		return false
	}
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) {
		return false
	}
	return unicode.IsLetter(last) || unicode.IsDigit(last) || last == ')'
}

// shortBytes is the most of a title that stands for it elsewhere.
const shortBytes = 200

// Short returns a title as it stands above entries and in their subjects: cut
// behind a word where it is longer than anybody would give a title. Every entry
// below it repeats it.
func Short(title string) string {
	title = strings.TrimSpace(title)
	if len(title) <= shortBytes {
		return title
	}
	short := text.Clip(title, shortBytes)
	if space := strings.LastIndexFunc(short, unicode.IsSpace); space > 0 {
		short = short[:space]
	}
	return strings.TrimSpace(short)
}

// IsMarked reports whether a line begins with a mark that only Markdown gives a
// meaning: of a heading, of bold words, a table's row, a quote, a tag or a code
// block.
func IsMarked(line string) bool {
	line = strings.TrimSpace(line)
	marks := leading(line, "#")
	if marks != "" && strings.HasPrefix(line[len(marks):], " ") {
		return true
	}
	return hasAnyPrefix(line, "**", "__", "|", ">", "```", "~~~", "<")
}

// Unlinked returns the words of a text that is one link as a whole, and any
// other text as it is: "[What is rye?](rye.md)".
func Unlinked(text string) string {
	label, address, ok := strings.Cut(text, "](")
	if !ok || !strings.HasPrefix(label, "[") || !strings.HasSuffix(address, ")") {
		return text
	}
	label, address = label[1:], address[:len(address)-1]
	if strings.ContainsAny(label, "[]") || strings.ContainsAny(address, "()[]") || !holdsWord(label) {
		return text
	}
	return strings.TrimSpace(label)
}
