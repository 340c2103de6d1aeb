package pattern

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// mark is what counts an entry of a key.
type mark struct {
	number int
	part   int    // of a letter that stands right behind the number, "1a", 0 for none
	letter bool   // a letter counts it, no number
	manner string // how it is written: the marks around it
	strong bool   // no words begin so
	bold   bool
}

// markPattern is a number or a letter that may count an entry: "1.", "(2)", "**3**", "4 –",
// "5a", "b)".
func markPattern() *regexp.Regexp {
	return regexp.MustCompile(`^[(（#]?(\*{0,2}|_{0,2})(?:([0-9０-９]{1,3}(?:\.[0-9]{1,3})*)([A-Ja-j]\b)?|([A-Ja-j]))` +
		`(\*{0,2}|_{0,2})(?:\s{0,4}([.):=|、．）：–—-]|번:?))?(\*{0,2}|_{0,2})`)
}

// longestCount is how much of a text is looked at for a mark, in bytes.
const longestCount = 64

// markAt reads the mark that a text begins with, and returns how long it is, 0 where there is
// none.
func (t *reader) markAt(said string) (mark, int) {
	m := t.marks.FindStringSubmatch(said[:min(len(said), longestCount)])
	if m == nil {
		return mark{}, 0
	}
	digits, closing, bold := m[2], m[6], m[1] != "" && m[1] == m[5]+m[7]
	found := mark{number: codeNumber(digits), letter: digits == "", bold: bold, strong: bold || closing != "" && !strings.Contains("=–—-", closing)}
	found.manner = m[1] + closing
	if found.letter {
		found.number, found.manner = letterOf(m[4])+1, "a"+found.manner
	} else if m[3] != "" {
		found.part = letterOf(m[3]) + 1
	}
	rest := said[len(m[0]):]
	apart := closing != "" || bold || rest == "" || strings.TrimLeft(rest, " \t　") != rest
	if !apart || found.letter && !strings.Contains(".)）", closing) || found.letter && closing == "" {
		return mark{}, 0
	}
	return found, len(m[0])
}

// entries reads what a key counts. Numbers that count on in one manner begin an entry each,
// and so do numbers or letters that count on within one from right behind its number.
type entries struct {
	t            *reader
	all          []keyed
	outer, inner mark
	within       int   // where the first mark that counts within an entry ends
	indent       int   // of the first entry
	bare         bool  // nothing was said since the last mark
	loose        bool  // blank lines part the entries
	closed       bool  // what the last entry says is over
	columns      []int // by what a row of a table numbers its cells, 0 for none
	lines        []int // on which marks stand
}

// readFrom reads the lines from one on, up to the next title of the document's parts or of
// another key, and returns that line.
func (r *entries) readFrom(n, level int) int {
	for ; n < len(r.t.lines); n++ {
		l := &r.t.lines[n]
		if _, opens := r.t.opensKey(n); opens || l.kind == taken || l.kind == heading && l.form.heading <= level {
			break
		}
		if k := l.kind; (k == text || k == code || k == heading) && !r.readRow(n) {
			r.readLine(n, 0)
		}
	}
	return n
}

// readLine reads a line from some byte of it on.
func (r *entries) readLine(n, at int) {
	l, line, base := &r.t.lines[n], r.t.text.Line(n), r.t.text.LineStart(n)
	before := len(r.all)
	r.closed = r.closed || l.kind == heading || before > 1 && !r.loose && !r.bare && r.t.lines[n-1].kind == blank
	if at == 0 && l.kind != code {
		at = r.readStart(n, line)
	}
	for opens := len(r.all) == before; l.kind == text && at < len(line); {
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
	if i := len(r.all) - 1; i >= 0 && i < before && !r.closed {
		r.all[i].last, r.all[i].end = n, r.t.text.LineEnd(n)
	}
}

// readStart takes the label of a question, or what else numbers a line, for the mark of an entry,
// and returns where the line goes on.
func (r *entries) readStart(n int, line string) int {
	l, base := &r.t.lines[n], r.t.text.LineStart(n)
	at := len(strings.TrimRight(line, " \t")) - len(cutItem(line))
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

// betweenEntries are the characters that may stand before the mark of an entry.
const betweenEntries = " \t|,;/·　"

// take takes a mark for that of an entry where it counts on.
func (r *entries) take(m mark, n, from, to int, opens bool) bool {
	i, at := len(r.all)-1, position{m.number, m.part}
	follows := m.manner == r.outer.manner && (m.number == r.outer.number+1 || m.bold && m.number > r.outer.number ||
		m.number == r.outer.number && m.part == r.outer.part+1)
	switch within := r.inner.number > 0 && m.manner == r.inner.manner && m.number == r.inner.number+1; {
	case within && (opens || r.parts(m, from)):
		if r.inner.number == 1 { // the second tells that the first counts
			r.all[i].position, r.all[i].first, r.all[i].start = r.inside(r.inner), r.t.text.LineOf(r.within-1), r.within
		}
		r.inner, at = m, r.inside(m)
	case m.number == 1 && r.bare && (m.letter || !opens && m.manner != r.outer.manner):
		r.inner, r.within, r.lines = m, to, append(r.lines, n)
		return true
	case m.letter && (m.number > 1 || i >= 0):
		return false
	case m.letter:
		r.inner, r.within, at = m, to, r.inside(m)
	case opens && (i < 0 || m.number == r.outer.number+1 || follows || m.strong && r.t.lines[n].indent <= r.indent+1), follows && r.parts(m, from):
		r.outer, r.inner = m, mark{}
	default:
		return false
	}
	if i < 0 {
		r.indent = r.t.lines[n].indent
	} else if last := &r.all[i]; last.last == n {
		last.end, last.parted = from, true
	}
	r.loose = r.loose || opens && i >= 0 && r.t.lines[n-1].kind == blank
	r.all = append(r.all, keyed{position: at, first: n, last: n, start: to, end: r.t.text.LineEnd(n)})
	r.bare, r.closed, r.lines = true, false, append(r.lines, n)
	return true
}

// inside returns what a mark within an entry counts.
func (r *entries) inside(m mark) position {
	if m.letter {
		return position{r.outer.number, m.number}
	}
	return position{m.number, 0}
}

// parts reports whether a mark parts an entry from the one before it on its line. A number
// without a mark may stand among words: only a single word, another sign or a gap is before one.
func (r *entries) parts(m mark, from int) bool {
	before := r.t.text.Cut(quarry.Span{ByteStart: r.all[len(r.all)-1].start, ByteEnd: from})
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " "))
	return m.strong || len(strings.Fields(before)) < 2 || strings.HasSuffix(before, "  ") || strings.ContainsRune("\t　,;|/·-–—", last)
}

// readRow reads the row of a table whose cells are numbered by the row above, and notes the
// numbers of one that has little else.
func (r *entries) readRow(n int) bool {
	line, at := r.t.text.Line(n), r.t.text.LineStart(n)
	if !strings.HasPrefix(line, "|") || strings.Trim(line, " |:-") == "" {
		return strings.HasPrefix(line, "|")
	}
	above, counted := r.columns, 0
	r.columns = nil
	for i, cell := range strings.Split(line, "|") {
		if i < len(above) && above[i] > 0 {
			r.all = append(r.all, keyed{position: position{above[i], 0}, first: n, last: n, start: at, end: at + len(cell)})
		}
		number := -1
		if bare := strings.Trim(cell, " *."); len(bare) < 4 && strings.Trim(bare, "0123456789") == "" {
			number = numberIn(bare)
		}
		if i > 0 && number > 0 && number == max(0, r.columns[i-1])+1 {
			counted++
		}
		r.columns = append(r.columns, number)
		at += len(cell) + 1
	}
	if counted < companions || above != nil {
		r.columns = nil
	}
	return r.columns != nil || above != nil
}

// said returns the entries that say something. A letter right behind a number is what its entry
// says where nothing else does.
func (r *entries) said() []keyed {
	var all []keyed
	for _, one := range r.all {
		said := r.t.says(one)
		start := r.t.text.LineStart(one.first)
		before := strings.TrimRight(r.t.text.Cut(quarry.Span{ByteStart: start, ByteEnd: max(start, one.start)}), " .):*")
		if bare := strings.TrimRight(before, "abcdefghijABCDEFGHIJ"); said == "" && one.part > 0 && strings.ContainsRune("0123456789", last(bare)) && bare != before {
			one.part, one.start, one.end, said = 0, start+len(bare), one.start, before[len(bare):]
		}
		if said != "" {
			all = append(all, one)
		}
	}
	return all
}
