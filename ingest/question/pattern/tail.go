package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// longestTail is the longest answer that stands on its question's own line, in bytes.
const longestTail = 300

// readTail parts a question from what follows it on its line: a labelled answer
// in brackets, or anything where the question is bold and that is not, where an
// arrow stands between them, or where the line is an item of a list or labelled.
func (l *line) readTail(w words) {
	if l.kind == heading {
		return
	}
	question, tail := l.bracketed(w)
	if tail == "" {
		question, tail = l.parts(w)
	}
	question, tail = strings.TrimSpace(question), strings.TrimSpace(tail)
	if tail == "" || len(tail) > longestTail {
		return
	}
	said := strings.TrimLeft(tail, arrows+" ")
	_, judged := w.opensVerdict(said)
	verdict, isOne := w.VerdictOf(said)
	l.verdict = l.verdict || isOne && verdict.Alone || judged && l.form.bullet != 0
	if _, _, graded := w.CutGrade(question + " " + tail); !l.verdict && !l.stated && (graded || !w.EndsAsking(question) || w.Asking(tail) > phrase.None) {
		return
	}
	l.uncut, l.words, l.tail, l.form.tail = l.words, question, tail, true
}

// parts returns a question and what stands behind it on its line, where the
// marks of the line let it have an answer there.
func (l *line) parts(w words) (string, string) {
	if l.form.bold == atFirst {
		return strings.TrimSuffix(l.words, l.behind), l.behind
	}
	if at := w.verdictAt(l.words); at > 0 && l.form.bullet != 0 {
		return l.words[:at], l.words[at:]
	}
	if at := w.answerWithin(l); at > 0 {
		l.stated = true
		return l.words[:at], l.words[at:]
	}
	end, at := strings.IndexAny(l.words, "?？؟"), arrowAt(l.words)
	switch asks := at > 0 && w.EndsAsking(strings.TrimSpace(l.words[:at])); {
	case asks && l.form.bullet != 0:
		return l.words[:at], l.words[at:]
	case end < 0, at > 0 && at < end && !asks: // what asks is an answer's
		return l.words, ""
	}
	_, size := utf8.DecodeRuneInString(l.words[end:])
	question, tail := l.words[:end+size], l.words[end+size:]
	if bare := strings.TrimLeft(tail, "*_"); bare != tail { // "*Why?* – So."
		question, tail = strings.TrimLeft(question, "*_"), bare
	}
	bare := arrowOf(strings.TrimSpace(tail)) == ""
	if bare && (l.form.plain() || strings.ContainsAny(l.words[:end], ".:;!")) || size == 1 && !strings.HasPrefix(tail, " ") {
		return l.words, ""
	}
	return question, tail
}

// answerWithin returns where an answer's label stands on a labelled question's line, "Q. Why …? R. So".
func (w words) answerWithin(l *line) int {
	if l.form.label != "q" {
		return 0
	}
	for at, c := range l.words {
		if c != ' ' || len(l.words)-at > longestTail {
			continue
		}
		said := l.words[at+1:]
		if answer, labelled := w.CutAnswer(said, true); labelled && answer != "" && arrowOf(said) == "" {
			return at + 1
		}
	}
	return 0
}

// verdictAt returns where the sentence of a line begins that calls the one before
// it true or false, 0 where there is none.
func (w words) verdictAt(said string) int {
	for _, end := range []string{". ", "! ", ".* ", ".** "} {
		before, after, _ := strings.Cut(said, end)
		if _, ok := w.opensVerdict(after); ok && before != "" {
			return len(before) + len(end)
		}
	}
	at := arrowAt(said)
	if column := strings.LastIndex(said, "   "); column > at && !w.OffersTrueFalse(said) { // "Rye rises.     No"
		at = column
	}
	if at > 0 {
		if judged, ok := w.VerdictOf(strings.TrimLeft(said[at:], arrows+" ")); ok && judged.Parted {
			return at
		}
	}
	return 0
}

// arrows are the signs of arrows that nothing else is written with.
const arrows = "→⇒➜➔➤"

// arrowAt returns where an arrow stands in words, behind room, 0 for none.
func arrowAt(words string) int {
	at := strings.IndexAny(words, arrows)
	if before, _ := utf8.DecodeLastRuneInString(words[:max(at, 0)]); at < 0 || !unicode.IsSpace(before) {
		return 0
	}
	return at
}

// bracketed returns a line's question and what stands in brackets at its end,
// where that is labelled as an answer or is a verdict: "(Answer: rye)", "(T)".
func (l *line) bracketed(w words) (string, string) {
	question, inner := w.CutBracket(l.words)
	if judged, ok := w.VerdictOf(inner); ok && judged.Parted && !w.EndsAsking(question) {
		l.verdict = true
		return question, inner
	}
	if answer, labelled := w.CutAnswer(inner, false); labelled && strings.TrimSpace(answer) != "" {
		l.stated = true
		return question, inner
	}
	return l.words, ""
}

// withoutDash takes a dash off the front of what stands behind a question.
func withoutDash(tail string) string {
	if inner, bracketed := strings.CutPrefix(tail, "["); bracketed && strings.HasSuffix(inner, "]") {
		return strings.TrimSuffix(inner, "]")
	}
	if arrow := arrowOf(tail); strings.HasSuffix(arrow, " ") {
		return strings.TrimSpace(tail[len(arrow):])
	}
	return tail
}

// arrowOf returns the arrow that a text begins with, "" for none.
func arrowOf(tail string) string {
	for _, arrow := range []string{">>", "->", "→", "=>", "⇒", "➤", "::", "==", "||", "— ", "– ", "- ", "["} {
		if strings.HasPrefix(tail, arrow) {
			return arrow
		}
	}
	return ""
}

// tails counts the lines of a form, and those of them with something behind a question.
type tails struct {
	lines, with int
	arrow       map[string]int
}

// dropTails gives lines back what follows a question mark on them, unless most
// of the lines of their form have something there, or several the same mark before
// it: those look like the others, which nobody could answer. Where they have, a line
// that asks without a question mark is parted at the same mark.
func (w words) dropTails(all []line) {
	forms, items := map[form]*tails{}, &tails{arrow: map[string]int{}}
	for n := range all {
		bare := all[n].form
		bare.tail = false
		if forms[bare] == nil {
			forms[bare] = &tails{arrow: map[string]int{}}
		}
		forms[bare].add(&all[n])
		if bare.bullet != 0 {
			items.add(&all[n])
		}
	}
	for n := range all {
		l := &all[n]
		bare := l.form
		bare.tail = false
		of := forms[bare]
		usual := of.isUsual(l.form)
		if !usual && bare.bullet != 0 && items.mark() == "[" { // whatever counts them
			of = items
		}
		mark := of.mark()
		parted := mark != "" && of.arrow[mark] >= companions && bare.bold == 0
		switch {
		case l.form.tail && !usual && parted && arrowOf(l.tail) == mark:
			l.form.tail = false
		case l.form.tail && (usual || l.form.bold == atFirst && !l.verdict || l.stated && !l.form.plain()):
		case l.form.tail:
			l.words, l.tail, l.form.tail, l.verdict, l.stated = l.uncut, "", false, false, false
		case (usual || parted) && l.kind == text:
			l.addTail(w, of)
			l.form.tail = usual && l.form.tail
		}
	}
}

func (t *tails) add(l *line) {
	t.lines++
	if l.form.tail {
		t.with++
		t.arrow[arrowOf(l.tail)]++
	}
}

// mark returns the arrow that nearly all answers of a form stand behind, "" for none.
func (t *tails) mark() string {
	for arrow, count := range t.arrow {
		if most(count, t.with) {
			return arrow
		}
	}
	return ""
}

// isUsual reports whether lines of a form have their answers behind them: most,
// or two in three where bold or one arrow tells both apart.
func (t *tails) isUsual(of form) bool {
	if t.with < companions {
		return false
	}
	told := of.bold == atFirst || t.mark() != ""
	return most(t.with, t.lines) || (told && 3*t.with >= 2*t.lines)
}

// addTail parts a line as most of its form are parted.
func (l *line) addTail(w words, of *tails) {
	question, tail, arrow := "", "", of.mark()
	at := arrowAt(l.words)
	parted := at > 0 && strings.HasPrefix(l.words[at:], arrow) && arrow != ""
	switch {
	case l.form.bold == atFirst:
		question, tail = strings.TrimSuffix(l.words, l.behind), l.behind
	case parted:
		question, tail = l.words[:at], l.words[at:]
	case arrow != "":
		question, tail, _ = strings.Cut(l.words, " "+arrow)
		tail = strings.TrimSpace(arrow + tail)
	}
	question = strings.TrimSpace(question)
	if question == "" || tail == "" || arrowOf(tail) == tail || len(tail) > longestTail || !parted && (arrow != "[" || !strings.HasSuffix(tail, "]") || !w.EndsSentence(question)) && w.Asking(question) < phrase.Weak && !phrase.HasBlank(question) {
		return
	}
	l.words, l.tail, l.form.tail = question, tail, true
}
