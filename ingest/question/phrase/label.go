package phrase

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Strip takes away what stands before a question's own words: white space,
// heading and list marks, numbers, emphasis that encloses the line, and the
// label "Question:".
func (r *Reader) Strip(line string) string {
	for {
		next := unwrap(cutMark(strings.TrimSpace(line)))
		if found, ok := r.readAsked(next); ok {
			next = found.rest
		}
		if next == line {
			return line
		}
		line = next
	}
}

// CutQuestionLabel takes "Question:", "Q:", "Q1.", "Exercise 3)", "Frage 2:"
// and their like off the front of a line. A label that stands alone leaves
// nothing: "Question 3", "__Question__".
func (r *Reader) CutQuestionLabel(line string) (string, bool) {
	if found, ok := r.readAsked(line); ok {
		return found.rest, true
	}
	if r.isAskedAlone(line) {
		return "", true
	}
	return line, false
}

// IsAnswerLabel reports whether a line is the label of an answer and nothing
// else, as a heading or in emphasis too: "### Answer", "**Answer:**".
func (r *Reader) IsAnswerLabel(line string) bool {
	bare := unwrap(cutMark(strings.TrimSpace(withoutTags(line))))
	if found, ok := r.readAnswer(bare); ok {
		return found.rest == "" && (found.name != "a" || found.announced())
	}
	return r.isAnswerAlone(withoutTags(line))
}

// isAlone reports whether a line is a label, with or without a number, and
// nothing else. A letter alone is none, nor is a word that titles use.
func (r *Reader) isAlone(line string, names []string) bool {
	bare := unwrap(cutMark(strings.TrimSpace(line)))
	emphasised := bare != strings.TrimSpace(line)
	if len(bare) > longestLabel {
		return false
	}
	name := strings.TrimRight(strings.TrimRight(bare, "0123456789"), " #-")
	numbered := strings.TrimRight(bare, "0123456789") != bare
	folded := strings.ToLower(name)
	if !slices.Contains(names, folded) {
		return false
	}
	if r.isFree(folded) && folded != "ques" {
		return numbered && folded == "q"
	}
	return numbered || (emphasised && !r.isWeakLabel(folded)) || folded == "answer" || folded == "question"
}

// longestLabel is the longest label in bytes.
const longestLabel = 40

// Labels knows which labels a document uses: "A. Smith" is a name, unless the
// document has "Q." as well.
type Labels struct {
	reader  *Reader
	letters bool // "Q." is a label
}

// LabelsOf looks for "Q.", "Q)", "Q1:" and their like among a document's lines.
func (r *Reader) LabelsOf(lines iter.Seq[string]) Labels {
	for line := range lines {
		found, ok := r.readLabel(cutMark(strings.TrimSpace(line)), r.cues["short_question_labels"].List())
		if ok && (found.mark != ':' || found.numbered) {
			return Labels{reader: r, letters: true}
		}
	}
	return Labels{reader: r}
}

// CutAnswer takes "Answer:", "**A:**", "Ans.", "### Answer", "→" and their like
// off the front of an answer of one line or of several. What remains may be
// empty. The letter alone is a label before a colon or in emphasis, and "A.",
// "A)" and "A1:" only where the document labels its questions in the same way
// and no "B)" follows.
func (l Labels) CutAnswer(answer string) (string, bool) {
	head, rest, several := strings.Cut(answer, "\n")
	after, ok := l.cutHead(strings.TrimLeft(head, " \t"), rest)
	if !ok {
		return answer, false
	}
	if several {
		return strings.TrimLeft(after+"\n"+rest, "\r\n"), true
	}
	return after, true
}

// CutAnswer is Labels.CutAnswer for an answer of which no document is known.
func (r *Reader) CutAnswer(answer string) (string, bool) { return Labels{reader: r}.CutAnswer(answer) }

// cutHead takes the label off an answer's first line.
func (l Labels) cutHead(head, rest string) (string, bool) {
	if after, ok := l.reader.cutArrow(head); ok {
		return after, true
	}
	found, ok := l.reader.readAnswer(head)
	if !ok && hasAnyPrefix(head, "#", ">") {
		found, ok = l.reader.readAnswer(cutMark(head))
	}
	switch {
	case ok && found.name == "a" && !found.announced() && (!l.letters || isChoice(rest, found.mark)):
		return head, false
	case ok:
		return found.rest, true
	case rest != "" && l.reader.isAnswerAlone(head):
		return "", true
	}
	return head, false
}

// cutArrow takes an arrow off the front of an answer. The mark of what unfolds
// stands before a question as well.
func (r *Reader) cutArrow(head string) (string, bool) {
	for _, arrow := range []string{"→ ", "=> ", "➤ ", "➜ ", "➔ ", "⇒ ", "-> ", ">> ", "▶ ", "» "} {
		if after, ok := strings.CutPrefix(head, arrow); ok {
			toggle := arrow == "▶ " || arrow == "➤ "
			return strings.TrimSpace(after), !toggle || r.Asking(after) < Strong
		}
	}
	return head, false
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
func (r *Reader) readLabel(line string, names []string) (label, bool) {
	if inner, wide := strings.CutPrefix(line, "【"); wide && strings.Contains(inner, "】") {
		line = "[" + strings.Replace(inner, "】", "]", 1)
	}
	if hasAnyPrefix(line, "[", "(") {
		return r.readBracketed(line, names)
	}
	emphasis := leading(line, "*_")
	body := line[len(emphasis):]
	for _, name := range names {
		if len(body) <= len(name) || !beginsWith(body, name) {
			continue
		}
		found, ok := readMark(body[len(name):], emphasis)
		if !ok {
			found, ok = r.readSpace(name, body[len(name):], emphasis)
		}
		if ok && r.endsLabel(name, found) {
			found.name = name
			return found, true
		}
	}
	return label{}, false
}

// beginsWith reports whether a text begins with a name that is in lower case. For most
// texts the first byte tells that it does not.
func beginsWith(text, name string) bool {
	if text[0] < utf8.RuneSelf && text[0]|0x20 != name[0] {
		return false
	}
	return strings.EqualFold(text[:len(name)], name)
}

// readBracketed matches a label in brackets, "[Q]" or "(Question 3)". A letter
// in round ones is an option.
func (r *Reader) readBracketed(line string, names []string) (label, bool) {
	inner, rest, ok := strings.Cut(line[1:], map[byte]string{'[': "]", '(': ")"}[line[0]])
	if !ok || len(inner) > longestLabel || strings.HasPrefix(rest, "(") {
		return label{}, false
	}
	name := strings.ToLower(strings.TrimRight(strings.TrimRight(inner, wideDigits), " "))
	if !slices.Contains(names, name) || (len(name) == 1 && line[0] == '(') || (r.needsNumber(name) && name == inner) {
		return label{}, false
	}
	rest = strings.TrimSpace(strings.TrimLeft(rest, ":"))
	return label{name: name, numbered: len(name) != len(inner), mark: ')', rest: rest}, true
}

// endsLabel reports whether a label may end in the mark that was found.
func (r *Reader) endsLabel(name string, found label) bool {
	switch {
	case r.needsNumber(name) && !found.numbered:
		return false
	case r.isStep(name) && found.rest != "":
		return r.EndsAsking(found.rest) || r.opening(unwrap(cutMark(found.rest))) >= Strong // or else a step of instructions
	case found.mark == '-':
		return found.numbered && name != "a"
	}
	return r.isFree(name) || found.mark == ':' || (found.closed && found.mark == '.' && r.isSolution(name)) || (found.numbered && name != "back" && name != "front")
}

// isStep reports whether a label stands before the steps of instructions as often as
// before what is asked.
func (r *Reader) isStep(name string) bool { return r.cues["step_labels"].Has(name) }

// isSolution reports whether a label in emphasis counts before a full stop:
// "*Solution.* It is …".
func (r *Reader) isSolution(name string) bool { return r.cues["solution_labels"].Has(name) }

// readMark reads what follows a label's name: "3:", ".3 ", "-3)", " 3 –".
func readMark(text, emphasis string) (label, bool) {
	number, text := readNumber(text)
	marked := strings.TrimLeft(closeEmphasis(text, emphasis), " ")
	mark, size := markOf(marked)
	if size == 0 && number != "" && (number[0] == '.' || number[0] == '-') && strings.HasPrefix(text, " ") {
		return label{numbered: true, mark: '.', rest: strings.TrimSpace(text)}, true
	}
	if size == 0 || isDecimal(marked) {
		return label{}, false
	}
	rest := closeEmphasis(marked[size:], emphasis)
	closed := closeEmphasis(text, emphasis) != text || rest != marked[size:]
	return label{numbered: number != "", mark: mark, closed: closed, rest: strings.TrimSpace(rest)}, true
}

// readNumber reads the number of a label, and the mark before it.
func readNumber(text string) (string, string) {
	text = strings.TrimLeft(text, " ")
	before := ""
	if len(text) > 1 && strings.ContainsRune(".-#", rune(text[0])) && text[1] >= '0' && text[1] <= '9' {
		before = text[:1]
	}
	digits := leading(text[len(before):], wideDigits)
	end := len(before) + len(digits)
	for range mostLevels - 1 { // "3.1", where a mark follows
		deeper := leading(text[min(len(text), end+1):], "0123456789")
		after := end + 1 + len(deeper)
		if digits == "" || deeper == "" || text[end] != '.' || len(deeper) > longestNumber {
			break
		}
		if _, size := markOf(text[after:]); size == 0 && (text[after:] == "" || text[after] != '.') {
			break
		}
		end = after
	}
	return text[:end], text[end:]
}

// mostLevels is the most levels of a label's number: "3.1.2".
const mostLevels = 3

// markOf returns the mark that ends a label, and its length; 0 where there is
// none. A dash must be followed by a space.
func markOf(text string) (byte, int) {
	for _, mark := range []string{":", ".", ")"} {
		if strings.HasPrefix(text, mark) {
			return mark[0], 1
		}
	}
	switch {
	case strings.HasPrefix(text, "："):
		return ':', len("：")
	case hasAnyPrefix(text, "．", "、", "）"):
		return '.', len("．")
	case hasAnyPrefix(text, "- "):
		return '-', 1
	case hasAnyPrefix(text, "– ", "— "):
		return '-', len("–")
	}
	return 0, 0
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

// longestNumber is the most digits of a number that counts questions.
const longestNumber = 4

// cutNumber takes "12.", "12)", "(12)" or "12、" off the front; "3.35 TB/s"
// keeps its number.
func cutNumber(line string) string {
	body, bracketed := strings.CutPrefix(line, "(")
	digits := leading(body, "0123456789")
	rest := body[len(digits):]
	if digits == "" || len(digits) > longestNumber || len(rest) < 2 {
		return line
	}
	for _, wide := range []string{"、", "．", "）"} {
		if after, ok := strings.CutPrefix(rest, wide); ok && !bracketed && after != "" {
			return strings.TrimSpace(after)
		}
	}
	if after, escaped := strings.CutPrefix(rest, "\\"); escaped && len(after) > 1 { // "1\. " is no list
		rest = after
	}
	ends := rest[0] == ')' || (rest[0] == '.' && !bracketed)
	if ends && unicode.IsSpace(rune(rest[1])) {
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

// leading returns the characters of a set that a text begins with. Most texts begin
// with none, which their first byte tells.
func leading(text, set string) string {
	if text == "" || strings.IndexByte(set, text[0]) < 0 {
		return ""
	}
	return text[:len(text)-len(strings.TrimLeft(text, set))]
}
