package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/quantity"
)

// leading is a way in which lines may begin before their own words. It is a mark of the
// layout where enough lines begin so and ask behind it; elsewhere what stands there are
// words, options or steps.
type leading struct {
	fewest   int  // lines that ask
	counting bool // what they begin with differs from line to line
	behind   bool // it counts parts: the first may stand behind the question's own number or label
	cut      func(w words, all []line, n int) lead
	mark     func(l *line, by lead, of *alike)
}

// lead is what a line begins with.
type lead struct {
	shape  string // what those of one make have in common; "" where the line begins with no such thing
	code   string // what is different
	rest   string // the words behind
	number int
	asks   bool
	may    bool // it may ask
	right  int  // the place of the option that it names as right, from 1; 0 for none
	vague  bool // any words may be such a thing: nearly all that begin so have to ask, not only half
}

// alike are the lines of one form that begin with the same make.
type alike struct {
	lines  []int
	leads  []lead
	asking int
	may    int // that may ask, of a list of parts
	codes  map[string]bool
	parts  bool // some stand behind a number or a label: they are parts of what it counts
}

// leadings lists them, the outermost first.
func leadings() []leading {
	return []leading{
		{fewest: companions - 1, cut: words.emphasised, mark: markInset},
		{fewest: companions - 1, behind: true, cut: words.letterLead, mark: markLetter},
		{fewest: companions, counting: true, cut: words.codeLine, mark: markCodeLine},
		{fewest: companions, counting: true, cut: words.codeLead, mark: markCode},
		{fewest: companions - 1, cut: words.wordLead, mark: markWord},
	}
}

// markLeads makes marks of what lines begin with.
func (w words) markLeads(all []line, lines *ingest.Lines) {
	type manner struct {
		shape string
		form  form
	}
	for _, way := range leadings() {
		makes := map[manner]*alike{}
		for n := 1; n < len(all); n++ {
			l := &all[n]
			if l.kind != text && l.kind != heading {
				continue
			}
			one := way.cut(w, all, n)
			if one.shape == "" {
				continue
			}
			one.asks = one.asks || !way.behind && w.isAnsweredBelow(all, lines, n)
			like := l.form
			if way.behind {
				like.bullet, like.depth, like.label, like.mark = 0, 0, "", 0
			}
			key := manner{one.shape, like}
			if makes[key] == nil {
				makes[key] = &alike{codes: map[string]bool{}}
			}
			makes[key].add(l, n, one)
		}
		for _, found := range makes {
			for _, run := range way.runs(found) {
				for i, n := range run.lines {
					way.mark(&all[n], run.leads[i], run)
				}
			}
		}
	}
}

// isAnsweredBelow reports whether one of the lines right below a line is labelled as an answer.
func (w words) isAnsweredBelow(all []line, lines *ingest.Lines, n int) bool {
	for below := n + 1; below < min(len(all), n+1+longestGap) && all[below].kind == text; below++ {
		if _, labelled := w.CutAnswer(cutItem(lines.Line(below)), false); labelled {
			return true
		}
	}
	return false
}

func (g *alike) add(l *line, n int, one lead) {
	g.lines, g.leads = append(g.lines, n), append(g.leads, one)
	g.codes[one.code] = true
	g.parts = g.parts || l.form.bullet == byNumber || l.form.label == "q"
	if one.asks {
		g.asking++
	}
}

// runs returns the lines to be marked: all, where enough of them ask. Of those that count parts it
// is the lists in which one may ask, or else in which enough do: others are options, or answers.
func (l leading) runs(found *alike) []*alike {
	used := l.isUsed(found)
	switch {
	case used && !l.behind:
		return []*alike{found}
	case !l.behind:
		return nil
	}
	var runs []*alike
	before, roman := 0, false
	for i, one := range found.leads {
		if one.number = numberOf(one.code, roman); i == 0 || one.number <= before {
			roman = len(one.code) > 1 || strings.EqualFold(one.code, "i")
			one.number = numberOf(one.code, roman)
			runs = append(runs, &alike{parts: found.parts})
		}
		before = one.number
		run := runs[len(runs)-1]
		run.lines, run.leads = append(run.lines, found.lines[i]), append(run.leads, one)
		if one.asks {
			run.asking++
		}
		if one.may {
			run.may++
		}
	}
	asks := slices.ContainsFunc(runs, l.isUsed)
	return slices.DeleteFunc(runs, func(run *alike) bool {
		all := run.may >= l.fewest && run.may == len(run.lines)
		return !l.isUsed(run) && (!used || run.may == 0) && (!asks && run.asking == 0 || !all)
	})
}

// isUsed reports whether enough of the lines ask.
func (l leading) isUsed(found *alike) bool {
	n := len(found.lines)
	return found.asking >= l.fewest && 2*found.asking >= n && (!found.leads[0].vague || most(found.asking, n)) &&
		(!l.counting || 2*len(found.codes) >= n) // once more in a key
}

// markLabel makes a label of what a line begins with.
func markLabel(l *line, by lead) {
	if l.form.label == "" || by.number >= 0 {
		l.number = by.number
	}
	l.form.label, l.form.bold, l.behind = "q", 0, ""
	l.words, l.whole = by.rest, by.rest
}

// emphasised cuts words in emphasis before what asks: "**True or false, and explain why:**
// Rye rises.", a number, "**Q1** Why …", or words that other lines begin with, too, "**Check
// your understanding.** Is it …?". In a quote the label of a line is one.
func (w words) emphasised(all []line, n int) lead {
	l := &all[n]
	head, rest := strings.TrimSpace(strings.TrimSuffix(l.words, l.behind)), l.behind
	switch {
	case l.kind != text || l.form.label == "q" || l.tail != "" || len(l.words) > longestInset:
		return lead{}
	case l.form.label != "" && l.form.quoted:
		head, rest = l.form.label, l.words
	case l.form.bold != atFirst || l.behind == "" || l.form.label != "":
		return lead{}
	case w.OffersTrueFalse(head):
		return lead{shape: "?", rest: rest, number: -1, asks: true}
	case l.form.bullet != 0:
		return lead{}
	}
	if bare, labelled := w.CutQuestionLabel(head); labelled && bare == "" && head != "" || isCount(head) {
		part := rest
		if bare, _, letters := cutLetter(rest); letters != "" {
			part = bare
		}
		return lead{shape: "#", rest: rest, number: numberIn(head), asks: w.Asking(part) >= phrase.Strong}
	}
	if !l.form.quoted && (len(strings.Fields(head)) < 2 || len(head) > longestCodeLine || w.Asking(head) >= phrase.Strong) {
		return lead{}
	}
	asks := w.EndsAsking(rest) || w.Asking(rest) > phrase.None
	name := strings.ToLower(strings.Trim(head, " .:!–—-0123456789"))
	return lead{shape: name[strings.LastIndexByte(name, ' ')+1:], rest: rest, number: numberIn(head), asks: asks, vague: true}
}

// markInset makes a label of words in emphasis.
func markInset(l *line, by lead, _ *alike) {
	markLabel(l, by)
	l.verdict = l.verdict || by.shape == "?"
	l.inset = by.shape != "?" && by.shape != "#"
}

// letterLead cuts a letter or a Roman number, behind another mark or not: "a)", "(ii)", "IV.", "a".
func (w words) letterLead(all []line, n int) lead {
	l := &all[n]
	if len(l.words) > len("a ") && l.words[0] >= 'a' && l.words[0] <= 'z' && l.words[1] == ' ' { // "a Why …"
		rest := l.words[len("a "):]
		return lead{shape: "a", code: l.words[:1], rest: rest, asks: w.Asking(rest) >= phrase.Strong, may: w.Asking(rest) > phrase.None, vague: true}
	}
	if l.form.label != "" && l.form.label != "q" || l.form.sign != "" {
		return lead{}
	}
	rest, mark, letters := cutLetter(l.words)
	if letters == "" || isBox(l.words) {
		return lead{}
	}
	if letters != strings.ToLower(letters) {
		mark += "A"
	}
	strength := w.Asking(rest)
	asks := l.worth || l.tail != "" || strength >= phrase.Strong || phrase.HasBlank(rest) || w.goesOnAsking(all, n+1)
	return lead{shape: mark, code: letters, rest: rest, asks: asks, may: asks || strength == phrase.Weak}
}

// goesOnAsking reports whether the words of a line go on, and ask or say what they count.
func (w words) goesOnAsking(all []line, n int) bool {
	for end := min(len(all), n+longestQuestion); n < end && all[n].kind == text && all[n].isBare(); n++ {
		if _, _, letters := cutLetter(all[n].words); letters != "" {
			return false
		}
		if all[n].worth || w.EndsAsking(all[n].words) {
			return true
		}
	}
	return false
}

// markLetter makes the letter of a line its number.
func markLetter(l *line, by lead, of *alike) {
	if l.form.bullet == 0 {
		l.number = by.number
	}
	l.form.bullet = byLetter
	if of.parts {
		l.form.bullet = byNumber
	}
	l.form.depth, l.form.label, l.form.mark, l.part = 0, "", 0, true
	l.keep(by.rest)
}

// codeLead cuts a code by which a catalogue numbers its questions: "T1A01", "1.1.02-001".
func (w words) codeLead(all []line, n int) lead {
	l := &all[n]
	end := strings.IndexAny(l.words[:min(len(l.words), longestCode+4)], " \t")
	if end < shortestCode {
		return lead{}
	}
	code, rest := codeOf(l.words[:end]), strings.TrimSpace(l.words[end:])
	if code == "" || rest == "" {
		return lead{}
	}
	if isDecimal(code) && l.kind == text && l.form.plain() {
		return lead{shape: ".", code: code, rest: rest, number: numberIn(code), asks: isNextDecimal(all, n, code) || w.Asking(rest) >= phrase.Strong}
	}
	bare, _, graded := w.CutGrade(rest)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(bare, "\"'“‘«¿¡*_`([ "))
	asks := !unicode.IsLower(first) && (graded || w.Asking(bare) >= phrase.Strong || phrase.HasBlank(bare) || offersIn(all[n+1:])) // "S3 buckets: …" has no code
	return lead{shape: shapeOf(code), code: code, rest: rest, number: numberIn(code), asks: asks}
}

// isNextDecimal reports whether a line near one begins with the number before its own or behind.
func isNextDecimal(all []line, n int, code string) bool {
	chapter, item := code[:strings.LastIndexByte(code, '.')+1], numberIn(code)
	begins := func(l line, item int) bool { return strings.HasPrefix(l.words, chapter+strconv.Itoa(item)+" ") }
	for away := 1; away <= longestQuestion; away++ {
		if n > away && begins(all[n-away], item-1) || n+away < len(all) && begins(all[n+away], item+1) {
			return true
		}
	}
	return false
}

func markCode(l *line, by lead, _ *alike) {
	if l.form.bullet == 0 {
		l.form.bullet = byCode
	}
	l.number, l.words, l.whole = by.number, by.rest, by.rest
}

// wordLead cuts a word that names what kind of question follows: "Problem. A car …", "*Check:* Why …".
func (w words) wordLead(all []line, n int) lead {
	l := &all[n]
	said := strings.TrimLeft(l.words, "*_")
	end := strings.IndexFunc(said, func(r rune) bool { return !unicode.IsLetter(r) })
	if end <= shortestCode || end > 3*longestLabel {
		return lead{}
	}
	rest := strings.TrimLeft(said[end:], " \u00a0\u202f") // "Exercice :"
	if rest == "" || rest[0] != ':' && (rest[0] != '.' || said[end] != '.') {
		return lead{}
	}
	first, _ := utf8.DecodeRuneInString(said)
	rest = strings.TrimSpace(strings.TrimLeft(rest[1:], "*_"))
	name := strings.ToLower(said[:end])
	if _, answers := w.CutAnswer(said, false); answers || !unicode.IsUpper(first) || rest == "" || w.Asking(name+" it") >= phrase.Strong { // "Define: …"
		return lead{}
	}
	asks := w.IsTask(name) || l.worth || w.Asking(rest) > phrase.None || w.EndsAsking(l.words) || w.goesOnAsking(all, n+1)
	return lead{shape: name, rest: rest, asks: asks}
}

// markWord leaves the words behind such a word.
func markWord(l *line, by lead, _ *alike) { l.words, l.whole, l.worded = by.rest, by.rest, true }

// codeLine cuts a line that consists of a code, with the letter of the right option and
// references in brackets behind it or not, "K1A02 (C) [4.12]", or a title of a word and a
// number, "Item 3": it names what stands below.
func (w words) codeLine(all []line, n int) lead {
	l := &all[n]
	if len(l.words) < shortestCode || len(l.words) > longestCodeLine || l.form.bullet != 0 || l.form.quoted {
		return lead{}
	}
	head, rest, _ := strings.Cut(l.words, " ")
	code := codeOf(head)
	below := blockBelow(all, n)
	if number := numberIn(rest); code == "" && l.kind == heading && number >= 0 && strings.Trim(rest, "0123456789.") == "" {
		return lead{shape: strings.ToLower(head), code: rest, number: number, asks: w.blockAsks(below) || offersIn(all[n+1:])}
	}
	if code == "" {
		return lead{}
	}
	one := lead{shape: shapeOf(code), code: code, number: numberIn(code)}
	for token := range strings.FieldsSeq(rest) {
		place := letterOf(strings.Trim(token, "[]"))
		bracketed := strings.ContainsAny(token[:1], "([") && strings.ContainsAny(token[len(token)-1:], ")]")
		switch {
		case place >= 0 && one.right == 0:
			one.right = place + 1
		case !bracketed:
			return lead{}
		}
	}
	one.asks = w.blockAsks(below) || one.right > 0 && offersIn(below)
	return one
}

func markCodeLine(l *line, by lead, _ *alike) {
	l.form.label, l.right, l.number = "q", by.right, by.number
	l.words, l.whole = "", ""
}

// longestInset is the longest line that words in emphasis lead into, in bytes.
const longestInset = 2000

// Limits of a code that counts a question.
const (
	shortestCode    = 2
	longestCode     = 16
	longestCodeLine = 60 // bytes of a line that is nothing but a code
)

// codeOf returns the code that a token is, digits together with letters or with marks
// between them, in brackets or not; "" for any other.
func codeOf(token string) string {
	code := strings.Trim(token, "[]():.*-")
	stray := func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("0123456789.-_/", r) }
	behind := strings.TrimRight(code, "0123456789")
	if behind == code || strings.Trim(code, "0123456789") == "" || len(code) > longestCode || strings.ContainsFunc(code, stray) {
		return ""
	}
	return code
}

// shapeOf returns of what a code is made, its letters and its digits aside.
func shapeOf(code string) string {
	shape := []rune(code)
	for i, r := range shape {
		if unicode.IsDigit(r) {
			shape[i] = '9'
		} else if unicode.IsLetter(r) {
			shape[i] = 'a'
		}
	}
	return string(slices.Compact(shape))
}

// blockBelow returns the lines of the block below a code: right below it, or
// below a blank line too where it is a title.
func blockBelow(all []line, n int) []line {
	first := n + 1
	for (all[n].kind == heading || all[n].form.bold == asAWhole) && first < min(len(all), n+longestGap) && all[first].kind == blank {
		first++
	}
	last := first
	for last < min(len(all), first+longestQuestion) && all[last].kind == text {
		last++
	}
	return all[first:last]
}

// blockAsks reports whether a block of lines asks.
func (w words) blockAsks(block []line) bool {
	for i, l := range block {
		if w.EndsAsking(l.words) || i == 0 && w.Asking(l.words) >= phrase.Strong {
			return true
		}
	}
	return false
}

// longestOffer is how many lines below a question its options begin at the latest.
const longestOffer = 24

// offersIn reports whether options stand in some lines, before the next title.
func offersIn(block []line) bool {
	for _, l := range block[:min(len(block), longestOffer)] {
		_, _, letters := cutLetter(l.words)
		if strings.EqualFold(letters, "b") || strings.HasPrefix(l.words, "[x] ") {
			return true
		}
		if l.kind == heading {
			break
		}
	}
	return false
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
	if !slices.Contains([]string{")", ".", "()", "[]"}, open+closing) {
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
