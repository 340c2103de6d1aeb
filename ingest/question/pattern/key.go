package pattern

import (
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	textkit "github.com/quarrykb/quarry/internal/text"
)

// key is a section of answers to questions that stand above it.
type key struct {
	title   int // its line
	answers []keyed
}

// keyed is one numbered answer of a key.
type keyed struct {
	number      int
	first, last int    // its lines
	written     string // what it says, where it has its line not for itself
}

// readKeys finds the keys of the text.
func (t *reader) readKeys() {
	for n := 1; n < len(t.lines); n++ {
		if !t.opensKey(n) {
			continue
		}
		answers, end := t.readKey(n + 1)
		t.keys = append(t.keys, key{n, answers})
		n = end - 1
	}
}

// answerFromKey gives questions without an answer of their own the one that
// stands under their number in a key below them. Most of the key must fit, or
// it is of something else.
func (t *reader) answerFromKey(k key, found []ingest.Found, numbers []int) {
	fits := matchKey(k.answers, found, numbers, k.title)
	if 5*len(fits) < 4*len(k.answers) {
		return
	}
	for entry, question := range fits {
		t.answerWith(&found[question], k.answers[entry])
	}
}

// inKey reports whether a line opens an entry of a key.
func (t *reader) inKey(n int) bool {
	k := sort.Search(len(t.keys), func(i int) bool { return t.keys[i].title > n }) - 1
	if k < 0 {
		return false
	}
	answers := t.keys[k].answers
	at := sort.Search(len(answers), func(i int) bool { return answers[i].first >= n })
	return at < len(answers) && answers[at].first == n
}

// opensKey reports whether a line is the title of a key.
func (t *reader) opensKey(n int) bool {
	l := t.lines[n]
	if l.kind != heading && (l.kind != text || (l.form.bold != 'w' && !opensBlock(t.lines, n))) {
		return false
	}
	written := t.text.Line(n)
	if open := strings.IndexAny(written, "(["); open > 0 && strings.HasSuffix(strings.TrimRight(written, " *_"), ")") { // a note: "Key (for markers)"
		written = written[:open]
	}
	return t.words.IsKeyTitle(written)
}

// readKey returns the numbered items from a line on, up to the next title of
// the document's parts or of another key, and that line.
func (t *reader) readKey(n int) ([]keyed, int) {
	var key []keyed
	for ; n < len(t.lines); n++ {
		l := t.lines[n]
		last := len(key) - 1
		switch {
		case l.kind == taken, l.kind == heading && l.form.heading == 1, t.opensKey(n):
			return key, n
		case l.form.label == "q" && l.words == "" && t.opensParts(n):
		case l.kind == text && len(rowKey(t.text.Line(n), n)) > 0:
			key = append(key, rowKey(t.text.Line(n), n)...)
		case (l.kind == text || l.kind == heading) && l.opensEntry(t.words):
			key = append(key, keyed{l.number, n, n, ""})
		case last >= 0 && (l.kind == text || l.kind == code):
			key[last].last = n
		}
	}
	return key, n
}

// opensParts reports whether the parts of a question stand below a line.
func (t *reader) opensParts(n int) bool {
	next := t.text.Next(n)
	return next > 0 && t.lines[next].part
}

// opensEntry reports whether a line is a numbered item, or has the label of a
// question and asks nothing.
func (l line) opensEntry(w words) bool {
	if l.form.label == "q" {
		return l.number >= 0 && w.Asking(l.words) < phrase.Strong
	}
	return l.kind == text && l.number >= 0 && (l.form.bullet == '1' || l.form.bullet == 'a') && l.form.depth < 2
}

// isKeyTitle reports whether a line is the title of a key of several answers.
func (t *reader) isKeyTitle(n int) bool {
	k := sort.Search(len(t.keys), func(i int) bool { return t.keys[i].title >= n })
	return k < len(t.keys) && t.keys[k].title == n && len(t.keys[k].answers) > 1
}

// longestKeyRow is the longest line that is a row of a key, in bytes.
const longestKeyRow = 2000

// rowKey reads what stands on one line of a key: a row of a table, its number in
// the first cell, or several numbers with a letter each, "1. B  2. C". It returns
// nothing for any other line.
func rowKey(written string, n int) []keyed {
	bare := strings.TrimSpace(written)
	if len(bare) > longestKeyRow {
		return nil
	}
	if inner, ok := strings.CutPrefix(bare, "|"); ok {
		number, rest, _ := strings.Cut(strings.TrimSuffix(inner, "|"), "|")
		number = strings.Trim(number, " .)*#Qq")
		if rest = strings.TrimSpace(rest); number == "" || rest == "" || strings.Trim(number, "0123456789") != "" {
			return nil
		}
		return []keyed{{numberIn(number), n, n, rest}}
	}
	return letterRow(bare, n)
}

// letterRow reads "1. B  2. C", "1-b, 2-c", "17 B   18 A,D": two or more numbers, letters
// behind each and nothing else.
func letterRow(bare string, n int) []keyed {
	var key []keyed
	for _, token := range strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune(" \t.,;:)(-–—*|", r) }) {
		last := len(key) - 1
		switch isNumber := strings.Trim(token, "0123456789") == ""; {
		case isNumber && len(token) <= 3 && (last < 0 || key[last].written != ""):
			key = append(key, keyed{number: numberIn(token), first: n, last: n})
		case letterOf(token) < 0 || last < 0:
			return nil
		case key[last].written == "":
			key[last].written = token
		default:
			key[last].written += ", " + token
		}
	}
	if len(key) < 2 || key[len(key)-1].written == "" {
		return nil
	}
	return key
}

// matchKey pairs a key's entries with the unanswered questions above it that
// have their numbers, both in their order. It returns the index of a question
// for that of an entry.
func matchKey(key []keyed, found []ingest.Found, numbers []int, before int) map[int]int {
	open := map[int][]int{} // by number, in order
	for q := range found {
		if found[q].Lines.LineEnd < before && found[q].Question.Answer == "" {
			open[numbers[q]] = append(open[numbers[q]], q)
		}
	}
	fits := map[int]int{}
	if counted := open[-1]; len(counted) == len(key) && len(open) == 1 && counts(key) { // the key alone numbers them
		for entry := range key {
			fits[entry] = counted[entry]
		}
		return fits
	}
	next := 0
	for entry, one := range key {
		with := open[one.number]
		at := sort.SearchInts(with, next)
		if at < len(with) {
			fits[entry], next = with[at], with[at]+1
		}
	}
	return fits
}

// counts reports whether the entries of a key are numbered from 1 on.
func counts(key []keyed) bool {
	for i, one := range key {
		if one.number != i+1 {
			return false
		}
	}
	return true
}

func (t *reader) answerWith(found *ingest.Found, entry keyed) {
	span := t.text.LineSpan(entry.first, entry.last)
	rest := t.entryText(t.text.Cut(span), t.lines[entry.first])
	if entry.written != "" {
		rest = entry.written
	}
	answer := t.clean(textkit.Dedented(strings.TrimSpace(rest)))
	if answer == "" {
		return
	}
	found.Question.Answer = t.words.Named(answer, found.Question.Choices)
	found.Question.Source.Context = append(found.Question.Source.Context, quarry.Context{Role: quarry.RoleAnswer, Span: span})
	found.Elsewhere = append(found.Elsewhere, quarry.LineRange{LineStart: entry.first, LineEnd: entry.last})
}

// entryText takes off an entry of a key what its first line counts it by.
func (t *reader) entryText(written string, first line) string {
	head, more, _ := strings.Cut(written, "\n")
	words := first.whole
	if first.form.label == "q" {
		words = first.words
	}
	if words == "" || first.kind == heading {
		return more
	}
	at := strings.LastIndex(head, words)
	if at <= 0 || first.form.bold != 0 {
		return phrase.ItemOf(written).Rest
	}
	return strings.TrimRight(head[at:]+"\n"+more, "\n")
}
