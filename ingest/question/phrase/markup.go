package phrase

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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

// bullets are the marks of lists. The last ones unfold, and stand behind others, too.
func bullets() []string {
	return []string{"- ", "* ", "+ ", "• ", "· ", "– ", "— ", "◦ ", "▪ ", "‣ ", "● ", "▶ ", "▸ ", "► ", "▼ ", "▾ ", "▷ ", "・"}
}

// IsBullet reports whether a line opens with a list mark.
func IsBullet(line string) bool { return ItemOf(strings.TrimSpace(line)).Mark == '-' }

// deepestHeading is the most marks that a heading has.
const deepestHeading = 6

// HeadingLevel returns the level of a heading of Markdown, 0 where a line is none.
func HeadingLevel(line string) int {
	rest := strings.TrimLeft(line, "#")
	level := len(line) - len(rest)
	if level > deepestHeading || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0
	}
	return level
}

// cutMark takes one heading mark, list mark or number off the front.
func cutMark(line string) string {
	if line == "" || text.IsLetter(line[0]) { // as most do
		return line
	}
	heading, isHeading := strings.CutPrefix(strings.TrimLeft(line, "#"), " ")
	quoted, isQuote := strings.CutPrefix(line, "> ")
	item := strings.TrimSpace(ItemOf(line).Rest)
	switch {
	case isHeading && line[0] == '#':
		return strings.TrimSpace(heading)
	case isQuote:
		return strings.TrimSpace(quoted)
	case item == "" || item == strings.TrimSpace(line):
		return line
	}
	return item
}

// Item is an item of a list.
type Item struct {
	Mark   byte   // '-' for a list mark, '1' for a number, 0 for no item
	Number int    // -1 for none
	Rest   string // what stands behind the mark
}

// longestNumber is the most digits of a number that counts items.
const longestNumber = 4

// ItemOf reads the list mark or the number that a line begins with: "-", "12.", "12)",
// "(12)", "12.-", "12、", "⑫", "#12", or "12" with room behind it. "3.35 TB/s" keeps its number.
func ItemOf(line string) Item {
	bare := line
	for _, mark := range bullets() {
		bare = strings.TrimPrefix(bare, mark)
	}
	if bare != line {
		return Item{'-', -1, bare}
	}
	if first, size := utf8.DecodeRuneInString(line); first >= '①' && first <= '⑳' {
		return Item{'1', int(first-'①') + 1, line[size:]}
	}
	open := leading(line, "#(")
	bare = line[len(open):]
	written := leading(bare, digits)
	if written == "" || len(written) > longestNumber || len(open) > 2 {
		return Item{0, -1, line}
	}
	number, _ := strconv.Atoi(written)
	bare = strings.TrimPrefix(bare[len(written):], "\\") // as converters write it
	closings := []string{")"}
	switch open {
	case "":
		closings = []string{".-", ".", ")", ":", "  ", "\t", "、", "．", "）"}
	case "#":
		closings = []string{" ", ")"}
	}
	for _, closing := range closings {
		rest, closed := strings.CutPrefix(bare, closing)
		if closed && (rest == "" || !strings.Contains(".-):", closing) || strings.ContainsAny(rest[:1], " \t*_") || strings.HasPrefix(rest, "\u3000") || strings.IndexFunc(rest, text.IsUnspaced) == 0) {
			return Item{'1', number, rest}
		}
	}
	return Item{0, -1, line}
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

// cutAnyPrefix takes the first of some prefixes that a text has off its front.
func cutAnyPrefix(text string, prefixes ...string) (string, bool) {
	for _, prefix := range prefixes {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			return rest, true
		}
	}
	return text, false
}
