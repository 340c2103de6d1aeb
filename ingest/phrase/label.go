package phrase

import (
	"strings"
	"unicode"
)

// Strip takes away what stands before a question's own words: white space,
// heading and list marks, numbers, emphasis that encloses the line, and the
// label "Question:".
func Strip(line string) string {
	for {
		next := unwrap(cutMark(strings.TrimSpace(line)))
		if rest, ok := CutQuestionLabel(next); ok {
			next = rest
		}
		if next == line {
			return line
		}
		line = next
	}
}

// CutQuestionLabel takes "Question:", "Q:", "Q1." and their like off the front
// of a line.
func CutQuestionLabel(line string) (string, bool) {
	return cutLabel(line, []string{"question", "q", "prompt"})
}

// CutAnswerLabel takes "Answer:", "**A:**", "Ans." and their like off the
// front of a line. What remains may be empty.
func CutAnswerLabel(line string) (string, bool) {
	return cutLabel(strings.TrimLeft(line, " \t"), []string{"answer", "ans", "a", "solution", "sample answer", "model answer"})
}

// cutLabel matches a label, an optional number, a mark that ends it, and
// emphasis around all of that.
func cutLabel(line string, labels []string) (string, bool) {
	emphasis := leading(line, "*_")
	body := line[len(emphasis):]
	for _, label := range labels {
		if len(body) <= len(label) || !strings.EqualFold(body[:len(label)], label) {
			continue
		}
		rest := strings.TrimLeft(strings.TrimLeft(body[len(label):], " "), "0123456789")
		rest = closeEmphasis(rest, emphasis)
		marked := strings.TrimLeft(rest, " ")
		if marked == "" || !strings.ContainsRune(":.)", rune(marked[0])) {
			continue
		}
		if len(label) > 1 && marked[0] != ':' && label != "ans" {
			continue
		}
		return strings.TrimSpace(closeEmphasis(marked[1:], emphasis)), true
	}
	return line, false
}

func closeEmphasis(text, emphasis string) string {
	if emphasis == "" {
		return text
	}
	return strings.TrimPrefix(text, emphasis)
}

// cutMark takes one heading mark, list mark or number off the front.
func cutMark(line string) string {
	if hashes := leading(line, "#"); hashes != "" && strings.HasPrefix(line[len(hashes):], " ") {
		return strings.TrimSpace(line[len(hashes):])
	}
	for _, mark := range []string{"- ", "* ", "+ ", "• ", "– ", "— ", "> "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimSpace(rest)
		}
	}
	return cutNumber(line)
}

// cutNumber takes "12." or "12)" off the front; "3.35 TB/s" keeps its number.
func cutNumber(line string) string {
	digits := leading(line, "0123456789")
	rest := line[len(digits):]
	if digits == "" || len(digits) > 4 || len(rest) < 2 {
		return line
	}
	if (rest[0] == '.' || rest[0] == ')') && unicode.IsSpace(rune(rest[1])) {
		return strings.TrimSpace(rest[1:])
	}
	return line
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

func leading(text, set string) string {
	return text[:len(text)-len(strings.TrimLeft(text, set))]
}
