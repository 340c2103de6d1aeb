package notecard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// property is the mark of colons behind one word, as notes keep what they say of themselves.
const property = "property"

// longestLine is the longest line, in bytes, that is a card.
const longestLine = 4 << 10

// parted reads "front :: back". A task is no front.
func (n *note) parted(line int) (candidate, bool) {
	written := strings.TrimSpace(n.lines.Line(line))
	if len(written) > longestLine || !strings.Contains(written, "::") || strings.IndexByte("|#>:<$", written[0]) >= 0 || n.grammar.task.MatchString(written) {
		return candidate{}, false
	}
	written = n.grammar.withoutSchedule(written)
	for _, at := range n.grammar.colons.FindAllStringIndex(written, -1) {
		if at[1]-at[0] > len(":::") || inCode(written, at[0]) || !n.parts(written[:at[0]], written[at[1]:]) {
			continue
		}
		front, back := n.phrases.Strip(written[:at[0]]), strings.TrimSpace(written[at[1]:])
		c := candidate{by: "colons", first: line, last: line, front: front, back: back}
		if n.grammar.property.MatchString(written) {
			c.by = property
		}
		return c, len(front) > len("Q") && hasWord(front) && hasWord(back)
	}
	return candidate{}, false
}

// parts reports whether the colons between two texts part sides: those with white space behind them
// do, or behind a question mark, or, where the note says that it has cards, the only ones:
// "mitochondria::the cell's power plant". What programs write does not: "std::vector()", "fe80::1".
func (n *note) parts(before, after string) bool {
	if strings.HasPrefix(after, " ") || n.phrases.EndsAsking(before) {
		return before != "" && after != ""
	}
	first, _ := utf8.DecodeRuneInString(after)
	word, _, _ := strings.Cut(after, " ")
	written := unicode.IsDigit(first) && !strings.Contains(before, " ") || strings.IndexAny(word, "(){};<>_") > 0
	return n.declared && before != "" && !written && !strings.Contains(before+after, "::")
}

// clozed reads a line with hidden words: "{{c1::hidden}}", or "==hidden==" where
// the note says that it has cards. Something must be left of it beside them.
func (n *note) clozed(line int) (candidate, bool) {
	written := strings.TrimSpace(n.lines.Line(line))
	if phrase.HeadingLevel(written) > 0 || len(written) > longestLine || strings.HasPrefix(written, "|") {
		return candidate{}, false
	}
	if n.declared && !strings.Contains(written, "{{c") {
		written = n.grammar.highlight.ReplaceAllString(written, "{{c1::$1}}")
	}
	at := strings.Index(written, "{{c")
	if at < 0 || inCode(written, at) {
		return candidate{}, false
	}
	found := candidate{by: "cloze", first: line, last: line, front: n.grammar.withoutSchedule(written)}
	shown, hidden := n.sides.Cloze(found.front)
	return found, hasWord(strings.Join(hidden, "")) && hasWord(n.phrases.Strip(strings.ReplaceAll(shown, card.Blank, "")))
}

// hasWord reports whether a text has a letter or a digit.
func hasWord(s string) bool { return strings.ContainsFunc(s, text.IsWord) }

// inCode reports whether an offset of a line stands between backticks.
func inCode(line string, at int) bool { return strings.Count(line[:at], "`")%2 == 1 }
