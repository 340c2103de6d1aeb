package text

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine writes a text as one line, with one space between its words.
func OneLine(s string) string {
	spaced := true
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= utf8.RuneSelf || c == ' ' && spaced {
			return strings.Join(strings.Fields(s), " ")
		}
		spaced = c == ' '
	}
	return strings.TrimSuffix(s, " ")
}

// Folded is [OneLine] in lower case: texts that differ in nothing else fold alike.
func Folded(s string) string { return strings.ToLower(OneLine(s)) }

// LowerASCII writes the letters of ASCII in lower case and leaves all others, so that
// every byte stays in its place.
func LowerASCII(s string) string {
	first := strings.IndexFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' })
	if first < 0 {
		return s
	}
	lower := []byte(s)
	for i, c := range lower[first:] {
		if IsUpper(c) {
			lower[first+i] = c | 0x20
		}
	}
	return string(lower)
}

// Visible returns a text without the characters that are never seen: marks of direction,
// joiners, hyphens that may be needed. They tell no two words apart. A space without
// width becomes one that is seen, since it parts words.
func Visible(s string) string {
	if !strings.ContainsFunc(s, IsFormat) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u200b':
			return ' '
		case IsFormat(r):
			return -1
		}
		return r
	}, s)
}

// Plain writes quotation marks, apostrophes and spaces of print as they are typed.
// Control characters and bytes that are no UTF-8 become spaces.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case ' ' <= r && r <= '~':
			return r
		case unicode.IsSpace(r), unicode.IsControl(r), r == unicode.ReplacementChar:
			return ' '
		case strings.ContainsRune("“”„«»", r):
			return '"'
		case strings.ContainsRune("‘’ʼ＇", r):
			return '\''
		}
		return r
	}, s)
}

// WithoutTags takes the tags of HTML away. A tag ends before another begins: of
// "a<b</i>" the last alone is one. An address in angle brackets is shown, and stays.
func WithoutTags(s string) string {
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(s, "<")
		kept.WriteString(before)
		if !found {
			return kept.String()
		}
		end := strings.IndexAny(rest, "<>")
		if end < 1 || rest[end] == '<' || !opensTag(rest[0]) {
			kept.WriteByte('<')
			s = rest
			continue
		}
		if inside := rest[:end]; isAddress(inside) {
			kept.WriteString(" " + inside + " ")
		}
		s = rest[end+1:]
	}
}

// isAddress reports whether what stands in angle brackets is an address: "<https://…>".
func isAddress(inside string) bool {
	return strings.ContainsAny(inside, ":@") && !strings.ContainsAny(inside, " \t\n")
}

func opensTag(c byte) bool { return c == '/' || c == '!' || IsLetter(c) }

// Clip returns as many whole characters from the beginning of a text as a number of
// bytes has room for.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	most = max(0, most)
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

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
