package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	textkit "github.com/quarrykb/quarry/internal/text"
)

// kind is what a line is, apart from what it says.
type kind uint8

const (
	text      kind = iota
	blank          // nothing but white space
	code           // between fences
	heading        // a heading by its own mark
	separator      // a rule between blocks
	filler         // carries no words of its own: a tag alone, an anchor, a note of the card
	taken          // by another finder
)

// line is one line of the text.
type line struct {
	kind   kind
	indent int // columns of white space before its first mark
	form   form
	number int    // its own number, -1 for none
	words  string // what its marks leave of it, its own grade included
	whole  string // the same, with its label and its sign
	tail   string // what stands behind a question on the line itself
	uncut  string // the words with their tail
	behind string // the words behind its emphasis, where that only begins the line

	grade quarry.Difficulty // by the text's own marks, "" for none

	stated  bool            // the tail is labelled as an answer
	verdict bool            // the tail says true or false
	worth   bool            // it says how much an answer counts, or where it is from
	asks    phrase.Strength // how surely, the grade that it states aside
	asked   bool            // asks and graded are known
	graded  bool            // it states a difficulty behind its words, or before them
	fresh   bool            // it goes on from nothing above it
	titles  bool            // it is a title without a heading's mark
	part    bool            // a letter counts it as a part of a question
	inset   bool            // a label that others repeat opens it
	keyed   bool            // it is the title of a key of several answers
	answers bool            // it begins with the label of an answer, or hides one
	worded  bool            // a word did that names what kind of question it is
	right   int             // the place of the option that it names as right, from 1, 0 for none
}

// bullet is what an item of a list begins with, and bold how far a line is.
type (
	bullet byte
	bold   byte
)

const (
	byMark   bullet = '-'
	byNumber bullet = '1'
	byLetter bullet = 'a'
	byCode   bullet = 'c'
	atFirst  bold   = 'l'
	asAWhole bold   = 'w'
)

// form is what the marks of a line say. Lines of one form look alike.
type form struct {
	heading int    // its level, 0 for none
	bullet  bullet // 0 for none
	mark    rune   // which list mark it is
	depth   int    // of a list item: its indentation by twos
	bold    bold   // 0 for none
	label   string // the word before a colon, folded; "q" for all that name a question
	sign    string // what stands before the first word and is none of these
	quoted  bool   // in a quote
	tail    bool   // what may be its answer stands on the line itself
}

// plain reports whether a line has no mark at all.
func (f form) plain() bool { return f == form{} }

// readLines tells what every line is, counted from 1, and whether each says a thing of its own.
func (w words) readLines(lines *ingest.Lines, wraps bool) ([]line, bool) {
	fences := fencesOf(lines)
	all := make([]line, lines.Lines()+1)
	for n := 1; n <= lines.Lines(); n++ {
		switch {
		case !lines.Free(n):
			all[n].kind = taken
		case !fences[n] && ingest.FenceOf(lines.Line(n)) != "": // stray
			all[n].kind = filler
		case fences[n]:
			all[n] = line{kind: code, indent: textkit.Indent(lines.Line(n))}
		default:
			all[n] = w.readLine(lines.Line(n))
		}
	}
	underline(all)
	w.markTickets(all)
	dropRare(all)
	markMissed(all)
	w.dropTails(all)
	w.markLeads(all, lines)
	w.markPairs(all)
	w.markTitles(all)
	markCapitals(all)
	return all, w.markFresh(all, lines, wraps)
}

// dropRare gives lines the label and the sign back that few others have: they
// are words of their own, and no mark of a layout.
func dropRare(all []line) {
	labels, signs := map[string]int{}, map[string]int{}
	for n := range all {
		labels[all[n].form.label]++
		signs[all[n].form.sign]++
	}
	for n := range all {
		l := &all[n]
		rareLabel := l.form.label != "" && l.form.label != "q" && labels[l.form.label] < companions
		if rareLabel || (l.form.sign != "" && signs[l.form.sign] < companions) {
			l.words, l.form.label, l.form.sign = l.whole, "", ""
			if l.behind != "" {
				l.form.bold = atFirst
			}
		}
	}
}

// longestItem is how many lines below a numbered line the next but one begins at the latest.
const longestItem = 100

// markMissed makes lines like those around them that are counted between two others and whose
// number is written otherwise: "9 .Which", "q4 Where".
func markMissed(all []line) {
	before := &all[0]
	for n := range all {
		l := &all[n]
		bare := strings.TrimLeft(l.words, "Qq(")
		rest := strings.TrimLeft(bare, "0123456789")
		number := numberIn(bare[:len(bare)-len(rest)])
		if number > 1 && number == before.number+1 && l.kind == before.kind && l.form.bullet == 0 && l.form.label == "" && l.form.heading == before.form.heading {
			next := func(m line) bool { return m.form == before.form && m.number == number+1 }
			if rest = strings.TrimLeft(rest, " .):"); rest != "" && slices.ContainsFunc(all[n:min(len(all), n+longestItem)], next) {
				l.form, l.number = before.form, number
				l.keep(rest)
			}
		}
		if (l.kind == text || l.kind == heading) && (l.form.bullet == byNumber || l.form.label == "q") && l.number > 0 {
			before = l
		}
	}
}

// fencesOf tells which lines are code. A heading behind a rule, as three others
// in the text stand, is none: the end of a code block is lost.
func fencesOf(lines *ingest.Lines) []bool {
	fences := lines.Fences()
	var apart [7]int
	for n := 1; n <= lines.Lines(); n++ {
		if level := levelBehindRule(lines, n); level > 0 && !fences[n] {
			apart[level]++
		}
	}
	return lines.FencesUntil(func(n int) bool {
		level := levelBehindRule(lines, n)
		return level > 0 && apart[level] >= companions
	})
}

// levelBehindRule returns the level of a heading that a rule stands above, 0 for any other line.
func levelBehindRule(lines *ingest.Lines, n int) int {
	level := phrase.HeadingLevel(lines.Line(n))
	if level == 0 {
		return 0
	}
	for n--; n > 1 && lines.Blank(n); n-- {
	}
	if n < 1 || !isSeparator(strings.TrimSpace(lines.Line(n))) {
		return 0
	}
	return level
}

// underline turns a line above a row of equal signs or hyphens into a heading,
// where nothing but a blank line stands above it.
func underline(all []line) {
	for n := 1; n+1 < len(all); n++ {
		above := n == 1 || all[n-1].kind == blank || all[n-1].kind == filler
		rule := all[n+1].words
		if all[n].kind != text || !all[n].form.plain() || !above || all[n+1].kind != separator || len(rule) < 2 {
			continue
		}
		level := strings.IndexByte("=-", rule[0]) + 1
		if level > 0 && strings.Trim(rule, rule[:1]) == "" {
			all[n].kind, all[n].form = heading, form{heading: level}
			all[n+1].kind = filler
		}
	}
}

func (w words) readLine(written string) line {
	bare := strings.TrimSpace(strings.TrimPrefix(written, "\ufeff"))
	l := line{indent: textkit.Indent(written), number: -1, words: bare}
	switch {
	case bare == "":
		l.kind = blank
	case isSeparator(bare):
		l.kind = separator
	case w.MetaLine(bare), isContents(bare):
		l.kind = filler
	case bare[0] == '>':
		l.readQuoted(w, strings.TrimSpace(strings.TrimLeft(bare, "> ")))
	default:
		l.readMarks(w, bare)
		l.readTail(w)
	}
	return l
}

// readQuoted reads a line of a quote.
func (l *line) readQuoted(w words, bare string) {
	l.form.quoted = true
	if bare == "" {
		l.kind = blank
		return
	}
	l.readMarks(w, bare)
	if l.kind == heading {
		l.kind = text
	}
	l.readTail(w)
}

// isContents reports whether dots lead from a line's words to the number of a page.
func isContents(bare string) bool {
	words := strings.TrimRight(bare, "0123456789 ")
	return words != bare && (strings.HasSuffix(words, "....") || strings.HasSuffix(words, ". . ."))
}

// isSeparator reports whether a line is a rule: three or more of one of the signs that rules are
// drawn with, spaces between them or not, or points with spaces between them.
func isSeparator(bare string) bool {
	joined := strings.ReplaceAll(bare, " ", "")
	return len(joined) >= 2 && (strings.Contains("-*_=~", joined[:1]) || strings.HasPrefix(bare, ". .")) &&
		strings.Trim(joined, joined[:1]) == "" && (len(joined) > 2 || strings.Contains("=-~", joined[:1]))
}

// readMarks takes the marks off a line, the outermost first.
func (l *line) readMarks(w words, rest string) {
	if level := phrase.HeadingLevel(rest); level > 0 {
		l.kind, l.form.heading = heading, level
		rest = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest[level:]), "#"))
	}
	rest = cutPicture(w.withoutTime(strings.ReplaceAll(rest, "&nbsp;", " ")))
	bare := w.CutTrail(rest)
	l.worth = bare != rest
	l.words, l.whole = bare, bare
	for range 4 { // a list mark, a number, emphasis, a label, in any order
		if !l.cutItemMark() && !l.cutBold() && !l.cutLabel(w) {
			break
		}
	}
	if l.form.plain() && l.kind != heading && !isDirective(l.words) {
		l.readSign(w)
	}
}

// cutPicture takes a picture off the front of what is emphasised: "⏸ **Pause.** Which …".
func cutPicture(said string) string {
	if bare := strings.TrimLeftFunc(said, isPicture); strings.HasPrefix(bare, "**") || strings.HasPrefix(bare, "__") {
		return bare
	}
	return said
}

// readSign takes a sign off the front of a line without any other mark.
func (l *line) readSign(w words) {
	bare := l.cutSign(l.words)
	if l.form.sign == "" {
		return
	}
	if _, _, graded := w.CutGrade(l.words); !graded { // "★★ Why…" keeps them, and is told by the first
		l.words = bare
	}
	first, _ := utf8.DecodeRuneInString(l.form.sign)
	l.form.sign = string(first)
}

// cutItemMark takes a list mark or a number off a line's words.
func (l *line) cutItemMark() bool {
	if l.form.bullet != 0 {
		return false
	}
	item := phrase.ItemOf(l.words)
	next, mark, number := item.Rest, bullet(item.Mark), item.Number
	if head, rest, _ := strings.Cut(l.words, " "); l.form.bold == atFirst && isDecimal(head) && strings.TrimSpace(l.behind) == strings.TrimSpace(rest) {
		next, mark, number = rest, byNumber, numberIn(head)
	}
	if mark == 0 {
		return false
	}
	l.form.bullet, l.number = mark, number
	if mark == byMark {
		l.form.mark, _ = utf8.DecodeRuneInString(l.words)
	}
	if l.kind != heading && l.form.bold == 0 {
		l.form.depth = min(l.indent/2, deepest)
	}
	l.keep(next)
	return true
}

// isDecimal reports whether words are the number of a chapter's item: "4.12".
func isDecimal(words string) bool {
	words = strings.TrimRight(words, ".")
	return strings.Contains(words, ".") && strings.Trim(words, "0123456789.") == "" && numberIn(words) >= 0
}

// cutBold takes emphasis off the front of a line's words, and its end.
func (l *line) cutBold() bool {
	if l.form.bold != 0 {
		return false
	}
	size := len(l.words) - len(strings.TrimLeft(l.words, "*"))
	if size == 0 {
		size = len(l.words) - len(strings.TrimLeft(l.words, "_"))
	}
	if size == 0 || size > 3 || size == len(l.words) || l.words[size] == ' ' {
		return false
	}
	inner, behind, closed := strings.Cut(l.words[size:], l.words[:size])
	switch {
	case !closed:
		return false
	case strings.Trim(behind, " .:?!*_") == "":
		l.form.bold = asAWhole
	case size == 1: // a word in italics opens nothing
		return false
	default:
		l.form.bold, l.behind = atFirst, strings.TrimSpace(behind)
	}
	l.keep(inner + behind)
	return true
}

// cutLabel takes a label off a line's words.
func (l *line) cutLabel(w words) bool {
	if l.form.label == "q" {
		return false
	}
	next, label, number := w.cutLabel(l.words)
	if label == "" || l.form.label != "" && label != "q" { // "maya: Q2: …"
		return false
	}
	l.form.label = label
	if number >= 0 {
		l.number = number
	}
	if l.form.bold == atFirst && strings.TrimLeft(l.behind, ": ") == strings.TrimSpace(next) { // "**Q:** Why …", and "Q: Why …" elsewhere
		l.form.bold = 0
	}
	l.words = strings.TrimSpace(next)
	if grade, ok := w.GradeLine(next); ok && label == "q" { // "Exercise 3 (easy)"
		l.words, l.grade = "", grade
	}
	return true
}

// keep takes what a mark leaves for the line's words, for the whole while it has no label.
func (l *line) keep(rest string) {
	l.words = strings.TrimSpace(rest)
	if l.form.label == "" {
		l.whole = l.words
	}
}

// deepest is the deepest nesting of list items that are told apart.
const deepest = 8

// longestSign is the longest run of signs that can be a mark, in characters.
const longestSign = 8

// cutSign takes a run of signs off the front that are no letters, no digits and
// none of those that sentences open with.
func (l *line) cutSign(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSpace(r) || strings.ContainsRune("\"'“‘«¿¡`$([{<\\|&!", r)
	})
	if end <= 0 || utf8.RuneCountInString(text[:end]) > longestSign {
		return text
	}
	if sign := text[:end]; strings.Trim(sign, "*_") == "" && text[end] != ' ' && strings.Contains(text[end:], sign) {
		return text // emphasis
	}
	l.form.sign = text[:end]
	return strings.TrimSpace(text[end:])
}
