package pattern

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	textkit "github.com/quarrykb/quarry/internal/text"
)

// mark is what counts an entry of a key.
type mark struct {
	number int
	part   int    // of a letter right behind the number, "1a", 0 for none
	manner string // in what manner it is written
	letter bool   // a letter counts it, no number
	bold   bool
	strong bool // no words begin so
}

// markPattern is what may count an entry: "1.", "(2)", "**3**", "4 –", "5a", "b)".
func markPattern() *regexp.Regexp {
	const bold, digits, closing = `(\*{0,2}|_{0,2})`, `([0-9０-９]{1,3}(?:\.[0-9]{1,3})*)`, `([.):=|、．）：–—-]|번:?)`
	return regexp.MustCompile(`^[(（#]?` + bold + `(?:` + digits + `([A-Ja-j]\b)?|([A-Ja-j]))` + bold + `(?:\s{0,4}` + closing + `)?` + bold)
}

// sectionPattern is the name of a part of a sheet before the entries that answer it.
const sectionPattern = `^ {0,3}[*_]{0,2}(?:\p{L}{2,10}\.? (?:[A-Z]|[IVX]{1,4}|([0-9]{1,2}))|[A-Z])[*_]{0,2} ?[:：.)][*_]{0,2}\s+`

// longestCount is how much of a text is looked at for a mark, in bytes.
const longestCount = 64

// markAt reads the mark that a text begins with, and returns how long it is, 0 where there is none.
func (t *reader) markAt(said string) (mark, int) {
	m := t.marks.FindStringSubmatch(said[:min(len(said), longestCount)])
	if m == nil {
		return mark{}, 0
	}
	closing, rest := m[6], said[len(m[0]):]
	found := mark{number: numberIn(m[2]), part: letterOf(m[3]) + 1, manner: m[1] + closing, letter: m[2] == "", bold: m[1] != "" && m[1] == m[5]+m[7]}
	found.strong = found.bold || closing != "" && !strings.Contains("=–—-", closing)
	if found.letter {
		found.number, found.manner = letterOf(m[4])+1, "a"+found.manner
	}
	apart := rest == "" || strings.TrimLeft(rest, " \t　") != rest
	if letters := len(rest) - len(strings.TrimLeft(rest, "abcdefghij")); m[2] != "" && letters > 1 { // "2ac"
		apart = apart || letters == len(rest) || strings.IndexByte(" ,;\t", rest[letters]) >= 0
	}
	if found.letter && !slices.Contains([]string{".", ")", "）"}, closing) || closing == "" && !found.bold && (!apart || strings.Contains(m[2], ".")) {
		return mark{}, 0
	}
	return found, len(m[0])
}

// entries reads what a key counts. Numbers that count on in one manner begin an entry each,
// and so do numbers or letters that count on within one from right behind its number.
type entries struct {
	t            *reader
	all          []keyed
	outer, inner mark  // the last that begins an entry, and the last that counts within it
	within       int   // where the first that counts within it ends, 0 once a second does
	indent       int   // of the first entry
	bare         bool  // nothing was said since the last mark
	labelled     bool  // they stand below the label of an answer, or in what hides one
	section      bool  // a part of the sheet is named before the last, whose letters count by themselves
	loose        bool  // blank lines part the entries
	closed       bool  // what the last entry says is over
	lines        []int // on which marks stand
}

// readFrom reads the lines from one on and before another, up to the next title or key, and returns
// that line. Below a label the next list that counts from 1 asks.
func (r *entries) readFrom(n, end, level int) int {
	for ; n < end; n++ {
		l := &r.t.lines[n]
		if m, _ := r.t.markAt(cutItem(r.t.text.Line(n))); r.labelled && !r.bare && m.number == 1 && len(r.all) > 1 && r.t.lines[n-1].kind == blank {
			break
		}
		if _, opens := r.t.opensKey(n); opens || l.kind == taken || l.kind == heading && l.form.heading <= level {
			break
		}
		ends := strings.TrimSpace(textkit.WithoutTags(r.t.text.Line(n))) == "" // "</details>"
		if k := l.kind; !ends && (k == text || k == code || k == heading) {
			r.readLine(n, 0)
		}
	}
	return n
}

// readLine reads a line from some byte of it on.
func (r *entries) readLine(n, at int) {
	l, line, base, before := &r.t.lines[n], r.t.text.Line(n), r.t.text.LineStart(n), len(r.all)
	titles := at > 0 // "## Answers: 1. B 2. C"
	r.closed = r.closed || l.kind == heading || l.kind == text && l.form.bold == asAWhole && l.number < 0 || before > 1 && !r.loose && !r.bare && r.t.lines[n-1].kind == blank && l.form.bullet == 0 && l.indent <= r.indent
	if at == 0 && l.kind != code {
		if at = r.readSection(n, line); at == 0 {
			at = r.readStart(n, line)
		}
	}
	for opens := len(r.all) == before; (l.kind == text || titles) && at < len(line); {
		m, size := r.t.markAt(line[at:])
		if size > 0 && r.take(m, n, base+at, base+at+size, opens) {
			opens = false
			at += size
			continue
		}
		next := len(line) - at
		if between := strings.IndexAny(line[at:], betweenEntries); between >= 0 {
			_, size = utf8.DecodeRuneInString(line[at+between:])
			next = between + size
		}
		said := strings.Trim(line[at:at+next], betweenEntries) != ""
		r.bare, opens = r.bare && !said, opens && !said
		at += next
	}
	if before > 0 && before == len(r.all) && !r.closed {
		r.all[before-1].last, r.all[before-1].end = n, r.t.text.LineEnd(n)
	}
}

// readSection returns where an entry begins behind the name of the part of a sheet that it answers:
// "Part A: 1. …", "Ex. 2 : a) …"; 0 where there is none.
func (r *entries) readSection(n int, line string) int {
	name := r.t.section.FindStringSubmatch(line)
	if name == nil {
		return 0
	}
	at := len(name[0])
	m, marked := r.t.markAt(line[at:])
	switch number := numberIn(name[1]); {
	case marked == 0 || m.number != 1 && (m.letter || m.number != r.outer.number+1):
		return 0
	case number > 0 && m.number == 1:
		if base := r.t.text.LineStart(n); !r.take(mark{number: number, manner: "q", strong: true}, n, base, base+at, true) {
			return 0
		}
	default:
		r.outer, r.inner, r.section = mark{number: m.number - 1}, mark{}, true
	}
	return at
}

// betweenEntries are the characters that may stand before the mark of an entry.
const betweenEntries = " \t|,;/·　"

// readStart takes the label of a question, or what else numbers a line, for the mark of an entry,
// and returns where the line goes on.
func (r *entries) readStart(n int, line string) int {
	l, base := &r.t.lines[n], r.t.text.LineStart(n)
	at := len(strings.TrimRightFunc(line, unicode.IsSpace)) - len(cutItem(line))
	if counted := strings.TrimLeftFunc(line[at:], unicode.IsLetter); l.answers && numberIn(counted[:min(len(counted), 1)]) >= 0 { // "R1. …"
		return len(line) - len(counted)
	}
	_, size := r.t.markAt(line[at:])
	labelled := l.form.label == "q" && r.t.words.Asking(l.words) < phrase.Strong
	if l.number < 0 || !labelled && (size > 0 || l.kind == heading || l.form.bullet == 0) {
		return at
	}
	at = len(line)
	if l.kind == text && l.words != "" {
		at = max(0, strings.LastIndex(line, l.words))
	}
	if l.part { // "Q1 (a) …"
		at = strings.LastIndexByte(strings.TrimRight(line[:at], " "), ' ') + 1
	}
	r.take(mark{number: l.number, manner: "q", strong: true}, n, base, base+at, true)
	return at
}

// take takes a mark for that of an entry where it counts on.
func (r *entries) take(m mark, n, from, to int, opens bool) bool {
	i, at := len(r.all)-1, position{-1, m.number, m.letter}
	if m.part > 0 {
		at = position{m.number, m.part, true}
	}
	next := m.number == r.outer.number+1 || m.number == r.outer.number && m.part == r.outer.part+1
	follows := i >= 0 && m.manner == r.outer.manner && (next || m.bold && m.number > r.outer.number)
	switch within := r.inner.number > 0 && m.manner == r.inner.manner && m.number == r.inner.number+1; {
	case within && (opens || r.parts(m, from)):
		if r.within > 0 { // the second tells that the first counts
			one := &r.all[i]
			one.position, one.first, one.start, r.within = r.inside(r.inner), r.t.text.LineOf(r.within-1), r.within, 0
		}
		r.inner, at = m, r.inside(m)
	// Behind the name of a task the first that is answered may be any of its parts.
	case (m.number == 1 || opens && r.inner.number == 0 && r.outer.manner == "q") && r.bare && m.manner != r.outer.manner:
		r.inner, r.within, r.lines = m, to, append(r.lines, n)
		return true
	case (!m.letter || r.section) && (opens && (i < 0 || next || follows || m.strong && r.t.lines[n].indent <= r.indent+1) || follows && r.parts(m, from)):
		r.outer, r.inner, r.section = m, mark{}, r.section && m.letter
	default:
		return false
	}
	if i < 0 {
		r.indent = r.t.lines[n].indent
	} else if last := &r.all[i]; last.last == n {
		last.end, last.parted = from, true
	}
	r.loose = r.loose || opens && i >= 0 && r.t.lines[n-1].kind == blank
	r.all, r.lines = append(r.all, keyed{at, n, n, to, r.t.text.LineEnd(n), false}), append(r.lines, n)
	r.bare, r.closed = true, false
	return true
}

// inside returns what a mark within an entry counts.
func (r *entries) inside(m mark) position { return position{r.outer.number, m.number, m.letter} }

// parts reports whether a mark parts an entry from the one before it on its line. A number
// without a mark may stand among words: only a single word, another sign or a gap is before one.
func (r *entries) parts(m mark, from int) bool {
	before := r.t.text.Cut(quarry.Span{ByteStart: max(r.all[len(r.all)-1].start, from-longestCount), ByteEnd: from})
	behind := last(strings.TrimRight(before, " "))
	return m.strong || len(strings.Fields(before)) < 2 || strings.HasSuffix(before, "  ") || strings.ContainsRune("\t　,;|/·-–—", behind)
}
