package notecard

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// blank stands in a text for what is hidden.
const blank = "[…]"

// hiding is how a note marks hidden words.
type hiding struct{ open, shut string }

// cloze reads a line with hidden words. Braces and bold words hide only where a
// program has noted that they do.
func (n *note) cloze(line int) (card, bool) {
	text, noted := cutSchedule(n.lines.Line(line))
	noted = noted || (line < n.lines.Lines() && isSchedule(n.lines.Line(line+1)))
	if levelOf(text) > 0 || len(text) > longestLine || strings.HasPrefix(strings.TrimSpace(text), "|") {
		return card{}, false
	}
	ways := []hiding{{"{{c", "}}"}, {"{{cloze ", "}}"}, {"==", "=="}}
	if noted && !strings.ContainsAny(text, "$\\") {
		ways = append(ways, hiding{"{", "}"}, hiding{"**", "**"})
	}
	for _, way := range ways {
		if front, back, ok := way.read(n.phrases, text); ok {
			return card{by: byCloze, first: line, last: line, front: front, back: back, noted: noted}, true
		}
	}
	return card{}, false
}

// read takes the hidden words out of a line. More must be left of it than them.
func (h hiding) read(phrases *phrase.Reader, line string) (string, string, bool) {
	var shown strings.Builder
	var hidden []string
	rest, offset := line, 0
	for {
		open := strings.Index(rest, h.open)
		if open < 0 {
			break
		}
		body := rest[open+len(h.open):]
		end := strings.Index(body, h.shut)
		if end < 0 || inCode(line, offset+open) {
			break
		}
		words, hint, ok := h.inside(body[:end])
		if !ok {
			break
		}
		shown.WriteString(rest[:open])
		shown.WriteString(hint)
		hidden = append(hidden, words)
		next := open + len(h.open) + end + len(h.shut)
		rest, offset = rest[next:], offset+next
	}
	shown.WriteString(rest)
	left := strings.ReplaceAll(shown.String(), blank, "")
	return strings.TrimSpace(shown.String()), strings.Join(hidden, "; "), len(hidden) > 0 && isSide(phrases.Strip(left))
}

// inside returns the hidden words of a cloze and what is shown in their place:
// a blank, or the hint that it gives.
func (h hiding) inside(body string) (string, string, bool) {
	if h.open != "{{c" {
		return body, blank, isSide(body) && !strings.HasPrefix(body, "=") && strings.TrimSpace(body) == body
	}
	number, words, ok := strings.Cut(body, "::")
	if !ok || !text.AllDigits(number) || !isSide(words) {
		return "", "", false
	}
	words, hint, hinted := strings.Cut(words, "::")
	if hinted && isSide(hint) {
		return strings.TrimSpace(words), "[" + strings.TrimSpace(hint) + "]", isSide(words)
	}
	return strings.TrimSpace(words), blank, isSide(words)
}
