package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// word is a word or a number of a text.
type word struct {
	start, end int    // bytes in the text
	lower      string // in small letters
	stem       string
	weight     float64 // how much it tells; 0 of a stop word
	clause     int
	sentence   int
	number     int  // place among the numbers of the text, or -1
	denied     bool // "not" stands before it in its clause
	capital    bool // in capitals, or with one inside: a name or a short form
	aside      bool // in a block of code or the head of a table
	groups     []int
	sides      []int
}

// tells reports whether a word says something by itself.
func (w word) tells() bool { return w.weight > 0 }

// reading is a text cut into words.
type reading struct {
	*language

	text    string
	words   []word
	numbers []number
	at      map[string][]int // by stem: the words that tell something
	content []int            // places of these
}

// reader reads texts of one language. It is not for use by several goroutines.
type reader struct {
	*language

	lexicon *lexicon.Lexicon
	stems   *text.Stemmer
}

func (j *Judge) reader(l *language) *reader { return &reader{l, j.lexicon, l.stemmer()} }

// mostNumbers is how many numbers of a text are read.
const mostNumbers = 200

// read cuts a text, Markdown or not, into words and numbers.
func (r *reader) read(s string) *reading {
	out := &reading{language: r.language, text: s, at: map[string][]int{}}
	clause, sentence, code := 0, 0, false
	whole, head, numbered := wholeParts(s), span{-1, -1}, isNumbered(s)
	for at := 0; at < len(s); {
		if fence := fenceAt(s, at); fence > 0 {
			code = !code
			sentence++
			clause++
			at += fence
			continue
		}
		if at == 0 || s[at-1] == '\n' {
			if mark := numberMark(s[at:]); numbered && mark > 0 {
				at += mark
				continue
			}
			if line, behind, _ := strings.Cut(s[at:], "\n"); isTableHead(line, behind) {
				head = span{at, at + len(line)}
			}
		}
		c, size := utf8.DecodeRuneInString(s[at:])
		switch {
		case len(out.numbers) < mostNumbers && (unicode.IsLetter(c) || unicode.IsDigit(c) || signsNumber(s, at, c)):
			if n, length, ok := r.numberAt(out, at); ok {
				n.word = len(out.words)
				out.words = append(out.words, word{
					start: at, end: at + length, lower: strings.ToLower(s[at : at+length]), number: len(out.numbers), clause: clause, sentence: sentence,
				})
				out.numbers = append(out.numbers, n)
				at += length
				continue
			}
			if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
				at += size
				continue
			}
			fallthrough
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			end := wordEnd(s, at)
			w := r.word(s, at, end)
			if r.is(cueClauseOpeners, w.lower) || r.is(cueContrasting, w.lower) {
				clause++
			}
			w.clause, w.sentence, w.aside = clause, sentence, code || head.holds(at)
			out.words = append(out.words, w)
			at = end
		default:
			ends, parts := r.parts(out, at, c)
			if ends && whole.holds(at) {
				ends, parts = false, true
			}
			if ends {
				sentence++
			}
			if ends || parts {
				clause++
			}
			at += size + hidden(s, at+size, c)
		}
	}
	r.phrase(out)
	r.deny(out)
	for i, w := range out.words {
		if w.tells() {
			out.at[w.stem] = append(out.at[w.stem], i)
			out.content = append(out.content, i)
		}
	}
	r.count(out)
	return out
}

// span is a stretch of a text.
type span struct{ start, end int }

func (s span) holds(at int) bool { return s.start <= at && at < s.end }

// spans are stretches of a text in their order.
type spans []span

func (all spans) holds(at int) bool {
	i, _ := slices.BinarySearchFunc(all, at, func(one span, at int) int { return one.end - at - 1 })
	return i < len(all) && all[i].holds(at)
}

// bracketed is what stands in brackets or in quotation marks.
var bracketed = regexp.MustCompile(`\([^()\n]*\)|"[^"\n]{1,80}"|“[^”\n]{1,80}”`)

// wholeParts returns the stretches of a text within which no sentence ends: code, formulas,
// brackets and quotations.
func wholeParts(s string) spans {
	var all spans
	for _, by := range []*regexp.Regexp{quoted, bracketed} {
		for _, at := range by.FindAllStringIndex(s, -1) {
			all = append(all, span{at[0], at[1]})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.start - b.start })
	var apart spans
	for _, one := range all {
		if n := len(apart); n > 0 && one.start < apart[n-1].end {
			apart[n-1].end = max(apart[n-1].end, one.end)
			continue
		}
		apart = append(apart, one)
	}
	return apart
}

// isTableHead reports whether a line is the head of a table: a row of strokes follows.
func isTableHead(line, behind string) bool {
	if !strings.HasPrefix(line, "|") {
		return false
	}
	rule, _, _ := strings.Cut(behind, "\n")
	rule = strings.TrimSpace(rule)
	return strings.Contains(rule, "--") && strings.Trim(rule, "|-: ") == ""
}

// fenceAt returns how long the line is that begins there and begins or ends a block of
// code, 0 if none does.
func fenceAt(s string, at int) int {
	if at > 0 && s[at-1] != '\n' || !strings.HasPrefix(s[at:], "```") && !strings.HasPrefix(s[at:], "~~~") {
		return 0
	}
	line, _, _ := strings.Cut(s[at:], "\n")
	if strings.Contains(strings.TrimLeft(line, "`"), "`") {
		return 0
	}
	return len(line)
}

// signsNumber reports whether a mark may begin a number: a minus, a currency.
func signsNumber(s string, at int, c rune) bool {
	next := at + utf8.RuneLen(c)
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	if next >= len(s) || !text.IsDigit(s[next]) || unicode.IsLetter(before) || unicode.IsDigit(before) || strings.ContainsRune(")]}^./-−_%°", before) {
		return false
	}
	return strings.ContainsRune("-−+~≈<>≤≥$€£±", c)
}

// word makes a word of the letters and digits between two places.
func (r *reader) word(s string, at, end int) word {
	written := s[at:end]
	lower := strings.ReplaceAll(strings.ToLower(written), "’", "'")
	if singular, several := text.AcronymPlural(written); several {
		lower = strings.ToLower(singular)
	}
	bare := strings.TrimSuffix(lower, "'s")
	w := word{start: at, end: end, lower: lower, number: -1, stem: r.stems.Stem(bare)}
	inside := strings.TrimLeftFunc(written, unicode.IsUpper)
	w.capital = len(written) > 1 && (inside == "" || strings.ContainsFunc(inside, unicode.IsUpper))
	letter := utf8.RuneCountInString(bare) == 1 && w.stem != "" && unicode.IsUpper(rune(written[0])) && bare != "i" && bare != "a"
	if letter || !r.isStop(bare) && !r.isDenial(bare) {
		w.weight = r.weight(w.stem)
	}
	w.groups, w.sides = r.groups[w.stem], r.sides[w.stem]
	return w
}

// wordEnd returns where a word ends: behind its letters and digits, and the marks within
// it: "don't", "cuda_malloc", "C++". Two letters of a script without spaces are a word.
func wordEnd(s string, at int) int {
	start := at
	first, size := utf8.DecodeRuneInString(s[at:])
	if text.IsUnspaced(first) {
		at += size
		if next, size := utf8.DecodeRuneInString(s[at:]); text.IsUnspaced(next) {
			at += size
		}
		return at
	}
	for at < len(s) {
		c, size := utf8.DecodeRuneInString(s[at:])
		inside := (unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c)) && !text.IsUnspaced(c)
		if !inside && !joins(s, at, c) {
			break
		}
		at += size
	}
	for at < len(s) && at-start <= 2 && (s[at] == '+' || s[at] == '#') {
		at++
	}
	return at
}

// joins reports whether a mark is within a word.
func joins(s string, at int, c rune) bool {
	next := at + utf8.RuneLen(c)
	if next >= len(s) || at == 0 {
		return false
	}
	switch c {
	case '\'', '’', '_':
		return text.IsLetter(s[next]) && text.IsLetter(s[at-1])
	case '.', ',':
		return text.IsDigit(s[next]) && text.IsDigit(s[at-1])
	}
	return false
}

// parts reports whether a mark ends a sentence, and whether it ends a clause.
func (r *reader) parts(out *reading, at int, c rune) (bool, bool) {
	s := out.text
	switch c {
	case '.', '!', '?':
		behind := at + 1
		if behind < len(s) && !strings.ContainsRune(" \t\r\n\"'*_)”’|", rune(s[behind])) && s[behind] < utf8.RuneSelf {
			return c != '.' && text.IsUpper(s[behind]), false
		}
		return c != '.' || behind == len(s) || len(out.words) == 0 || !r.isShort(out.words[len(out.words)-1], at), true
	case '。', '？', '！', ';':
		return true, true
	case '\n':
		line := strings.TrimLeft(s[at+1:], " \t")
		return strings.HasPrefix(line, "\n") || itemMark(line) > 0 || strings.HasPrefix(line, "|"), false
	case ',', ':', '(', ')', '–', '—', '|', '，':
		return false, true
	}
	return false, false
}

// isShort reports whether a word before a point is a short form or an initial.
func (r *reader) isShort(w word, at int) bool {
	return w.end == at && (r.is(cueShortForms, w.lower) || utf8.RuneCountInString(w.lower) == 1 && w.number < 0 && !unicode.IsDigit(rune(w.lower[0])))
}

// isNumbered reports whether a text has a list with numbers: one such line alone, as "32. They
// run in lockstep", may begin with a number.
func isNumbered(s string) bool {
	items := 0
	for line := range strings.Lines(s) {
		if numberMark(line) > 0 {
			items++
		}
	}
	return items > 1
}

// numberMark returns how many bytes of a line are the number of an item, with the space
// before it.
func numberMark(line string) int {
	const widest = 16
	line = text.Clip(line, widest)
	plain := strings.TrimLeft(line, " \t")
	if mark := itemMark(plain); mark > 0 && text.IsDigit(plain[0]) {
		return len(line) - len(plain) + mark
	}
	return 0
}

// itemMark returns how many bytes of a line are the mark of an item, a heading or a
// quotation: "- ", "2. ".
func itemMark(line string) int {
	marks := strings.TrimLeft(line, "-*+•–>#")
	if n := len(line) - len(marks); n > 0 && (strings.HasPrefix(marks, " ") || strings.HasPrefix(marks, "\t")) {
		return n + 1
	}
	digits := strings.TrimLeft(line, "0123456789")
	if n := len(line) - len(digits); n > 0 && n <= 2 && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")) {
		return n + 2
	}
	return 0
}

// hidden returns how many bytes behind a mark are not shown: the target of a link, a tag,
// the name of a command in a formula.
func hidden(s string, at int, c rune) int {
	const longest = 300
	rest := s[at:min(len(s), at+longest)]
	switch c {
	case ']':
		if strings.HasPrefix(rest, "(") {
			return 1 + strings.IndexByte(rest, ')')
		}
	case '<':
		if end := strings.IndexByte(rest, '>'); end > 0 && (rest[0] == '/' || text.IsLetter(rest[0])) {
			return end + 1
		}
	case '\\':
		return len(rest) - len(strings.TrimLeftFunc(rest, func(c rune) bool { return c < utf8.RuneSelf && text.IsLetter(byte(c)) }))
	}
	return 0
}

// phrase gives the words of a phrase its groups and sides: "one by one".
func (r *reader) phrase(out *reading) {
	for i := range out.words {
		for _, key := range r.phrases[out.words[i].stem] {
			stems := strings.Split(key, " ")
			if i+len(stems) > len(out.words) || !slices.EqualFunc(out.words[i:i+len(stems)], stems, func(w word, stem string) bool { return w.stem == stem }) {
				continue
			}
			for k := range stems {
				w := &out.words[i+k]
				if w.tells() || len(r.sides[key]) > 0 {
					w.groups = append(slices.Clip(w.groups), r.groups[key]...)
					w.sides = append(slices.Clip(w.sides), r.sides[key]...)
				}
			}
		}
	}
}

// isDenial reports whether a word denies others.
func (l *language) isDenial(lower string) bool {
	return l.is(cueDenials, lower) || strings.HasSuffix(lower, "n't")
}

// deny marks the words that are denied: those behind a denial in its clause, in some
// languages those before it as well. Two denials affirm.
func (r *reader) deny(out *reading) {
	for from := 0; from < len(out.words); {
		to := from
		before, denied := false, false
		for ; to < len(out.words) && out.words[to].clause == out.words[from].clause; to++ {
			w := &out.words[to]
			switch {
			case r.isDenial(w.lower) && (to+1 == len(out.words) || !r.is(cueNotOnly, out.words[to+1].lower)), r.is(cueInverting, w.lower):
				denied = !denied
				before = before || r.is(cueDenyingBefore, w.lower)
			default:
				w.denied = denied
			}
		}
		if before {
			for i := from; i < to; i++ {
				out.words[i].denied = true
			}
		}
		from = to
	}
	for i := range out.numbers {
		out.numbers[i].denied = out.words[out.numbers[i].word].denied
	}
}

// count tells what the numbers count: the next word that tells something.
func (r *reader) count(out *reading) {
	for i := range out.numbers {
		n := &out.numbers[i]
		if n.noun != "" {
			n.noun = r.stems.Stem(n.noun)
			continue
		}
		for _, w := range out.words[n.word+1:] {
			if w.number >= 0 || w.clause != out.words[n.word].clause {
				break
			}
			if w.tells() {
				n.noun = w.stem
				break
			}
		}
	}
}
