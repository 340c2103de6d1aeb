package notecard

import "strings"

// Limits of a card between frames.
const (
	mostFramed  = 200 // lines
	longestType = 40  // of the name of the card's kind, in bytes
)

// between reads the card that stands between a line START and a line END, as
// notes do whose cards a program picks up: the kind of the card, its front, and
// its back behind "Back:".
func (n *note) between(line int) (card, bool) {
	if strings.TrimSpace(n.lines.Line(line)) != "START" || line <= n.behind {
		return card{}, false
	}
	back, end := n.frame(line)
	if end == 0 || back <= line+1 || strings.EqualFold(strings.TrimSpace(n.lines.Line(line+1)), "cloze") {
		return card{}, false
	}
	first := line + 1
	if kind := strings.TrimSpace(n.lines.Line(first)); first+1 < back && isKindName(kind) {
		first++
	}
	last := end - 1
	for last > back && (isNoted(n.lines.Line(last)) || n.lines.Blank(last)) {
		last--
	}
	n.behind = end
	front := strings.TrimPrefix(strings.TrimSpace(n.text(first, back-1)), "Front:")
	answer := strings.TrimPrefix(strings.TrimSpace(n.text(back, last)), "Back:")
	return card{by: byFrame, first: line, last: end, front: strings.TrimSpace(front), back: strings.TrimSpace(answer)}, true
}

// frame returns the lines "Back:" and END below a line START, 0 for either that
// is not there.
func (n *note) frame(line int) (int, int) {
	back := 0
	for at := line + 1; at <= min(n.lines.Lines(), line+mostFramed); at++ {
		switch bare := strings.TrimSpace(n.lines.Line(at)); {
		case bare == "END":
			return back, at
		case bare == "START":
			return 0, 0
		case back == 0 && strings.HasPrefix(bare, "Back:"):
			back = at
		}
	}
	return back, 0
}

// isKindName reports whether a line may name the kind of a card: "Basic", "Basic
// (and reversed card)".
func isKindName(line string) bool {
	return line != "" && len(line) <= longestType && !strings.ContainsAny(line, "?.:") && strings.Count(line, " ") <= 4
}

// isNoted reports whether a program has noted a line for itself at a card's end.
func isNoted(line string) bool {
	bare := strings.TrimSpace(line)
	return strings.HasPrefix(bare, "Tags:") || strings.HasPrefix(bare, "ID:") || strings.HasPrefix(bare, "<!--")
}
