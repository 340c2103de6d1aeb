package notecard

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// longestLine is the longest line, in bytes, that is a card.
const longestLine = 4 << 10

// colons reads "front :: back".
func (n *note) colons(line int) (candidate, bool) {
	written := withoutSchedule(n.lines.Line(line))
	bare := strings.TrimSpace(written)
	if bare == "" || len(written) > longestLine || strings.IndexByte("|#>:<$", bare[0]) >= 0 || isSchedule(written) ||
		(text.Indent(written) >= 4 && !phrase.IsBullet(written)) {
		return candidate{}, false
	}
	front, back, ok := n.cutColons(written)
	if at := strings.LastIndex(back, " ^"); at >= 0 && !strings.ContainsAny(back[at+2:], " \t{}()$") {
		back = strings.TrimSpace(back[:at]) // the name of a block: "… ^a1b2c3"
	}
	return candidate{by: byColons, first: line, last: line, front: front, back: back}, ok
}

// cutColons parts a line at two or three colons: at those with white space
// behind them, or behind a question mark, or, where the note says that it has
// cards, at the only ones.
func (n *note) cutColons(line string) (string, string, bool) {
	at, width := 0, 0
	for {
		next := strings.Index(line[at+width:], "::")
		if next < 0 {
			return "", "", false
		}
		at += width + next
		width = len(line[at:]) - len(strings.TrimLeft(line[at:], ":"))
		if width <= len(":::") && !inCode(line, at) && n.parts(line[:at], line[at+width:]) {
			break
		}
	}
	front, back := n.phrases.Strip(line[:at]), strings.TrimSpace(line[at+width:])
	return front, back, len(front) > len("Q") && hasWord(front) && hasWord(back)
}

// parts reports whether the colons between two texts part sides: "mitochondria::the
// cell's power plant" does where the note says that it has cards, and "std::vector"
// and "fe80::1" do not.
func (n *note) parts(before, after string) bool {
	if before == "" || after == "" {
		return false
	}
	if strings.HasPrefix(after, " ") || n.phrases.EndsAsking(before) {
		return true
	}
	left := before[strings.LastIndexAny(before, " \t")+1:]
	right, _, _ := strings.Cut(after, " ")
	isAddress := strings.Trim(left+right, "0123456789abcdefABCDEF:./") == ""
	return n.declared && left != "" && !isAddress && !strings.Contains(before+after, "::") && !strings.ContainsAny(right, "(){};<>_")
}

// cloze reads a line with hidden words: "{{c1::hidden}}", "==hidden==". Something
// must be left of it beside them.
func (n *note) cloze(line int) (candidate, bool) {
	written := withoutSchedule(n.lines.Line(line))
	if levelOf(written) > 0 || len(written) > longestLine || strings.HasPrefix(strings.TrimSpace(written), "|") {
		return candidate{}, false
	}
	if !card.HasCloze(written) {
		written = n.highlight.ReplaceAllString(written, "{{c1::$1}}")
	}
	if !card.HasCloze(written) || inCode(written, strings.Index(written, "{{c")) {
		return candidate{}, false
	}
	front, hidden := card.Cloze(written)
	found := candidate{by: byCloze, first: line, last: line, front: strings.TrimSpace(front), back: strings.Join(hidden, "; ")}
	return found, hasWord(found.back) && hasWord(n.phrases.Strip(strings.ReplaceAll(front, card.Blank, "")))
}

// hasWord reports whether a text has a letter or a digit.
func hasWord(s string) bool { return strings.ContainsFunc(s, text.IsWord) }

// inCode reports whether an offset of a line stands between backticks.
func inCode(line string, at int) bool { return strings.Count(line[:at], "`")%2 == 1 }
