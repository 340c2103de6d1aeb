package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// markBoldNumbers makes labels of the numbers that lines begin with in emphasis,
// "**Q1** Why …", where half of those that begin so ask: quarters of a year
// stand before what they brought.
func (w words) markBoldNumbers(all []line) {
	var lines []int
	asking := 0
	for n := range all {
		rest := w.behindBoldNumber(&all[n])
		if rest == "" {
			continue
		}
		lines = append(lines, n)
		if part, _, letters := cutLetter(rest); letters != "" {
			rest = part
		}
		if w.Asking(rest) >= phrase.Strong {
			asking++
		}
	}
	if asking < companions-1 || 2*asking < len(lines) {
		return
	}
	for _, n := range lines {
		l := &all[n]
		rest := w.behindBoldNumber(l)
		l.number = numberIn(strings.TrimSuffix(l.words, rest))
		l.form.label, l.form.bold, l.behind = "q", 0, ""
		l.words, l.whole = rest, rest
	}
}

// behindBoldNumber returns what stands behind a number in emphasis that opens a
// line, "" where there is none.
func (w words) behindBoldNumber(l *line) string {
	if l.kind != text || l.form.bold != 'l' || l.form.label != "" || l.form.bullet != 0 || l.behind == "" || l.form.tail {
		return ""
	}
	head := strings.TrimSpace(strings.TrimSuffix(l.words, l.behind))
	rest, labelled := w.CutQuestionLabel(head)
	if !labelled || rest != "" || numberIn(head) < 0 {
		return ""
	}
	return l.behind
}
