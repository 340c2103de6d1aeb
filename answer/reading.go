package answer

import (
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
	groups     []int
	near       []int
	sides      []int
}

// tells reports whether a word says something by itself.
func (w *word) tells() bool { return w.weight > 0 }

// reading is a text cut into words.
type reading struct {
	*language

	text    string
	words   []word
	numbers []number
	at      map[string][]int // by stem: the words that tell something
	content []int            // places of these
	whole   spans            // within which no sentence ends
	blocks  spans            // of code
}

// reader reads texts of one language. It is not for use by several goroutines.
type reader struct {
	*language

	lexicon *lexicon.Lexicon
	stems   *text.Stemmer
}

// mostNumbers is how many numbers of a text are read.
const mostNumbers = 200

// cutter cuts a text, Markdown or not, into words and numbers.
type cutter struct {
	*reader

	out      *reading
	at       int
	clause   int
	sentence int
	code     int  // where a block of code begins, 0 outside of one
	counted  bool // items are counted: "1. "
}

// read cuts a text into words and numbers.
func (r *reader) read(s string) *reading {
	out := &reading{language: r.language, text: r.patterns.withoutDollars(s), at: map[string][]int{}, whole: r.patterns.wholeParts(s)}
	c := &cutter{reader: r, out: out, counted: r.patterns.secondItem.MatchString(s)}
	for c.at < len(s) {
		if (c.at == 0 || s[c.at-1] == '\n') && c.beginLine() {
			continue
		}
		first, size := utf8.DecodeRuneInString(s[c.at:])
		switch {
		case c.number(first):
		case unicode.IsLetter(first) || unicode.IsDigit(first):
			c.word()
		default:
			c.mark(first, size)
		}
	}
	c.fence() // one that is not ended
	out.text = s
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

// beginLine passes the mark of an item or of a block of code at the begin of a line, and
// reports whether there was one.
func (c *cutter) beginLine() bool {
	line, _, _ := strings.Cut(c.out.text[c.at:], "\n")
	if isFence(line) {
		c.fence()
		c.sentence++
		c.clause++
		c.at += len(line)
		return len(line) > 0
	}
	blank := len(line) - len(strings.TrimLeft(line, " \t"))
	if mark := itemMark(line[blank:]); mark > 0 && (c.counted || !text.IsDigit(line[blank])) {
		c.at += min(blank+mark, len(line))
		return true
	}
	return false
}

// fence begins a block of code behind this line, or ends one before it.
func (c *cutter) fence() {
	if c.code > 0 {
		within := strings.TrimRight(c.out.text[c.code:c.at], " \t\r\n")
		c.out.blocks = append(c.out.blocks, span{c.at - len(strings.TrimLeft(c.out.text[c.code:c.at], " \t\r\n")), c.code + len(within)})
		c.code = 0
	} else if c.at < len(c.out.text) {
		line, _, _ := strings.Cut(c.out.text[c.at:], "\n")
		c.code = c.at + len(line)
	}
}

// number reads the number that begins here, if one does.
func (c *cutter) number(first rune) bool {
	s, next := c.out.text, c.at+utf8.RuneLen(first)
	before, _ := utf8.DecodeLastRuneInString(s[:c.at])
	signed := strings.ContainsRune("-−+~≈<>≤≥$€£±", first) && next < len(s) && text.IsDigit(s[next])
	if unicode.IsLetter(before) || unicode.IsDigit(before) || strings.ContainsRune(")]}^./-−_%°", before) {
		signed = false // what relates two things is no minus
	}
	begins := unicode.IsLetter(first) || unicode.IsDigit(first) || signed
	if !begins || len(c.out.numbers) >= mostNumbers {
		return false
	}
	n, length, ok := c.numberAt(c.out, c.at)
	if !ok {
		return false
	}
	n.word = len(c.out.words)
	c.out.words = append(c.out.words, word{
		start: c.at, end: c.at + length, lower: strings.ToLower(c.out.text[c.at : c.at+length]), number: len(c.out.numbers),
		clause: c.clause, sentence: c.sentence,
	})
	c.out.numbers = append(c.out.numbers, n)
	c.at += length
	return true
}

// word reads the word that begins here. Some words begin a clause.
func (c *cutter) word() {
	end := wordEnd(c.out.text, c.at)
	w := c.wordOf(c.out.text, c.at, end)
	if c.cues["clause_openers"].Has(w.lower) || c.cues["contrasting"].Has(w.lower) {
		c.clause++
	}
	w.clause, w.sentence = c.clause, c.sentence
	c.out.words = append(c.out.words, w)
	c.at = end
}

// mark passes a mark, which may end a clause or a sentence.
func (c *cutter) mark(r rune, size int) {
	ends, parts := c.parts(r)
	if ends && (c.code > 0 || c.out.whole.holds(c.at)) {
		ends, parts = false, true
	}
	if ends {
		c.sentence++
	}
	if ends || parts {
		c.clause++
	}
	c.at += size
	c.at += c.patterns.hidden(c.out.text, c.at, r)
}

// parts reports whether a mark ends a sentence, and whether it ends a clause.
func (c *cutter) parts(mark rune) (bool, bool) {
	s, at := c.out.text, c.at
	switch mark {
	case '.', '!', '?':
		behind := at + 1
		if behind < len(s) && !strings.ContainsRune(" \t\r\n\"'*_)”’|", rune(s[behind])) && s[behind] < utf8.RuneSelf {
			return mark != '.' && text.IsUpper(s[behind]), false
		}
		short := false // a short form before the point, or an initial
		if n := len(c.out.words); n > 0 && mark == '.' && behind < len(s) && c.out.words[n-1].end == at {
			w := c.out.words[n-1]
			short = c.cues["short_forms"].Has(w.lower) || utf8.RuneCountInString(w.lower) == 1 && w.number < 0 && !text.IsDigit(w.lower[0])
		}
		return !short, true
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

// span is a stretch of a text.
type span struct{ start, end int }

func (s span) holds(at int) bool { return s.start <= at && at < s.end }

// spans are stretches of a text in their order.
type spans []span

func (all spans) holds(at int) bool { return all.around(at).holds(at) }

// around returns the stretch that holds a place, or else nothing but the place.
func (all spans) around(at int) span {
	i, _ := slices.BinarySearchFunc(all, at, func(one span, at int) int { return one.end - at - 1 })
	if i < len(all) && all[i].holds(at) {
		return all[i]
	}
	return span{at, at}
}

// wordOf makes a word of the letters and digits between two places.
func (r *reader) wordOf(s string, at, end int) word {
	written := s[at:end]
	lower := strings.ReplaceAll(strings.ToLower(written), "’", "'")
	if singular, several := text.AcronymPlural(written); several {
		lower = strings.ToLower(singular)
	}
	bare := strings.TrimSuffix(lower, "'s")
	w := word{start: at, end: end, lower: lower, number: -1, stem: r.stems.Stem(bare)}
	first, _ := utf8.DecodeRuneInString(written)
	letter := utf8.RuneCountInString(bare) == 1 && w.stem != "" && unicode.IsUpper(first) && bare != "i" && bare != "a"
	if letter || !r.isStop(bare) && !r.isDenial(bare) {
		w.weight = r.weight(w.stem)
	}
	w.groups, w.near, w.sides = r.groups[w.stem], r.near[w.stem], r.sides[w.stem]
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
		if next := at + size; !inside && at > start && next < len(s) { // a mark within a word or a number
			switch c {
			case '\'', '’', '_':
				inside = text.IsLetter(s[next]) && text.IsLetter(s[at-1])
			case '.', ',':
				inside = text.IsDigit(s[next]) && text.IsDigit(s[at-1])
			}
		}
		if !inside {
			break
		}
		at += size
	}
	for at < len(s) && at-start <= 2 && (s[at] == '+' || s[at] == '#') {
		at++
	}
	return at
}

// phrase gives the words of a phrase its groups and sides: "one by one".
func (r *reader) phrase(out *reading) {
	for i := range out.words {
		for _, stems := range r.phrases[out.words[i].stem] {
			words := out.words[i:min(i+len(stems), len(out.words))]
			if !slices.EqualFunc(words, stems, func(w word, stem string) bool { return w.stem == stem }) {
				continue
			}
			key := strings.Join(stems, " ")
			for k := range words {
				if w := &words[k]; w.tells() || len(r.sides[key]) > 0 {
					w.groups = append(slices.Clip(w.groups), r.groups[key]...)
					w.near = append(slices.Clip(w.near), r.near[key]...)
					w.sides = append(slices.Clip(w.sides), r.sides[key]...)
				}
			}
		}
	}
}

// isDenial reports whether a word denies others.
func (l *language) isDenial(lower string) bool {
	return l.cues["judged_denials"].Has(lower) || strings.HasSuffix(lower, "n't")
}

// deny marks the words that are denied: those behind a denial in its clause, in some
// languages those before it as well. Two denials affirm.
func (r *reader) deny(out *reading) {
	for _, places := range clausesOf(out) {
		clause := out.words[places[0]:][:len(places)]
		before, denied := false, false
		for i := range clause {
			w := &clause[i]
			only := i+1 < len(clause) && r.cues["not_only"].Has(clause[i+1].lower)
			if r.isDenial(w.lower) && !only || r.cues["inverting"].Has(w.lower) {
				denied = !denied
				before = before || r.cues["denying_before"].Has(w.lower)
			} else {
				w.denied = denied
			}
		}
		for i := range clause {
			clause[i].denied = clause[i].denied || before
		}
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
