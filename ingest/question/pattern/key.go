package pattern

import (
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	textkit "github.com/quarrykb/quarry/internal/text"
)

// key is a section of answers to questions that stand above it.
type key struct {
	title   int // its line
	answers []keyed
}

// keyed is one counted answer of a key.
type keyed struct {
	position
	first, last int  // its lines
	start, end  int  // of what it says, in bytes
	parted      bool // another stands behind it on its last line
}

// position is what counts a question: the number of a task, and the letter of one of its
// parts, from 1, 0 for the task itself.
type position struct{ task, part int }

// readKeys finds the keys of the text.
func (t *reader) readKeys() {
	for n := 1; n < len(t.lines); n++ {
		at, ok := t.opensKey(n)
		if !ok {
			continue
		}
		r := entries{t: t, outer: mark{number: -1}}
		if at > 0 {
			r.readLine(n, at)
		}
		end := r.readFrom(n+1, max(1, t.lines[n].form.heading))
		if answers := r.said(); at == 0 || len(answers) > 1 {
			t.keys = append(t.keys, key{n, answers})
			for _, line := range r.lines {
				t.inKey[line] = true
			}
			n = end - 1
		}
	}
}

// answerFromKey gives questions without an answer of their own the one that stands under their
// number in a key below them. Most of the key must fit, or half of it most of the questions, or
// it is of something else.
func (t *reader) answerFromKey(k key, found []ingest.Found, positions []position) {
	fits, open, again := matchKey(k.answers, found, positions, k.title)
	of := len(k.answers) - again
	if 5*len(fits) < 4*of && (2*len(fits) < of || 5*len(fits) < 4*open) {
		return
	}
	for entry, question := range fits {
		t.answerWith(&found[question], k.answers[entry])
	}
}

// positionOf returns what a line counts its question by, below a task of some number.
func (t *reader) positionOf(n, task int) position {
	l := &t.lines[n]
	_, _, letters := cutLetter(strings.TrimSpace(t.text.Line(n)))
	switch {
	case l.number < 0:
		return position{part: unnumbered}
	case l.part && letters != "":
		return position{task, l.number}
	case l.part: // "6. a) Why …"
		return position{l.number, 1}
	}
	return position{l.number, 0}
}

// unnumbered is the part of a line that nothing counts.
const unnumbered = -1

// opensKey reports whether a line is the title of a key, and where entries begin that stand
// behind it on its line, 0 for none.
func (t *reader) opensKey(n int) (int, bool) {
	l, written := t.lines[n], t.text.Line(n)
	if l.kind != heading && (l.kind != text || l.form.bold != 'w' && !opensBlock(t.lines, n) && !t.opensEntry(n+1)) {
		return 0, false
	}
	if t.words.IsKeyTitle(written) {
		return 0, true
	}
	for _, end := range []string{":", "：", ".", "**"} {
		at := strings.Index(written, end)
		if at <= 0 || at > longestTitle || !t.words.IsKeyTitle(written[:at]) {
			continue
		}
		rest := strings.TrimLeft(written[at+len(end):], ":* ")
		if _, size := t.markAt(rest); size > 0 {
			return len(written) - len(rest), true
		}
	}
	return 0, false
}

// opensEntry reports whether a line begins with what may count an entry.
func (t *reader) opensEntry(n int) bool {
	if n >= len(t.lines) || t.lines[n].kind != text {
		return false
	}
	_, size := t.markAt(cutItem(t.text.Line(n)))
	return size > 0
}

// opensParts reports whether the parts of a question stand below a line.
func (t *reader) opensParts(n int) bool {
	next := t.text.Next(n)
	return next > 0 && t.lines[next].part
}

// isKeyTitle reports whether a line is the title of a key of several answers.
func (t *reader) isKeyTitle(n int) bool {
	k := sort.Search(len(t.keys), func(i int) bool { return t.keys[i].title >= n })
	return k < len(t.keys) && t.keys[k].title == n && len(t.keys[k].answers) > 1
}

// matchKey pairs a key's entries with the unanswered questions above it that are counted alike,
// both in their order. It returns the index of a question for that of an entry, how many such
// questions there are, and how many entries go on about what one before them answers.
func matchKey(key []keyed, found []ingest.Found, positions []position, before int) (map[int]int, int, int) {
	with, open := map[position][]int{}, 0 // in order
	for q := range found {
		if found[q].Lines.LineEnd < before && found[q].Question.Answer == "" {
			with[positions[q]] = append(with[positions[q]], q)
			open++
		}
	}
	fits, next, again, seen := map[int]int{}, 0, 0, map[position]bool{}
	if counted := with[position{part: unnumbered}]; len(counted) == len(key) && open == len(key) && counts(key) { // the key alone numbers them
		for entry := range key {
			fits[entry] = counted[entry]
		}
		return fits, open, 0
	}
	for entry, one := range key {
		at := sort.SearchInts(with[one.position], next)
		if at < len(with[one.position]) {
			fits[entry], seen[one.position] = with[one.position][at], true
			next = fits[entry] + 1
		} else if seen[one.position] {
			again++
		}
	}
	return fits, open, again
}

// counts reports whether the entries of a key are numbered from 1 on.
func counts(key []keyed) bool {
	for i, one := range key {
		if one.position != (position{i + 1, 0}) {
			return false
		}
	}
	return true
}

// says returns what an entry says.
func (t *reader) says(entry keyed) string {
	said := strings.Trim(t.text.Cut(quarry.Span{ByteStart: entry.start, ByteEnd: entry.end}), " \t\r\n|")
	if entry.parted {
		said = strings.TrimRight(said, " \t　,;|/·-–—")
	}
	if strings.Count(said, "**")%2 == 1 && !strings.HasPrefix(said, "**") { // "**1. Rye** grows …"
		said = "**" + said
	}
	return said
}

func (t *reader) answerWith(found *ingest.Found, entry keyed) {
	answer := t.clean(textkit.Dedented(t.says(entry)))
	if answer == "" {
		return
	}
	found.Question.Answer = t.words.Named(answer, found.Question.Choices)
	span := t.text.LineSpan(entry.first, entry.last)
	found.Question.Source.Context = append(found.Question.Source.Context, quarry.Context{Role: quarry.RoleAnswer, Span: span})
	found.Elsewhere = append(found.Elsewhere, quarry.LineRange{LineStart: entry.first, LineEnd: entry.last})
}
