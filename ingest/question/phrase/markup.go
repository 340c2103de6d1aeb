package phrase

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

// withoutEmphasis takes tags, stars and backticks away, and the underscores around a text.
func withoutEmphasis(said string) string {
	said = strings.TrimSpace(said)
	if strings.ContainsAny(said, "*`<") {
		said = strings.Map(func(r rune) rune {
			if r == '*' || r == '`' {
				return -1
			}
			return r
		}, text.WithoutTags(said))
	}
	return strings.Trim(said, "_ \t")
}

// digits are those of ASCII, for sets of characters.
const digits = "0123456789"

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// IsNumbered reports whether a line begins with a number of its own: "12." or
// "12)".
func IsNumbered(line string) bool {
	line = strings.TrimSpace(line)
	return cutNumber(line) != line
}

// bullets are the marks of lists.
func bullets() []string {
	return []string{"- ", "* ", "+ ", "• ", "◦ ", "▪ ", "‣ ", "· ", "– ", "— "}
}

// IsBullet reports whether a line opens with a list mark.
func IsBullet(line string) bool { return hasAnyPrefix(strings.TrimSpace(line), bullets()...) }

// cutMark takes one heading mark, list mark or number off the front.
func cutMark(line string) string {
	if line == "" || text.IsLetter(line[0]) { // as most do
		return line
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " ")
	if line[0] != '#' {
		if rest, ok = strings.CutPrefix(line, "> "); !ok {
			rest, ok = cutAnyPrefix(line, bullets()...)
		}
	}
	if !ok {
		return cutNumber(line)
	}
	return strings.TrimSpace(rest)
}

// longestNumber is the most digits of a number that counts questions.
const longestNumber = 4

// cutNumber takes "12.", "12)", "(12)" or "12、" off the front; "3.35 TB/s"
// keeps its number.
func cutNumber(line string) string {
	body := strings.TrimPrefix(line, "(")
	number := leading(body, digits)
	if number == "" || len(number) > longestNumber {
		return line
	}
	rest, ok := cutAnyPrefix(body[len(number):], ") ", ". ", "\\. ", "、", "．", "）") // "1\. " is no list
	if rest = strings.TrimSpace(rest); !ok || rest == "" {
		return line
	}
	return rest
}

// unwrap takes emphasis away that encloses the whole line.
func unwrap(line string) string {
	marks := leading(line, "*_")
	if marks == "" || len(line) <= 2*len(marks) || !strings.HasSuffix(line, marks) {
		return line
	}
	inner := line[len(marks) : len(line)-len(marks)]
	if strings.Contains(inner, marks) {
		return line
	}
	return strings.TrimSpace(inner)
}

// leading returns the characters of a set that a text begins with. Most texts begin
// with none, which their first byte tells.
func leading(text, set string) string {
	if text == "" || strings.IndexByte(set, text[0]) < 0 {
		return ""
	}
	return text[:len(text)-len(strings.TrimLeft(text, set))]
}

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

func hasAnyPrefix(text string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(text, prefix) })
}

func hasAnySuffix(text string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(text, suffix) })
}

// cutAnyPrefix takes the first of some prefixes that a text has off its front.
func cutAnyPrefix(text string, prefixes ...string) (string, bool) {
	for _, prefix := range prefixes {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			return rest, true
		}
	}
	return text, false
}
