package phrase

import (
	"iter"
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
	found, ok := readLabel(line, []string{"question", "q", "prompt"})
	if !ok {
		return line, false
	}
	return found.rest, true
}

// Labels knows which labels a document uses: "A. Smith" is a name, unless the
// document has "Q." as well.
type Labels struct{ letters bool }

// LabelsOf looks for "Q.", "Q)", "Q1:" and their like among a document's lines.
func LabelsOf(lines iter.Seq[string]) Labels {
	for line := range lines {
		found, ok := readLabel(cutMark(strings.TrimSpace(line)), []string{"q"})
		if ok && (found.mark != ':' || found.numbered) {
			return Labels{letters: true}
		}
	}
	return Labels{}
}

// CutAnswer takes "Answer:", "**A:**", "Ans." and their like off the front of
// an answer of one line or of several. What remains may be empty. The letter
// alone is a label before a colon or in emphasis, and "A.", "A)" and "A1:" only
// where the document labels its questions in the same way and no "B)" follows.
func (l Labels) CutAnswer(answer string) (string, bool) {
	head, rest, several := strings.Cut(answer, "\n")
	found, ok := readLabel(strings.TrimLeft(head, " \t"),
		[]string{"answer", "ans", "a", "solution", "sample answer", "model answer"})
	if !ok || (found.name == "a" && !found.announced() && (!l.letters || isChoice(rest, found.mark))) {
		return answer, false
	}
	if several {
		return strings.TrimLeft(found.rest+"\n"+rest, "\r\n"), true
	}
	return found.rest, true
}

// isChoice reports whether the letter B stands before the same mark on a later
// line.
func isChoice(lines string, mark byte) bool {
	for line := range strings.Lines(lines) {
		bare := strings.TrimLeft(line, " \t-*_")
		if len(bare) > 1 && (bare[0] == 'B' || bare[0] == 'b') && bare[1] == mark {
			return true
		}
	}
	return false
}

// label is what stands before a question or an answer.
type label struct {
	name     string
	numbered bool
	mark     byte // that ends it: ':', '.' or ')'
	closed   bool // it alone is emphasised
	rest     string
}

// announced reports whether a letter is a label beyond doubt. With a number it
// may be a name: "A100:".
func (l label) announced() bool { return !l.numbered && (l.mark == ':' || l.closed) }

// readLabel matches a label, an optional number, a mark that ends it, and
// emphasis around all of that.
func readLabel(line string, names []string) (label, bool) {
	emphasis := leading(line, "*_")
	body := line[len(emphasis):]
	for _, name := range names {
		if len(body) <= len(name) || !strings.EqualFold(body[:len(name)], name) {
			continue
		}
		found, ok := readMark(body[len(name):], emphasis)
		if ok && (len(name) == 1 || found.mark == ':' || name == "ans") {
			found.name = name
			return found, true
		}
	}
	return label{}, false
}

// readMark reads what follows a label's name.
func readMark(text, emphasis string) (label, bool) {
	text = strings.TrimLeft(text, " ")
	number := leading(text, "0123456789")
	text = text[len(number):]
	marked := strings.TrimLeft(closeEmphasis(text, emphasis), " ")
	if marked == "" || !strings.ContainsRune(":.)", rune(marked[0])) || isDecimal(marked) {
		return label{}, false
	}
	rest := closeEmphasis(marked[1:], emphasis)
	closed := closeEmphasis(text, emphasis) != text || rest != marked[1:]
	return label{numbered: number != "", mark: marked[0], closed: closed, rest: strings.TrimSpace(rest)}, true
}

// isDecimal reports whether a point stands inside of a number: "Q5.3" is no
// label.
func isDecimal(marked string) bool {
	return len(marked) > 1 && marked[0] == '.' && marked[1] >= '0' && marked[1] <= '9'
}

// IsNumbered reports whether a line begins with a number of its own: "12." or
// "12)".
func IsNumbered(line string) bool {
	line = strings.TrimSpace(line)
	return cutNumber(line) != line
}

func trimColon(line string) string { return strings.TrimRight(line, " :") }

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
