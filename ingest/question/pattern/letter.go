package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/quantity"
)

// dress is how the letters of lines look that begin with one.
type dress struct {
	form  form
	mark  string // what stands around the letter
	upper bool
}

// lettering is what is known of the lines of one dress.
type lettering struct {
	lines  []int
	asking int
	roman  bool // a number of several letters is among them
	parts  bool // some stand behind a number: they are parts of what it counts
}

// markLetters gives lines that begin with a letter or a Roman number their
// mark, "a)", "(ii)", "IV.", where half of those that begin so ask. Otherwise
// they are options, steps or the clauses of a law.
func (w words) markLetters(all []line) {
	dresses := map[dress]*lettering{}
	for n := range all { // of every dress
		w.noteLetter(dresses, &all[n], n)
	}
	for _, found := range dresses {
		if found.asking >= companions && 2*found.asking >= len(found.lines) {
			found.mark(all)
		}
	}
}

// noteLetter counts a line that begins with a letter.
func (w words) noteLetter(dresses map[dress]*lettering, l *line, n int) {
	if !l.mayCount() {
		return
	}
	rest, mark, letters := cutLetter(l.words)
	if letters == "" {
		return
	}
	like := l.form
	like.bullet, like.depth, like.label = 0, 0, "" // the first part of a question stands behind its number
	key := dress{like, mark, letters != strings.ToLower(letters)}
	found := dresses[key]
	if found == nil {
		found = &lettering{}
		dresses[key] = found
	}
	found.lines = append(found.lines, n)
	found.parts = found.parts || l.form.bullet == '1' || l.form.label == "q"
	found.roman = found.roman || len(letters) > 1
	if l.worth || w.Asking(rest) >= phrase.Strong {
		found.asking++
	}
}

// mayCount reports whether a letter that a line begins with may count it, behind
// a number or a label or not.
func (l *line) mayCount() bool {
	written := l.kind == text || l.kind == heading
	return written && (l.form.bullet == 0 || l.form.bullet == '1') && (l.form.label == "" || l.form.label == "q") && l.form.sign == ""
}

// mark makes the letters of lines their numbers.
func (g *lettering) mark(all []line) {
	for _, n := range g.lines {
		l := &all[n]
		rest, _, letters := cutLetter(l.words)
		if l.form.bullet == 0 {
			l.number = numberOf(letters, g.roman)
		}
		l.form.bullet = 'a'
		if g.parts {
			l.form.bullet = '1'
		}
		l.form.depth, l.form.label, l.part = 0, "", true
		l.keep(rest)
	}
}

// longestRoman is the most letters of a Roman number that counts questions.
const longestRoman = 7

// cutLetter takes a letter, or a Roman number, off the front, together with what
// closes it: "a)", "(a)", "iv.", "[b]". It returns the mark and the letters.
func cutLetter(words string) (string, string, string) {
	open := ""
	if words != "" && (words[0] == '(' || words[0] == '[') {
		open = words[:1]
	}
	body := words[len(open):]
	end := 0
	for end < min(len(body), longestRoman) && isLetterByte(body[end]) {
		end++
	}
	if end == 0 || end+1 >= len(body) || (end > 1 && quantity.Roman(body[:end]) == 0) || !strings.ContainsRune(" \t", rune(body[end+1])) {
		return words, "", ""
	}
	closing := body[end : end+1]
	if closes := open + closing; closes != ")" && closes != "." && closes != "()" && closes != "[]" {
		return words, "", ""
	}
	return strings.TrimSpace(body[end+1:]), open + closing, body[:end]
}

func isLetterByte(c byte) bool { return (c|0x20) >= 'a' && (c|0x20) <= 'z' }

// numberOf returns the number that letters stand for, -1 for none.
func numberOf(letters string, isRoman bool) int {
	switch number := quantity.Roman(letters); {
	case isRoman && number > 0:
		return number
	case len(letters) == 1:
		return int(letters[0]|0x20-'a') + 1
	}
	return -1
}
