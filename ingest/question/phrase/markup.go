package phrase

import (
	"strings"
	"unicode"
)

// withoutEmphasis takes tags, stars and backticks away, and the underscores around a text.
func withoutEmphasis(text string) string {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "*`<") {
		text = strings.Map(func(r rune) rune {
			if r == '*' || r == '`' {
				return -1
			}
			return r
		}, withoutTags(text))
	}
	return strings.Trim(text, "_ \t")
}

// withoutTags takes away whatever stands between < and >.
func withoutTags(text string) string {
	var out strings.Builder
	for {
		before, tag, ok := strings.Cut(text, "<")
		if !ok {
			break
		}
		_, after, closed := strings.Cut(tag, ">")
		if !closed {
			break
		}
		out.WriteString(before)
		text = after
	}
	out.WriteString(text)
	return out.String()
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// shortNumber reads a number of at most two digits off the front.
func shortNumber(text string) (int, string, bool) {
	digits := leading(text, "0123456789")
	if digits == "" || len(digits) > 2 {
		return 0, text, false
	}
	number := 0
	for _, d := range digits {
		number = 10*number + int(d-'0')
	}
	return number, text[len(digits):], true
}
