package notecard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// labelled reads "Q:: front" above "A:: back".
func (n *note) labelled(line int) (card, bool) {
	front, ok := cutLetter(n.lines.Line(line), "q")
	next := n.lines.Next(line)
	if !ok || next == 0 {
		return card{}, false
	}
	back, ok := cutLetter(n.lines.Line(next), "a")
	if !ok || n.fenced[next] {
		return card{}, false
	}
	return card{by: byLabels, first: line, last: next, front: front, back: back}, true
}

// cutLetter takes "Q::" off the front of a line.
func cutLetter(line, letter string) (string, bool) {
	bare := strings.TrimSpace(line)
	if len(bare) < len("q::") || !strings.EqualFold(bare[:1], letter) || bare[1:3] != "::" {
		return line, false
	}
	return strings.TrimSpace(bare[3:]), true
}

// colons reads "front :: back".
func (n *note) colons(line int) (card, bool) {
	text, noted := cutSchedule(n.lines.Line(line))
	if !mayHoldSides(text) {
		return card{}, false
	}
	front, back, ok := n.cutColons(text)
	if !ok {
		return card{}, false
	}
	noted = noted || (line < n.lines.Lines() && isSchedule(n.lines.Line(line+1)))
	return card{by: byColons, first: line, last: line, front: front, back: cutAnchor(back), noted: noted}, true
}

// arrow reads "front >> back".
func (n *note) arrow(line int) (card, bool) {
	text := n.lines.Line(line)
	if !mayHoldSides(text) || strings.HasPrefix(strings.TrimSpace(text), ">") || strings.HasSuffix(text, ";") {
		return card{}, false
	}
	front, back, ok := strings.Cut(text, " >> ")
	front, back = n.phrases.Strip(front), strings.TrimSpace(back)
	if !ok || front == "" || back == "" || strings.ContainsAny(back, "<>") || inCode(text, len(front)) {
		return card{}, false
	}
	return card{by: byArrow, first: line, last: line, front: front, back: back}, true
}

// mayHoldSides reports whether a line can be a card by its beginning: no row of
// a table, no heading, no code, no quote.
func mayHoldSides(line string) bool {
	bare := strings.TrimSpace(line)
	if bare == "" || len(line) > longestLine || strings.IndexByte("|#>:<$", bare[0]) >= 0 || levelOf(line) > 0 || isSchedule(line) {
		return false
	}
	return indentOf(line) < 4 || phrase.IsBullet(line)
}

// longestLine is the longest line, in bytes, that is a card.
const longestLine = 4 << 10

// cutColons parts a line at two or three colons: at those with white space
// beside them, or behind a question mark, or, where the note says that it has
// cards, at the only ones.
func (n *note) cutColons(line string) (string, string, bool) {
	best, length := -1, 0
	for at := strings.Index(line, "::"); at >= 0; {
		width := len(line[at:]) - len(strings.TrimLeft(line[at:], ":"))
		mayPart := width <= len(":::") && !inCode(line, at)
		if mayPart && isLoose(n.phrases, line, at, width) {
			best, length = at, width
			break
		}
		if mayPart && n.declared && best < 0 && isTight(line, at, width) {
			best, length = at, width
		}
		next := strings.Index(line[at+width:], "::")
		if next < 0 {
			break
		}
		at += width + next
	}
	if best < 0 {
		return "", "", false
	}
	front, back := n.phrases.Strip(line[:best]), strings.TrimSpace(line[best+length:])
	return front, back, isSide(front) && isSide(back)
}

// isLoose reports whether colons part sides by what stands next to them.
func isLoose(phrases *phrase.Reader, line string, at, width int) bool {
	before, after := line[:at], line[at+width:]
	if before == "" || after == "" {
		return false
	}
	return strings.HasPrefix(after, " ") || phrases.EndsAsking(before)
}

// isTight reports whether colons between two words are likelier to part sides
// than to be a name in code or an address: "mitochondria::the cell's power
// plant" against "std::vector" and "fe80::1".
func isTight(line string, at, width int) bool {
	left := line[strings.LastIndexAny(line[:at], " \t")+1 : at]
	right, _, _ := strings.Cut(line[at+width:], " ")
	if left == "" || right == "" || strings.Contains(line[at+width:], "::") || strings.ContainsAny(right, "(){};<>_") {
		return false
	}
	if strings.Trim(left+right, "0123456789abcdefABCDEF:./") == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(right)
	return !strings.HasSuffix(line, ".") || unicode.IsUpper(first) || strings.TrimSpace(line[:at]) == left
}

// isSide reports whether a text has a letter or a digit.
func isSide(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// inCode reports whether an offset of a line stands between backticks.
func inCode(line string, at int) bool { return strings.Count(line[:at], "`")%2 == 1 }

// cutAnchor takes the name of a block off the end of a line: "… ^a1b2c3".
func cutAnchor(text string) string {
	at := strings.LastIndex(text, " ^")
	if at < 0 || strings.ContainsAny(text[at+2:], " \t{}()$") {
		return text
	}
	return strings.TrimSpace(text[:at])
}
