package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Strip takes away what stands before a question's own words: white space,
// heading and list marks, numbers, emphasis that encloses the line, and the
// label "Question:".
func (r *Reader) Strip(line string) string {
	bare, _ := r.strip(line)
	return bare
}

// strip is Strip, and reports whether a label said that the words ask. A task or a
// front may be something else.
func (r *Reader) strip(line string) (string, bool) {
	asks := false
	for {
		next := unwrap(cutMark(strings.TrimSpace(line)))
		if found, ok := r.readAsked(next); ok {
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
	if found, ok := r.readAsked(line); ok {
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
	if found, ok := r.readAnswer(unwrap(cutMark(line))); ok {
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

// longestLabel is the longest label in bytes.
const longestLabel = 40

// LettersQuestion reports whether a line begins with "Q.", "Q)", "Q1:" or their like. Where a
// document has one, "A. Smith" is an answer in it and no name.
func (r *Reader) LettersQuestion(line string) bool {
	found, ok := r.readLabel(cutMark(strings.TrimSpace(line)), r.letterLabels)
	return ok && (found.mark != ':' || found.numbered)
}

// CutAnswer takes "Answer:", "**A:**", "Ans.", "### Answer", "→" and their like
// off the front of an answer of one line or of several. What remains may be
// empty. The letter alone is a label before a colon or in emphasis, and "A.",
// "A)" and "A1:" only where letters label the document's questions.
func (r *Reader) CutAnswer(answer string, letters bool) (string, bool) {
	head, rest, several := strings.Cut(answer, "\n")
	after, ok := r.cutHead(strings.TrimLeft(head, " \t"), letters, rest != "")
	if !ok {
		return answer, false
	}
	if several {
		return strings.TrimLeft(after+"\n"+rest, "\r\n"), true
	}
	return after, true
}

// cutHead takes the label off an answer's first line, of one alone or of several.
func (r *Reader) cutHead(head string, letters, several bool) (string, bool) {
	if after, ok := cutAnyPrefix(head, "→ ", "=> ", "➜ ", "➔ ", "⇒ ", "-> ", ">> ", "» "); ok {
		return strings.TrimSpace(after), true
	}
	found, ok := r.readAnswer(strings.TrimLeft(head, "#> "))
	switch {
	case ok && (len(found.name) > 1 || found.announced() || letters):
		return found.rest, true
	case !ok && several:
		if _, alone := r.alone(head, r.answerLabels); alone {
			return "", true
		}
	}
	return head, false
}

// longestPlaceholder is the longest placeholder in bytes, ruled lines apart.
const longestPlaceholder = 80

// IsPlaceholder reports whether an answer only keeps the place of one: "TODO",
// "[your answer]", "_____", "???", "Answer:" with nothing behind it.
func (r *Reader) IsPlaceholder(answer string) bool {
	const around = " \t\r\n*_`.…()[]<>-–—:?\u00a0\u3000"
	bare := strings.Trim(strings.TrimPrefix(strings.TrimSpace(answer), "<!"), around)
	if len(bare) > longestPlaceholder {
		return false
	}
	bare = strings.Join(strings.Fields(strings.ToLower(bare)), " ")
	rest, _ := r.cues["awaited_answers"].Cut(bare)
	rest = strings.Trim(rest, around)
	return rest == "" || r.cues["unwritten_answers"].HasAny(rest, bare)
}
