package pattern

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// longestCodeLine is the longest line that is nothing but a code, in bytes.
const longestCodeLine = 60

// markCodeLines makes labels of lines that are a code and nothing else, where
// several of one make stand right above what asks: a catalogue names each of its
// questions so, and may say behind the code which option is right.
func (w words) markCodeLines(all []line) {
	makes := map[manner]*coding{}
	for n := range all {
		l := &all[n]
		code, _ := codeLine(l.words)
		if (l.kind != text && l.kind != heading) || l.form.bullet != 0 || l.form.quoted || code == "" {
			continue
		}
		key := manner{shapeOf(code), l.form}
		if makes[key] == nil {
			makes[key] = &coding{codes: map[string]bool{}}
		}
		makes[key].addAbove(w, all, n)
	}
	for _, found := range makes {
		if found.isUsed() {
			found.label(all)
		}
	}
}

// addAbove counts a line that is a code and nothing else.
func (g *coding) addAbove(w words, all []line, n int) {
	code, right := codeLine(all[n].words)
	g.lines = append(g.lines, n)
	g.codes[code] = true
	if w.asksBelow(all, n) || right > 0 && offersBelow(all, n) {
		g.asking++
	}
}

// isUsed reports whether codes count what asks.
func (g *coding) isUsed() bool {
	return g.asking >= companions && 2*g.asking >= len(g.lines) && most(len(g.codes), len(g.lines))
}

// label makes lines the labels of what stands below them.
func (g *coding) label(all []line) {
	for _, n := range g.lines {
		l := &all[n]
		code, right := codeLine(l.words)
		l.form.label, l.right, l.number = "q", right, codeNumber(code)
		l.words, l.whole = "", ""
	}
}

// codeLine reads a line that consists of a code, with the letter of the right
// option and references in brackets behind it or not: "K1A02 (C) [4.12]". It
// returns the code, "" for any other line, and the place of the letter, from 1,
// 0 for none.
func codeLine(words string) (string, int) {
	if len(words) < shortestCode || len(words) > longestCodeLine {
		return "", 0
	}
	head, rest, _ := strings.Cut(words, " ")
	code, right := codeOf(head), 0
	if code == "" {
		return "", 0
	}
	for token := range strings.FieldsSeq(rest) {
		place := letterOf(strings.Trim(token, "[]"))
		bracketed := strings.ContainsAny(token[:1], "([") && strings.ContainsAny(token[len(token)-1:], ")]")
		switch {
		case place >= 0 && right == 0:
			right = place + 1
		case !bracketed:
			return "", 0
		}
	}
	return code, right
}

// codeNumber returns the number that a code ends with.
func codeNumber(code string) int {
	return numberIn(code[strings.LastIndexFunc(code, func(r rune) bool { return r < '0' || r > '9' })+1:])
}

// blockBelow returns the lines of the block below a code: right below it, or
// below a blank line too where it is a title.
func blockBelow(all []line, n int) []line {
	first := n + 1
	for (all[n].kind == heading || all[n].form.bold == 'w') && first < min(len(all), n+longestGap) && all[first].kind == blank {
		first++
	}
	last := first
	for last < min(len(all), first+longestQuestion) && all[last].kind == text {
		last++
	}
	return all[first:last]
}

// asksBelow reports whether what stands below a code asks.
func (w words) asksBelow(all []line, n int) bool {
	for i, l := range blockBelow(all, n) {
		if w.EndsAsking(l.words) || i == 0 && w.Asking(l.words) >= phrase.Strong {
			return true
		}
	}
	return false
}

// offersBelow reports whether options stand below a code.
func offersBelow(all []line, n int) bool {
	return slices.ContainsFunc(blockBelow(all, n), func(l line) bool {
		_, _, letters := cutLetter(l.words)
		return strings.EqualFold(letters, "b")
	})
}
