package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Strip takes away what stands before a question's own words: white space, heading and list marks,
// numbers, emphasis that encloses the line, and the label "Question:".
func (r *Reader) Strip(line string) string {
	bare, _ := r.strip(line)
	return bare
}

// strip is Strip, and reports whether a label said that the words ask, which a task's does not.
func (r *Reader) strip(line string) (string, bool) {
	asks := false
	for {
		next := unwrap(cutMark(strings.TrimSpace(line)))
		if found, ok := r.readLabel(next, r.askedLabels); ok {
			next = found.rest
			asks = asks || !r.isWeakLabel(found.name) && holdsWord(next)
		}
		if next == line {
			return line, asks
		}
		line = next
	}
}

// CutQuestionLabel takes "Question:", "Q:", "Q1.", "Exercise 3)", "Frage 2:"
// and their like off the front of a line. A label that stands alone leaves
// nothing, or what it notes: "Question 3", "__Question__", "Problem 1 (easy)".
func (r *Reader) CutQuestionLabel(line string) (string, bool) {
	if found, ok := r.readLabel(line, r.askedLabels); ok {
		return found.rest, true
	}
	if note, ok := r.alone(line, r.askedLabels); ok {
		return note, true
	}
	return line, false
}

// IsAnswerLabel reports whether a line is the label of an answer and nothing
// else, as a heading or in emphasis too: "### Answer", "**Answer:**".
func (r *Reader) IsAnswerLabel(line string) bool {
	line = strings.TrimSpace(text.WithoutTags(line))
	if found, ok := r.readLabel(unwrap(cutMark(line)), r.answerLabels); ok {
		return found.rest == "" && (len(found.name) > 1 || found.announced())
	}
	_, ok := r.alone(line, r.answerLabels)
	return ok
}

// daggers are signs behind a label that lead to a note.
const daggers = " †‡"

// alone reports whether a line is a label, with or without a number, and nothing
// else but a note in brackets or a drawn difficulty, which it returns where it says
// something. A letter alone is none, nor is a word that titles use.
func (r *Reader) alone(line string, names byRune) (string, bool) {
	line = strings.TrimSpace(line)
	bare := unwrap(cutMark(line))
	name := strings.TrimRight(bare, drawn+daggers)
	last, _ := utf8.DecodeLastRuneInString(name)
	if len(bare) > longestLabel || !isWordRune(last) && last != ')' {
		return "", false
	}
	found, ok := r.readLabel(name+":", names)
	if !ok || found.rest != "" && found.rest != found.note+" " || r.isFree(found.name) && found.name != "q" {
		return "", false
	}
	note := strings.TrimSpace(found.note + strings.Trim(bare[len(name):], daggers))
	return note, found.numbered || (bare != line && !r.isWeakLabel(found.name)) || found.name == "answer" || found.name == "question"
}

// longestLabel is the longest label in bytes, with what its exercise is about in brackets.
const longestLabel = 56

// LettersQuestion reports whether a line begins with "Q.", "Q)", "Q1:" or their like. Where a
// document has one, "A. Smith" is an answer in it and no name.
func (r *Reader) LettersQuestion(line string) bool {
	found, ok := r.readLabel(cutMark(strings.TrimSpace(line)), r.askedLabels)
	return ok && r.isFree(found.name) && (found.mark != ':' || found.numbered)
}

// CutAnswer takes "Answer:", "**A:**", "Ans.", "### Answer", "→" and their like off the front of an
// answer of one line or of several. What remains may be empty. The letter alone is a label before a
// colon or in emphasis, and "A.", "A)" and "A1:" only where letters label the document's questions.
func (r *Reader) CutAnswer(answer string, letters bool) (string, bool) {
	head, rest, several := strings.Cut(answer, "\n")
	head = strings.TrimLeft(head, " \t")
	after, ok := cutAnyPrefix(head, "→ ", "=> ", "➜ ", "➔ ", "⇒ ", "-> ", ">> ", "» ")
	if !ok {
		found, labelled := r.readLabel(strings.TrimLeft(head, "#> "), r.answerLabels)
		after, ok = found.rest, labelled && (len(found.name) > 1 || found.announced() || letters)
		if !labelled && rest != "" {
			_, ok = r.alone(head, r.answerLabels)
		}
	}
	switch {
	case !ok:
		return answer, false
	case several:
		return strings.TrimLeft(strings.TrimSpace(after)+"\n"+rest, "\r\n"), true
	}
	return strings.TrimSpace(after), true
}

// longestPlaceholder is the longest placeholder in bytes, ruled lines apart.
const longestPlaceholder = 80

// IsPlaceholder reports whether an answer only keeps the place of one: "TODO",
// "[your answer]", "_____", "???", "Answer:" with nothing behind it.
func (r *Reader) IsPlaceholder(answer string) bool {
	const around = " \t\r\n*_`.…()（）[]<>-–—:?\u00a0\u3000"
	answer = strings.TrimPrefix(strings.TrimSpace(answer), "<!")
	if _, inside, ok := strings.Cut(strings.TrimRight(answer, "`"), "\n"); ok && strings.HasPrefix(answer, "```") {
		if remark := strings.TrimLeft(inside, "#/% "); remark != inside && holdsWord(remark) { // that the code begins with
			answer = remark
		}
	}
	bare := strings.Trim(answer, around)
	if len(bare) > longestPlaceholder {
		return false
	}
	bare = text.Folded(bare)
	if brackets := strings.Trim(answer, " *_."); strings.HasPrefix(brackets, "(") && strings.HasSuffix(brackets, ")") && r.cues["unwritten_answers"].Prefix(bare) != "" {
		return true
	}
	rest, _ := r.cues["awaited_answers"].Cut(bare)
	rest = strings.Trim(rest, around)
	return rest == "" || r.cues["unwritten_answers"].HasAny(rest, bare)
}

// label is what stands before a question or an answer.
type label struct {
	name     string
	numbered bool
	mark     byte   // that ends it: ':', '-', or '.' for any other
	closed   bool   // it alone is emphasised
	note     string // in brackets before that mark, if it says something about the question
	rest     string
}

// announced reports whether a letter is a label beyond doubt. With a number it may name: "A100:".
func (l label) announced() bool { return !l.numbered && (l.mark == ':' || l.closed) }

// readLabel matches a label, an optional number, a mark that ends it, and emphasis around them.
func (r *Reader) readLabel(line string, names byRune) (label, bool) {
	if inner, rest, ok := cutBracket(line); ok && len(inner) <= longestLabel {
		found, ok := r.readLabel(inner+":", names)
		round := line[0] == '(' && len(found.name) == 1 // an option
		found.mark, found.rest = '.', strings.TrimSpace(strings.TrimLeft(rest, ":"))
		return found, ok && !round && !strings.HasPrefix(rest, "(")
	}
	emphasis := leading(line, "*_")
	body := line[len(emphasis):]
	first, _ := utf8.DecodeRuneInString(body)
	for _, name := range names[unicode.ToLower(first)] {
		if len(body) <= len(name) || !strings.EqualFold(body[:len(name)], name) || text.IsLetter(body[len(name)]) {
			continue
		}
		if found, ok := r.readMark(name, body[len(name):], emphasis); ok && r.endsLabel(found) {
			if found.note != "" {
				found.rest = found.note + " " + found.rest
			}
			return found, true
		}
	}
	return label{}, false
}

// labelEnd is what may follow the name of a label: a number in the digits of any script, of
// several levels or with a point or a word for "number" before it, a counter, a note in
// brackets, the end of emphasis, white space, and a mark. A dash is one before a space.
const labelEnd = `^(?:(?:[ .]*(?:№|#|(?i:n[ro°º]?\.?|núm\.|num\.)[: ])|\. +)? *(\.?\p{Nd}+(?:\.\p{Nd}+)*[a-z]?))?(?:%s)?((?: *(?:[(\[][^()\[\]]{1,40}[)\]]|/[^/]{1,12}/))?)([*_]*)([ \x{a0}\x{202f}\x{3000}]*)([:：]|[.)．、）]|[-–—] )?`

// readMark reads what follows a label's name. A space ends a label of a script that
// needs no mark, "問1 …", "문제 2 …", and a number behind a point, "Q.3 …".
func (r *Reader) readMark(name, behind, emphasis string) (label, bool) {
	end := r.labelEnd.FindStringSubmatch(behind)
	number, note, closing, space, mark := end[1], end[2], end[3], end[4], end[5]
	rest := behind[len(end[0]):]
	l := label{name: name, numbered: number != "", mark: '.', rest: strings.TrimPrefix(rest, emphasis)}
	l.closed = closing != "" || l.rest != rest
	l.rest = strings.TrimSpace(l.rest)
	said := edge{words: strings.Trim(note, " ()[]/"), bracketed: true}
	worth := r.isWorth(said.words)
	switch {
	case note != "" && !l.numbered && (mark != ":" || len(name) == 1): // "Q (query): …"
		return label{}, false
	case said.words != "" && !worth && r.says(said, anything, &Edges{}):
		l.note = note
	}
	switch {
	case mark == "":
		first, _ := utf8.DecodeRuneInString(name)
		wide := unicode.In(first, unicode.Han, unicode.Hangul) && l.numbered
		if rest == "" || space == "" || !wide && !worth && !strings.HasPrefix(number, ".") && !r.cues["spaced_answer_labels"].Has(name) {
			return label{}, false
		}
		l.mark = ':'
	case mark == ":" || mark == "：":
		l.mark = ':'
	case strings.HasSuffix(mark, " "):
		l.mark = '-'
	}
	return l, closing == "" || closing == emphasis
}

// endsLabel reports whether a label may end in the mark that was found.
func (r *Reader) endsLabel(found label) bool {
	name := found.name
	switch {
	case r.IsTask(name) && !found.numbered:
		return false
	case r.cues["step_labels"].Has(name) && found.rest != "": // or else a step of instructions
		return r.EndsAsking(found.rest) || r.opening(unwrap(cutMark(found.rest))) >= Strong || r.offer(found.rest) != offersNothing
	case found.mark == '-':
		return found.numbered && name != "a"
	}
	return r.isFree(name) || found.mark == ':' || found.numbered || found.closed // "*Solution.* It is …"
}

// isWeakLabel reports whether a label may announce something else as well.
func (r *Reader) isWeakLabel(name string) bool {
	return name == "front" || name == "questions" || r.IsTask(name)
}

// IsTask reports whether a word is the label of a task, which counts only with a number: "Task 1:".
func (r *Reader) IsTask(name string) bool { return r.cues["task_labels"].Has(name) }

// isFree reports whether a label counts before a full stop or a bracket too,
// and not only before a colon or with a number: "Ans. yes".
func (r *Reader) isFree(name string) bool {
	return r.cues["short_question_labels"].Has(name) || r.cues["short_answer_labels"].Has(name)
}
