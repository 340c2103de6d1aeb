package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// label is what stands before a question or an answer.
type label struct {
	name     string
	numbered bool
	mark     byte   // that ends it: ':', '-', or '.' for any other
	closed   bool   // it alone is emphasised
	note     string // in brackets before that mark, if it says something about the question
	rest     string
}

// announced reports whether a letter is a label beyond doubt. With a number it
// may be a name: "A100:".
func (l label) announced() bool { return !l.numbered && (l.mark == ':' || l.closed) }

// readAsked matches the label of a question.
func (r *Reader) readAsked(line string) (label, bool) { return r.readLabel(line, r.askedLabels) }

// readAnswer matches the label of an answer.
func (r *Reader) readAnswer(line string) (label, bool) {
	return r.readLabel(line, r.answerLabels)
}

// readLabel matches a label, an optional number, a mark that ends it, and
// emphasis around all of that.
func (r *Reader) readLabel(line string, names byRune) (label, bool) {
	if inner, rest, ok := cutOpening(line); ok {
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

// cutOpening returns what stands in the brackets that a line begins with, "[Q]" or
// "(Question 3)", and what stands behind them.
func cutOpening(line string) (string, string, bool) {
	for _, pair := range [][2]string{{"[", "]"}, {"(", ")"}, {"【", "】"}} {
		if behind, ok := strings.CutPrefix(line, pair[0]); ok {
			inner, rest, closed := strings.Cut(behind, pair[1])
			return inner, rest, closed && len(inner) <= longestLabel
		}
	}
	return "", "", false
}

// labelEnd is what may follow the name of a label: a number in the digits of any script, of
// several levels or with a point or a word for "number" before it, a counter, a note in
// brackets, the end of emphasis, white space, and a mark. A dash is one before a space.
const labelEnd = `^(?:(?:[ .]*(?:№|#|(?i:n[ro°º]?\.?|núm\.|num\.)[: ])|\. +)? *(\.?\p{Nd}+(?:\.\p{Nd}+)*))?(?:%s)?((?: *(?:[(\[][^()\[\]]{1,40}[)\]]|/[^/]{1,12}/))?)([*_]*)([ \x{3000}]*)([:：]|[.)．、）]|[-–—] )?`

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
	switch {
	case note != "" && !l.numbered && (mark != ":" || len(name) == 1): // "Q (query): …"
		return label{}, false
	case said.words != "" && r.meaningOf(said, anything) != 0:
		l.note = note
	}
	switch {
	case mark == "":
		first, _ := utf8.DecodeRuneInString(name)
		wide := unicode.In(first, unicode.Han, unicode.Hangul) && l.numbered
		if rest == "" || space == "" || !wide && !strings.HasPrefix(number, ".") && !r.cues["spaced_answer_labels"].Has(name) {
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

// IsTask reports whether a word is the label of a task, which counts only with a number:
// "Task 1:".
func (r *Reader) IsTask(name string) bool { return r.cues["task_labels"].Has(name) }

// isFree reports whether a label counts before a full stop or a bracket too,
// and not only before a colon or with a number: "Ans. yes".
func (r *Reader) isFree(name string) bool {
	return r.cues["short_question_labels"].Has(name) || r.cues["short_answer_labels"].Has(name)
}
