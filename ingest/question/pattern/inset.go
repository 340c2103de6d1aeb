package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// fewestInsets is how many lines have a label for it to be one.
const fewestInsets = 2

// insets is what is known of lines that begin with the same words in emphasis.
type insets struct {
	lines  []int
	asking int
}

// markInsets makes labels of words in emphasis that several lines begin with,
// where what stands behind them asks: "**Check your understanding.** Is it …?".
func (w words) markInsets(all []line) {
	heads := map[string]*insets{}
	for n := range all {
		head, rest := w.insetOf(&all[n])
		if head == "" {
			continue
		}
		if heads[head] == nil {
			heads[head] = &insets{}
		}
		heads[head].add(w, n, rest)
	}
	for _, found := range heads {
		if len(found.lines) < fewestInsets || !most(found.asking, len(found.lines)) {
			continue
		}
		for _, n := range found.lines {
			all[n].markInset(w)
		}
	}
}

// add counts a line that something stands on behind the words in emphasis.
func (i *insets) add(w words, n int, rest string) {
	i.lines = append(i.lines, n)
	if w.EndsAsking(rest) || w.Asking(rest) >= phrase.Strong {
		i.asking++
	}
}

// markInset takes the words in emphasis off a line, as its label.
func (l *line) markInset(w words) {
	_, rest := w.insetOf(l)
	if l.form.label == "" {
		l.number = numberIn(strings.TrimSuffix(l.words, rest))
	}
	l.form.label, l.form.bold, l.behind, l.inset = "q", 0, "", true
	l.words, l.whole = rest, rest
}

// insetOf returns the words in emphasis that a line begins with, folded and
// without their number, and the words behind them; nothing where the former ask
// themselves, or where a line without the mark of a quote names who speaks.
func (w words) insetOf(l *line) (string, string) {
	if l.kind != text || l.form.bold != 'l' || l.form.bullet != 0 || l.form.tail || l.behind == "" || len(l.words) > longestTask {
		return "", ""
	}
	if l.form.label != "" {
		if l.form.label == "q" || !l.form.quoted {
			return "", ""
		}
		return l.form.label, l.words
	}
	head := strings.TrimSpace(strings.TrimSuffix(l.words, l.behind))
	if len(strings.Fields(head)) < fewestInsets || w.Asking(head) >= phrase.Strong || len(head) > longestCodeLine {
		return "", ""
	}
	return strings.ToLower(strings.Trim(head, " .:!–—-0123456789")), l.behind
}

// settleInsets ends the questions in quotes that a label opens where their quotes
// end, and counts them by a key below that has as many answers.
func (t *reader) settleInsets(kept []asked) {
	var open []int
	keys := t.keys
	for i := range kept {
		for len(keys) > 0 && keys[0].title < kept[i].line {
			t.countInsets(kept, open, keys[0])
			open, keys = nil, keys[1:]
		}
		if !t.lines[kept[i].line].inset || kept[i].body.answer > 0 || kept[i].body.labelled {
			continue
		}
		open = append(open, i)
		if kept[i].form.quoted {
			kept[i].end = t.quoteEnd(kept[i])
		}
	}
	if len(keys) > 0 {
		t.countInsets(kept, open, keys[0])
	}
}

// countInsets gives the questions above a key the numbers of its answers, where
// both are as many and none has another number.
func (t *reader) countInsets(kept []asked, open []int, k key) {
	if len(open) != len(k.answers) {
		return
	}
	for i, at := range open {
		if number := kept[at].number; k.answers[i].number != i+1 || number >= 0 && number != i+1 {
			return
		}
	}
	for i, at := range open {
		kept[at].number, kept[at].end = i+1, kept[at].last+1
	}
}

// quoteEnd returns the line behind the quote that a question stands in.
func (t *reader) quoteEnd(one asked) int {
	end := one.last + 1
	for end < one.end && t.lines[end].form.quoted {
		end++
	}
	return end
}
