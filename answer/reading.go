package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// clause is a stretch of text within which a negation reaches.
type clause struct {
	point      int // the sentence or item that it is of
	sentence   int // the same, also where its point is parted
	start, end int
	terms      []term
	numbers    []int
	aside      bool // in brackets, in code, or an example
	item       bool // an item of a list begins with it
	label      bool // a colon follows it
	pronoun    bool // it begins with a word that stands for what was spoken of
	explains   bool // it says more of what was named before
	code       bool // in a block of code
	head       bool // in the head of a table
}

// reading is a text with what it says.
type reading struct {
	text      string
	clauses   []clause
	numbers   []number
	spoken    []spoken
	points    int
	protected protectedSpans
	words     *thesaurus
}

// spoken is any word of a text, also one that says nothing by itself.
type spoken struct {
	start, end int
	lower      string
	stem       string
	pair       string // stem of the word before and this one as one word
	joined     bool
	capital    bool
	upper      bool // in capitals only
	number     int  // index of the number that stands here, or -1
	formula    bool
}

// reader reads texts. It is not for use by several goroutines.
type reader struct {
	lexicon *lexicon.Lexicon
	words   *thesaurus
	stems   *text.Stemmer

	out     reading
	pending []spoken
	names   []name
	depth   int
	example bool
	code    bool
	head    bool
	item    bool
}

// name is a device that a text names.
type name struct {
	id         quarry.DeviceID
	start, end int
}

func newReader(lexicon *lexicon.Lexicon, words *thesaurus) *reader {
	return &reader{lexicon: lexicon, words: words, stems: words.stemmer()}
}

// read reads a text from an offset on.
func (r *reader) read(text string, from int) reading {
	r.out, r.pending, r.depth, r.example, r.code = reading{text: text, protected: protectedIn(text), words: r.words}, nil, 0, false, false
	r.names = r.namesIn(text)
	for _, t := range scan(r.lexicon, &r.words.vocabulary, text) {
		if t.end > from || t.start >= from && t.kind != wordToken && t.kind != numberToken {
			r.take(t)
		}
	}
	r.flush()
	r.endPoint()
	for i := range r.out.clauses {
		for _, n := range r.out.clauses[i].numbers {
			r.out.numbers[n].clause = i
		}
	}
	return r.out
}

func (r *reader) namesIn(text string) []name {
	var names []name
	at := 0
	for _, device := range r.lexicon.DevicesIn(text) {
		found := strings.Index(text[at:], device.Written)
		if found < 0 {
			break
		}
		at += found
		names = append(names, name{device.ID, at, at + len(device.Written)})
		at += len(device.Written)
	}
	return names
}

func (r *reader) take(t token) {
	r.code, r.head = t.code, t.head
	switch t.kind {
	case wordToken:
		r.takeWord(t)
	case formulaToken:
		lower := strings.ReplaceAll(strings.ToLower(r.out.text[t.start:t.end]), " ", "")
		r.pending = append(r.pending, spoken{start: t.start, end: t.end, lower: lower, stem: lower, number: -1, formula: true})
	case numberToken:
		r.partNumbers()
		r.out.numbers = append(r.out.numbers, t.number)
		r.pending = append(r.pending, spoken{start: t.start, end: t.end, number: len(r.out.numbers) - 1})
	case clauseBreak:
		r.flush()
		if count := len(r.out.clauses); t.label && count > 0 {
			r.out.clauses[count-1].label = true
		}
	case pointBreak:
		r.flush()
		r.endPoint()
		r.item = r.item || t.item
	case asideStart:
		r.flush()
		r.depth++
	case asideEnd:
		r.flush()
		r.depth = max(0, r.depth-1)
	}
}

// partNumbers ends a clause at an "and" between two numbers: each has its own words.
func (r *reader) partNumbers() {
	last := -1
	numbered := false
	for i, w := range r.pending {
		numbered = numbered || w.number >= 0
		if r.words.is(cueAnd, w.lower) && numbered {
			last = i
		}
	}
	if last < 0 {
		return
	}
	behind := r.pending[last+1:]
	if slices.ContainsFunc(behind, func(w spoken) bool { return w.number >= 0 }) {
		return
	}
	rest := slices.Clone(behind)
	r.pending = r.pending[:last]
	r.flush()
	r.pending = rest
}

func (r *reader) takeWord(t token) {
	written := r.out.text[t.start:t.end]
	lower := strings.ReplaceAll(strings.ToLower(written), "’", "'")
	contrasts := r.words.is(cueContrasting, lower)
	if contrasts || r.words.is(cueClauseOpeners, lower) || len(r.pending) >= longestClause {
		r.flush()
	}
	if contrasts {
		r.endPoint()
	}
	_, several := text.AcronymPlural(written)
	if several {
		lower = lower[:len(lower)-1]
	}
	first, _ := utf8.DecodeRuneInString(written)
	capital := unicode.IsUpper(first) && (len(r.pending) > 0 || strings.ToLower(written[1:]) != written[1:])
	pair := ""
	if count := len(r.pending); count > 0 && r.pending[count-1].number < 0 {
		pair = r.stems.Stem(r.pending[count-1].lower + lower)
	}
	r.pending = append(r.pending, spoken{
		start: t.start, end: t.end, lower: lower, pair: pair, stem: r.stems.Stem(strings.TrimSuffix(lower, "'s")), joined: t.joined,
		capital: capital, upper: several || len(written) > 1 && strings.ToUpper(written) == written && lower != written, number: -1,
	})
}

// longestClause is how many words a clause has: one that is longer is several.
const longestClause = 40

// endPoint ends a sentence or an item.
func (r *reader) endPoint() {
	r.depth, r.example = 0, false
	if count := len(r.out.clauses); count > 0 && r.out.clauses[count-1].point == r.out.points {
		r.out.points++
	}
}

// flush makes a clause of the words that wait for it.
func (r *reader) flush() {
	if len(r.pending) == 0 {
		return
	}
	c := clause{
		point: r.out.points, sentence: r.out.points, code: r.code, head: r.head, start: r.pending[0].start, end: r.pending[len(r.pending)-1].end,
		aside: r.depth > 0 || r.example || r.code, item: r.item,
	}
	r.item = false
	c.pronoun = r.words.is(cueRefersBack, r.pending[0].lower)
	r.fill(&c)
	r.out.spoken = append(r.out.spoken, r.pending...)
	r.pending = r.pending[:0:0]
	r.out.clauses = append(r.out.clauses, c)
}

func (r *reader) fill(c *clause) {
	now := state{words: &r.words.vocabulary}
	words := r.pending
	for i := 0; i < len(words); {
		length := 1
		if words[i].number >= 0 {
			r.addNumber(c, i, &now)
		} else if t, words := r.phraseAt(words[i:]); words > 0 {
			c.add(t, &now)
			length = words
		} else {
			r.example = r.example || r.words.isExample(r.pending, i)
			r.addWord(c, i, &now)
		}
		now.passAll(words, i, length)
		i += length
	}
	if now.deniesNothing() && slices.ContainsFunc(words, func(w spoken) bool { return r.words.is(cueDenyingBefore, w.lower) }) {
		for i := range c.terms {
			c.terms[i].polarity = denied
		}
	}
}

// addNumber takes a number into a clause. "Not three times the heat" denies the heat.
func (r *reader) addNumber(c *clause, at int, now *state) {
	words := r.pending
	r.out.numbers[words[at].number].denied = now.polarity == denied
	if at+1 == len(words) || !r.words.is(cueTimesAsMuch, words[at+1].lower) {
		now.said()
	}
	r.count(c, words, at)
}

// addWord takes a word into a clause, where it says anything.
func (r *reader) addWord(c *clause, at int, now *state) {
	words := r.pending
	w := words[at]
	if r.words.isSilent(w) {
		return
	}
	if first, _ := utf8.DecodeRuneInString(w.lower); text.IsUnspaced(first) {
		for _, pair := range pairsOf(w.lower) {
			c.add(term{keys: []string{pair}, weight: usualWeight, at: w.start}, now)
		}
		return
	}
	t := r.termOf([]string{w.stem}, w.capital || w.upper)
	t.weight, t.at = r.words.weightOf(w), w.start
	if w.joined && w.pair != "" {
		t.keys = append(t.keys, w.pair)
	}
	if at+1 < len(words) && words[at+1].joined && words[at+1].pair != "" {
		t.keys = append(t.keys, words[at+1].pair)
	}
	t.without = r.withoutDenial(w.lower)
	c.add(t, now)
}

// longestPhrase is how many words a phrase has at most.
const longestPhrase = 6

// phraseAt returns the name or the phrase that words begin with, and how many words
// it has.
func (r *reader) phraseAt(words []spoken) (term, int) {
	if t, length := r.nameAt(words); length > 0 {
		return t, length
	}
	var space [longestPhrase]string
	stems := space[:0]
	for _, w := range words[:min(len(words), longestPhrase)] {
		if w.number >= 0 {
			break
		}
		stems = append(stems, w.stem)
	}
	found := r.words.longest(stems)
	if len(found) == 0 {
		return term{}, 0
	}
	t := r.termOf(found, true)
	t.at = words[0].start
	for _, w := range words[:len(found)] {
		if !r.words.isStop(w.lower) {
			t.parts = append(t.parts, w.stem)
		}
	}
	return t, len(found)
}

// nameAt returns the device that words begin with.
func (r *reader) nameAt(words []spoken) (term, int) {
	for len(r.names) > 0 && r.names[0].end <= words[0].start {
		r.names = r.names[1:]
	}
	if len(r.names) == 0 || r.names[0].start != words[0].start {
		return term{}, 0
	}
	t := term{weight: nameWeight, at: words[0].start}
	length := 0
	for _, w := range words {
		if w.end > r.names[0].end {
			break
		}
		if w.number < 0 {
			t.parts = append(t.parts, w.stem)
		}
		length++
	}
	t.keys = []string{"@" + string(r.names[0].id)}
	return t, length
}

func (c *clause) add(t term, now *state) {
	t.polarity, t.role = now.polarity, now.role
	now.said()
	if c.aside {
		t.weight *= asideWeight
	}
	c.terms = append(c.terms, t)
}

const asideWeight = 0.4

// count takes a number into a clause and says what it counts: the word behind it.
func (r *reader) count(c *clause, words []spoken, at int) {
	n := words[at].number
	c.numbers = append(c.numbers, n)
	if r.out.numbers[n].noun != "" {
		r.out.numbers[n].noun = r.stems.Stem(r.out.numbers[n].noun)
		return
	}
	for _, w := range words[at+1:] {
		if w.number >= 0 || r.words.denialOf(w.lower) == denies {
			return
		}
		if !r.words.isSilent(w) && !r.words.generic[w.stem] {
			r.out.numbers[n].noun = w.stem
			return
		}
	}
}

// pairsOf returns every two neighbouring letters.
func pairsOf(word string) []string {
	letters := []rune(word)
	if len(letters) == 1 {
		return []string{word}
	}
	pairs := make([]string, 0, len(letters))
	for i := range letters[1:] {
		pairs = append(pairs, string(letters[i:i+2]))
	}
	return pairs
}
