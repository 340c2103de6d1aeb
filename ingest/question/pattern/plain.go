package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// deliberate is the share of the line breaks within blocks that somebody set, where a
// text says one thing on each line. A paragraph that was wrapped has hardly any.
const deliberate = 0.8

// markFresh notes the lines that go on from nothing above them: all that open a block, and
// every line where a text says one thing on each. It returns whether it does.
func (w words) markFresh(all []line, lines *ingest.Lines, wraps bool) bool {
	var lengths []int
	for n := 2; n < len(all); n++ {
		if all[n].isRunning() && all[n-1].isRunning() {
			lengths = append(lengths, utf8.RuneCountInString(lines.Line(n-1)))
		}
	}
	dense := !wraps && len(lengths) > 0 && w.isDense(all, lines, lengths) && w.askOften(all)
	for n := 1; n < len(all); n++ {
		all[n].fresh = opensBlock(all, n) || dense && all[n].isRunning()
	}
	return dense
}

// askOften reports whether a line in three asks, as where lines that ask and lines that
// answer alternate. Notes ask now and then.
func (w words) askOften(all []line) bool {
	asking, count := 0, 0
	for n := range all[1:] {
		l := &all[n+1]
		if !l.isRunning() {
			continue
		}
		count++
		if w.seeks(l) {
			asking++
		}
	}
	return 3*asking >= count
}

// isDense reports whether most of the lines that others stand right below end where they
// need not: a sentence is over there, or the next line's first word had room.
func (w words) isDense(all []line, lines *ingest.Lines, lengths []int) bool {
	set := 0
	slices.Sort(lengths)
	width := lengths[3*len(lengths)/4]
	for n := 2; n < len(all); n++ {
		if all[n].isRunning() && all[n-1].isRunning() && w.isSet(lines.Line(n-1), lines.Line(n), width) {
			set++
		}
	}
	return float64(set) >= deliberate*float64(len(lengths))
}

// isRunning reports whether a line is text at the margin, with no mark before it but a label.
func (l line) isRunning() bool {
	return l.kind == text && l.indent < 4 && l.form.bullet == 0 && !l.form.quoted && !strings.HasPrefix(l.words, "|")
}

// isSet reports whether a line ends where it need not: with a sentence, or with room behind it.
func (w words) isSet(line, next string, width int) bool {
	if strings.HasSuffix(line, "  ") || strings.HasSuffix(line, "\\") { // a break in Markdown
		return true
	}
	line = strings.TrimSpace(line)
	if bare := strings.TrimRight(line, "*_"); strings.ContainsRune(".:;!…。", last(bare)) || w.EndsAsking(bare) {
		return true
	}
	word, _, _ := strings.Cut(strings.TrimSpace(next), " ")
	letters := utf8.RuneCountInString(word)
	if first, _ := utf8.DecodeRuneInString(word); unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		letters = 1 // no spaces part its words
	}
	return utf8.RuneCountInString(line)+1+letters <= width
}

func last(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// lowestTitle is the level of titles that have no mark of a heading.
const lowestTitle = 6

// markTickets makes headings of the lines that number the slips of an oral exam.
func (w words) markTickets(all []line) {
	for n := 1; n < len(all); n++ {
		if l := &all[n]; l.kind == text && l.form.plain() && opensBlock(all, n) && w.IsTicket(l.words) {
			l.kind, l.form = heading, form{heading: lowestTitle}
		}
	}
}

// markCapitals makes headings of lines in capitals that open blocks, where a text has no others.
func markCapitals(all []line) {
	if slices.ContainsFunc(all, func(l line) bool { return l.kind == heading && !l.titles }) {
		return
	}
	for n := 1; n < len(all); n++ {
		l := &all[n]
		if l.kind == text && l.form.label == "" && l.form.bold == 0 && l.form.bullet != byMark && opensBlock(all, n) && isCapitals(l.words) && !strings.HasSuffix(l.words, "?") {
			l.kind, l.form, l.number, l.titles = heading, form{heading: lowestTitle}, -1, true
		}
	}
}

// fewestCapitals is how many letters of a title in capitals stand behind another.
const fewestCapitals = 3

// isCapitals reports whether words are in capitals, and not only letters: "1. B  2. C".
func isCapitals(words string) bool {
	capitals, before := 0, ' '
	for _, r := range words {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) && unicode.IsUpper(before) {
			capitals++
		}
		before = r
	}
	return capitals >= fewestCapitals
}

// markTitles makes headings of plain lines above questions, where a text has no other headings.
func (w words) markTitles(all []line) {
	mayTitle := func(n int) bool { return all[n].isRunning() && opensBlock(all, n) && phrase.IsTitle(all[n].words) }
	first := 1
	for first < len(all) && !mayTitle(first) {
		first++
	}
	if first == len(all) {
		return
	}
	asking, answered := 0, 0
	below := 0 // the next line that says something
	for n := len(all) - 1; n >= 1; n-- {
		switch {
		case all[n].kind == heading:
			return
		case all[n].kind == blank:
			continue
		case all[n].kind == text && w.seeks(&all[n]):
			asking++
			if below > 0 && !w.seeks(&all[below]) {
				answered++
			}
		}
		below = n
	}
	if asking < companions-1 {
		return
	}
	titled := false
	for n := len(all) - 1; n >= 1; n-- {
		titled = markTitle(all, n, func(below int) bool { return w.isPlainTitle(all, n, below, 2*answered > asking) }) || titled
	}
	for n := len(all) - 2; n >= 1 && titled; n-- { // what stands apart as those do
		if all[n-1].kind == blank && all[n+1].kind == blank {
			markTitle(all, n, func(int) bool { return w.mayBeTitle(&all[n]) && !w.isBehindQuestion(all, n) })
		}
	}
}

// markTitle makes a heading of a line where it is a title of what stands below it.
func markTitle(all []line, n int, titles func(below int) bool) bool {
	if all[n].kind != text {
		return false
	}
	below := n + 1
	for below < len(all) && all[below].kind == blank {
		below++
	}
	if below >= len(all) || !titles(below) {
		return false
	}
	all[n].kind, all[n].form, all[n].titles = heading, form{heading: lowestTitle}, true
	return true
}

// isPlainTitle reports whether a line reads like a title and stands above what asks, or above a
// title that does. Where questions are answered, a short line right behind one is its answer.
func (w words) isPlainTitle(all []line, n, below int, answered bool) bool {
	asks := all[below].titles || all[below].isRunning() && all[below].form.label == "" && (w.seeks(&all[below]) || w.requests(&all[below]))
	return asks && !w.requests(&all[n]) && w.mayBeTitle(&all[n]) && opensBlock(all, n) && (!answered || !w.isBehindQuestion(all, n))
}

// mayBeTitle reports whether a line reads like a title.
func (w words) mayBeTitle(l *line) bool {
	return l.isRunning() && !w.seeks(l) && phrase.IsTitle(l.words)
}

// isBehindQuestion reports whether what stands above a line asks.
func (w words) isBehindQuestion(all []line, n int) bool {
	n = above(all, n)
	return n > 0 && all[n].kind == text && w.seeks(&all[n])
}

// above returns the last line above one that is not blank, 0 where there is none.
func above(all []line, n int) int {
	for n--; n >= 1 && all[n].kind == blank; n-- {
	}
	return n
}

// longestPlain is the longest line of which more than the end is looked at, in bytes.
const longestPlain = 500

// asking returns how surely a line asks, the grade that it states aside.
func (w words) asking(l *line) phrase.Strength {
	switch {
	case l.asked || l.words == "":
	case len(l.words) <= longestPlain:
		rest, _, graded := w.CutGrade(l.words)
		l.asks, l.graded = w.Asking(rest), graded
	case w.EndsAsking(l.words):
		l.asks = phrase.Certain
	}
	l.asked = true
	return l.asks
}

// fewestRequested is how many words a request has: "Describe your kitchen." A line of fewer
// that opens like one may as well be a title, "Design patterns".
const fewestRequested = 3

// requests reports whether a line may ask for words without a mark: "Tell me about …".
func (w words) requests(l *line) bool {
	return w.asking(l) == phrase.Weak && len(strings.Fields(l.words)) >= fewestRequested && !strings.HasSuffix(l.words, ":")
}

// seeks reports whether a line asks.
func (w words) seeks(l *line) bool { return w.asking(l) >= phrase.Strong }

// fewestPairs is how many blocks of two lines in a row are no coincidence.
const fewestPairs = 6

// markPairs labels as questions the first lines of blocks of two lines, where many follow each
// other: the fronts of cards above their backs, as programs print or export them. Fronts are
// terms or ask, and most are shorter than their backs, where verses and addresses are alike.
func (w words) markPairs(all []line) {
	var fronts []int
	for n := 1; n < len(all); n++ {
		if all[n].kind == blank {
			continue
		}
		if isPair(all, n) {
			fronts = append(fronts, n)
			n++
			continue
		}
		if n+1 < len(all) && all[n+1].kind == blank { // a title
			continue
		}
		w.labelFronts(all, fronts)
		fronts = nil
		for n+1 < len(all) && all[n+1].kind != blank {
			n++
		}
	}
	w.labelFronts(all, fronts)
}

// isPair reports whether a block of two plain lines begins on a line.
func isPair(all []line, n int) bool {
	plain := func(n int) bool { return n < len(all) && all[n].kind == text && all[n].form.plain() }
	return plain(n) && plain(n+1) && (n+2 == len(all) || n+2 < len(all) && all[n+2].kind == blank)
}

// labelFronts makes questions of the first lines of some pairs, where they read like fronts.
func (w words) labelFronts(all []line, fronts []int) {
	shorter := 0
	for _, n := range fronts {
		seeks := w.seeks(&all[n])
		if seeks || len(all[n].words) < len(all[n+1].words) {
			shorter++
		}
		if !seeks && len(all[n].words) > longestFront {
			return
		}
	}
	if len(fronts) < fewestPairs || 3*shorter < 2*len(fronts) {
		return
	}
	for _, n := range fronts {
		all[n].form.label = "q"
	}
}

// longestFront is the longest front of a card that does not ask, in bytes.
const longestFront = 80
