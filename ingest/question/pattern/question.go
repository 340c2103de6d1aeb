package pattern

import (
	"cmp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	textkit "github.com/quarrykb/quarry/internal/text"
)

// oneStar is a grade where others have more of them, and a list mark elsewhere.
const oneStar = "★"

// question makes the question that a candidate opens.
func (t *reader) question(one asked) (ingest.Found, bool) {
	first, last := t.answerLines(one)
	q := quarry.Question{}
	words := t.grade(&q, one)
	q.Text = phrase.Unlinked(t.words.Strip(words))
	line, level := one.line, one.form.heading
	if q.Text == "" {
		first = t.textBelow(&q, first, last)
	}
	if s := t.stemBelow(q.Text, one, first); s.answer > 0 {
		line, first = t.takeStem(&q, one, s), s.answer
	}
	if line > one.line {
		level = 0
	}
	if q.Text == "" {
		return ingest.Found{}, false
	}
	if first > 0 && first <= last {
		t.answer(&q, one, first, last)
	}
	if tail := t.lines[one.line].tail; tail != "" {
		q.Answer = strings.TrimSpace(t.clean(withoutDash(tail)) + "\n" + q.Answer)
	}
	t.judge(&q, one)
	t.settle(&q)
	end := max(one.last, last)
	q.Source.Span = t.source.LineSpan(line, end)
	found := ingest.Found{Lines: quarry.LineRange{LineStart: line, LineEnd: end}, Level: level, Question: q}
	t.titled(&found)
	t.closing(&found, one.end)
	return found, true
}

// settle takes off a question what says something about it.
func (t *reader) settle(q *quarry.Question) {
	own, around := t.words.Own(q.Text)
	if q.Text = own; around.Offers {
		q.Style = quarry.StyleTrueFalse
	}
	if around.Grade != "" && q.Grade.Source != quarry.DifficultyStated {
		q.Grade = quarry.StatedGrade(around.Grade)
	}
	q.Answer = cmp.Or(q.Answer, around.Verdict)
}

// titled takes in the title that stands above a question, where no mark says that it is one.
func (t *reader) titled(found *ingest.Found) {
	for n := found.Lines.LineStart - 1; n >= 1; n-- {
		switch l := t.lines[n]; {
		case l.titles:
			found.Lines.LineStart = n
			found.Marks = append(found.Marks, ingest.Structure(n, n, "title"))
			if found.Title == "" {
				found.Title, _ = t.words.Heading(t.text.Line(n))
			}
		case l.kind != blank:
			return
		}
	}
}

// grade takes the difficulty that a question states off its words.
func (t *reader) grade(q *quarry.Question, one asked) string {
	words, grade, graded := t.words.CutGrade(strings.TrimSpace(one.words))
	if own := t.lines[one.line].grade; !graded && own != "" {
		grade, graded = own, true
	}
	if !graded && one.form.sign == oneStar && len(one.group.members) >= companions { // among others of two and three
		grade, graded = quarry.Easy, true
	}
	if graded {
		q.Grade = quarry.StatedGrade(grade)
	}
	return words
}

// answerLines returns the first and the last line of an answer, both 0 where there is none.
func (t *reader) answerLines(one asked) (int, int) {
	first, last := 0, 0
	for n := one.last + 1; n < one.end; n++ {
		switch t.lines[n].kind {
		case text, code, heading:
			if first == 0 {
				first = n
			}
			last = n
		case blank, separator, filler, taken:
		}
	}
	return first, last
}

// textBelow takes the block below a heading that only numbers its question for
// the question's text, and returns the first line behind it.
func (t *reader) textBelow(q *quarry.Question, first, last int) int {
	for ; first > 0 && first < last && t.isAside(q, first); first++ {
	}
	if first == 0 || t.lines[first].answers {
		return first
	}
	for opens := first; t.lines[opens].kind == code && t.lines[first].kind != text; first++ { // what is asked stands below its code
		if first == last {
			return opens
		}
	}
	end := first
	for end < last && t.lines[end+1].kind == text && t.lines[end+1].form.bullet == 0 && !t.lines[end+1].answers && !t.opensOptions(end+1) {
		end++
	}
	asked, grade, graded := t.words.CutGrade(strings.Join(strings.Fields(t.written(first, end)), " "))
	if graded {
		q.Grade = quarry.StatedGrade(grade)
	}
	q.Text = t.words.Strip(asked)
	for end++; end <= last && t.lines[end].kind == blank; end++ {
	}
	return end
}

// opensOptions reports whether a line and the one below begin with the first letters of options.
func (t *reader) opensOptions(n int) bool {
	below := ""
	if n+1 < len(t.lines) {
		below = t.text.Line(n + 1)
	}
	return t.words.OpensOptions(t.text.Line(n), below)
}

// answer reads what stands below a question.
func (t *reader) answer(q *quarry.Question, one asked, first, last int) {
	for ; first <= last && t.isAside(q, first); first++ {
	}
	for ; last >= first && t.isAside(q, last); last-- {
	}
	if first > last {
		return
	}
	written := t.written(first, last)
	if one.body.quoted {
		written = unquote(written)
	}
	written = one.group.cutLabel(t.words, written)
	if !t.choose(q, one, written) {
		q.Answer = t.clean(written)
	}
}

// isAside reports whether a line at an edge of an answer is no part of it: one
// that states the question's grade, which is taken, or has no words.
func (t *reader) isAside(q *quarry.Question, n int) bool {
	if k := t.lines[n].kind; k == blank || k == filler {
		return true
	}
	grade, ok := t.words.GradeLine(t.text.Line(n))
	if ok {
		q.Grade = quarry.StatedGrade(grade)
	}
	return ok
}

// unquote takes the marks of a quote off lines that all have them.
func unquote(written string) string {
	all := strings.Split(written, "\n")
	for i, one := range all {
		bare, quoted := strings.CutPrefix(strings.TrimLeft(one, " "), ">")
		if !quoted && bare != "" {
			return written
		}
		all[i] = strings.TrimPrefix(bare, " ")
	}
	return strings.Join(all, "\n")
}

// written returns the text of some lines, without the indentation that all of them have.
func (t *reader) written(first, last int) string {
	cut := t.text.Cut(quarry.Span{ByteStart: t.text.LineStart(first), ByteEnd: t.text.LineEnd(last)})
	return textkit.Dedented(strings.TrimRight(strings.ReplaceAll(cut, "\r\n", "\n"), " \t\n"))
}

// clean takes labels and wrappers off an answer.
func (t *reader) clean(written string) string {
	body := t.folds.Unwrap(written)
	if item := phrase.ItemOf(strings.TrimSpace(body)); item.Mark == '-' {
		if answer, labelled := t.words.CutAnswer(item.Rest, t.letters); labelled {
			body = textkit.Dedented(answer)
		}
	} else if answer, labelled := t.words.CutAnswer(body, t.letters); labelled {
		body = answer
	}
	body = strings.TrimSpace(t.folds.Unwrap(body))
	if t.words.IsPlaceholder(body) {
		return ""
	}
	return withoutLoneMark(body)
}

// withoutLoneMark takes the mark off a list of one item. Before a digit it may be a minus.
func withoutLoneMark(answer string) string {
	item := phrase.ItemOf(answer)
	if item.Mark != '-' || item.Rest == "" || strings.IndexByte("0123456789.[", item.Rest[0]) >= 0 {
		return answer
	}
	lines := strings.Split(strings.TrimSpace(item.Rest), "\n")
	for i, line := range lines[1:] {
		lines[i+1] = strings.TrimSpace(line)
		if phrase.ItemOf(lines[i+1]).Mark != 0 || lines[i+1] == "" || !strings.HasPrefix(line, "  ") || strings.HasPrefix(lines[i+1], "```") {
			return answer
		}
	}
	return strings.Join(lines, "\n")
}

// closing marks the rules behind an answer.
func (t *reader) closing(found *ingest.Found, end int) {
	for n := found.Lines.LineEnd + 1; n < end; n++ {
		switch t.lines[n].kind {
		case separator:
			found.Marks = append(found.Marks, ingest.Structure(n, n, "separator"))
		case filler:
			found.Marks = append(found.Marks, ingest.Furniture(n, n, "note"))
		case blank:
			continue
		case text, code, heading, taken:
			return
		}
		found.Lines.LineEnd = n
	}
}

// stem is what stands between a question's own line and the label of its answer.
type stem struct{ first, answer int } // lines; 0 where there is none

// stemBelow tells what stands between a question's own line and the label of its answer, where the
// answers of most questions of its form are labelled: it belongs to the question.
func (t *reader) stemBelow(words string, one asked, first int) stem {
	label := one.body.answer
	if label <= first || first == 0 || label >= one.end || !one.group.isAnswered() {
		return stem{}
	}
	if hides := strings.HasPrefix(strings.TrimSpace(t.text.Line(label)), "<"); hides && one.words != "" { // and is no label
		return stem{}
	}
	for n := first; n < label; n++ {
		if k := t.lines[n].kind; k == heading || k == taken {
			return stem{}
		}
	}
	if _, offered := t.words.Options(words, strings.Split(t.written(first, one.end-1), "\n")); offered {
		return stem{}
	}
	return stem{first, label}
}

// takeStem adds a stem to a question's text, and returns the line that the
// question begins on. A title that asks nothing stays the title of what does.
func (t *reader) takeStem(q *quarry.Question, one asked, s stem) int {
	from, to := s.first, s.answer-1
	for ; from <= to && t.isAside(q, from); from++ {
	}
	for ; to >= from && (t.isAside(q, to) || t.words.IsHint(t.text.Line(to))); to-- {
	}
	if from > to {
		return one.line
	}
	written := strings.TrimSpace(t.written(from, to))
	if one.form.heading > 0 && one.words != "" && t.words.Asking(one.words) < phrase.Strong {
		q.Text = written
		return from
	}
	q.Text = strings.TrimSpace(q.Text + "\n\n" + written)
	return one.line
}

// isAnswered reports whether the answers of a group are labelled.
func (g *group) isAnswered() bool { return len(g.members) > 1 && most(g.answered, len(g.members)) }

// judge completes a question by what its own line says: that a statement is true
// or false, or which of its options is right.
func (t *reader) judge(q *quarry.Question, one asked) {
	l := t.lines[one.line]
	if l.verdict || t.judged[one.line] {
		q.Style = quarry.StyleTrueFalse
	}
	if l.right > 0 && l.right <= len(q.Choices) && q.Answer == "" {
		q.Answer = q.Choices[l.right-1]
	}
}

// options reads the options below a question's stem: by their shape alone where a key
// or the question's own label names a letter as the answer, or where the question asks for
// one thing and nothing but letters stands below it.
func (t *reader) options(one asked, stem string, lines []string) (phrase.Choice, bool) {
	found, ok := t.words.Options(stem, lines)
	keyed := t.lines[one.line].right > 0 || one.number >= 0 && t.lettered[one.number]
	bare := found.Lettered() && len(found.Options) >= companions && found.Answer() == "" && found.Stem == stem && t.words.AsksForOne(stem)
	return found, ok && (keyed || bare || t.words.Offered(stem, found))
}

// readLetters notes the numbers under which keys have letters.
func (t *reader) readLetters() {
	t.lettered = map[int]bool{}
	for _, k := range t.keys {
		for _, one := range k.answers {
			if t.words.NamesOption(t.says(one)) {
				t.lettered[one.number] = true
			}
		}
	}
}

// choose reads a question's options, and its answer among them.
func (t *reader) choose(q *quarry.Question, one asked, written string) bool {
	found, ok := t.options(one, q.Text, strings.Split(written, "\n"))
	if !ok {
		return false
	}
	q.Style, q.Choices, q.Answer = quarry.StyleChoice, found.Texts(), found.Answer()
	if stem := t.words.Strip(found.Stem); stem != "" {
		q.Text = stem
	}
	if t.words.IsPlaceholder(q.Answer) {
		q.Answer = ""
	}
	return true
}

// letterOf returns the place in the alphabet of a letter that stands alone,
// with a mark behind it or not, -1 for anything else.
func letterOf(text string) int {
	bare := strings.ToLower(strings.Trim(text, " ().*_:"))
	if len(bare) != 1 || bare[0] < 'a' || bare[0] > 'j' {
		return -1
	}
	return int(bare[0] - 'a')
}

// partner is the mark that the answers of a group begin with: a label, "Antwort",
// or a sign, that most of them have and the questions have not.
type partner struct{ label, sign string }

// partner returns the mark of a group's answers, nothing where they have none.
func (g *group) partner() partner {
	if g.mark == nil {
		own := g.members[0].form
		label := g.usual(own.label, func(b body) string { return b.label })
		g.mark = &partner{label, g.usual(own.sign, func(b body) string { return b.sign })}
	}
	return *g.mark
}

// usual returns what most of a group's answers begin with and its questions do not, "" for nothing.
func (g *group) usual(own string, of func(body) string) string {
	counts := map[string]int{}
	for _, c := range g.members {
		counts[of(c.body)]++
	}
	for said, count := range counts {
		if said != "" && said != own && count >= companions && most(count, g.bodies) {
			return said
		}
	}
	return ""
}

// cutLabel takes the mark of the group's answers off the front of one.
func (g *group) cutLabel(w words, written string) string {
	mark := g.partner()
	head, rest, _ := strings.Cut(written, "\n")
	cut := head
	switch {
	case mark.label != "":
		bare := w.withoutTime(cutItem(head))
		if next, label, _ := w.cutLabel(strings.TrimLeft(bare, "*_")); label == mark.label {
			cut = strings.TrimSpace(next)
			if strings.HasPrefix(bare, "**") || strings.HasPrefix(bare, "__") {
				cut = strings.TrimSpace(strings.TrimPrefix(cut, bare[:2]))
			}
		}
	case mark.sign != "":
		var l line
		if bare := l.cutSign(strings.TrimSpace(head)); strings.HasPrefix(l.form.sign, mark.sign) {
			cut = bare
		}
	}
	if cut == head {
		return written
	}
	blank := rest[:len(rest)-len(strings.TrimLeft(rest, "\n"))]
	return strings.Trim(cut+"\n"+blank+textkit.Dedented(rest), "\n")
}
