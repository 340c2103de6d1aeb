package record

import (
	"html"
	"strings"
	"unicode/utf8"
)

// longestEntity is the longest entity, from its "&" to its ";".
const longestEntity = 34

// plain returns what a scalar says, entities resolved: those that end in a
// semicolon, as in Markdown.
func plain(v Value) string {
	text := v.Text
	if !strings.Contains(text, "&") {
		return strings.TrimSpace(text)
	}
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, "&")
		kept.WriteString(before)
		if !found {
			return strings.TrimSpace(kept.String())
		}
		end := strings.IndexByte(rest[:min(len(rest), longestEntity)], ';')
		resolved := html.UnescapeString("&" + rest[:end+1])
		if end < 1 || utf8.RuneCountInString(resolved) > 2 {
			resolved, end = "&", -1
		}
		kept.WriteString(resolved)
		text = rest[end+1:]
	}
}
