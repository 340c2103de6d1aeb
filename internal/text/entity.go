package text

import (
	"html"
	"strings"
	"unicode/utf8"
)

// longestEntity is the longest name of an entity, with its semicolon.
const longestEntity = 33

// Resolved replaces entities by what they stand for: those that end in a
// semicolon, as Markdown has them. Any other ampersand stays.
func Resolved(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, "&")
		kept.WriteString(before)
		if !found {
			return kept.String()
		}
		end := strings.IndexByte(rest[:min(len(rest), longestEntity)], ';')
		plain := html.UnescapeString("&" + rest[:end+1])
		if end < 1 || utf8.RuneCountInString(plain) > 2 {
			plain, end = "&", -1
		}
		kept.WriteString(plain)
		text = rest[end+1:]
	}
}
