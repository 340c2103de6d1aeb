package answerable

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// kind is what sort of answer a part wants: a cue by which questions ask for it, "" for any.
type kind = lexicon.Cue

const (
	money    kind = "wants_money"
	duration kind = "wants_duration"
	date     kind = "wants_date"
	name     kind = "wants_name"
	reason   kind = "wants_reason"
	number   kind = "wants_number"
)

// kinds lists them, what is more special first.
func kinds() []kind { return []kind{reason, money, duration, date, name, number} }

// token is a word as a text has it.
type token struct {
	text.Span

	lower string
}

func tokensOf(s string) []token {
	const bytesPerWord = 6
	all := make([]token, 0, len(s)/bytesPerWord+1)
	for span := range text.CutPlain(s) {
		all = append(all, token{span, strings.ToLower(span.Text)})
	}
	return all
}

// word is one that says something of what is asked about.
type word struct {
	quarry.QueryWord // its text in small letters

	stem  string
	also  [][]string // stems of what means the same
	spec  [][]string // likewise in specs
	meant [][]string // stems of what it means as an everyday word
	name  bool       // whether it names one thing: by a capital or a digit
	past  string     // of a number, the stem of the word that it stands right behind: "4" of "GPT-4"
	full  string     // as the query writes it, a number with that word
	led   bool       // of such a number, whether titles above have that word
	best  float64    // how well it is said at best: likeIt where the query writes another word, which no entry has
	lent  bool       // whether it stands in another part, to which this one points back
}

// part is something that a query asks for itself.
type part struct {
	text     string
	words    []word
	wants    kind
	measures []quarry.QuantityKind // of the number that is wanted; none: of any
	query    map[string]bool       // all of the query's words: what these say is stated by nothing that repeats it
}

func (p *part) add(w word) {
	if !slices.ContainsFunc(p.words, func(o word) bool { return o.stem == w.stem }) {
		p.words = append(p.words, w)
	}
}

// reader reads one query.
type reader struct {
	*Judge
	*speech

	query  string
	tokens []token
	typed  []token // as they were written, where some were put right; else the same
	idle   []bool  // of the tokens: said beside the matter
	known  []quarry.QueryWord
	stems  *text.Stemmer
}

// partsOf reads what a query asks for: at least one part.
func (j *Judge) partsOf(query string, found quarry.Found) []part {
	asked := cmp.Or(found.CorrectedQuery, query)
	r := &reader{
		Judge: j, speech: j.speeches[j.lexicon.LanguageOfQuery(query)], query: asked, tokens: tokensOf(asked), typed: tokensOf(query),
		known: found.Words, stems: j.lexicon.Language(english).Stemmer(nil),
	}
	r.idle = make([]bool, len(r.tokens))
	if len(r.typed) != len(r.tokens) { // names were joined
		r.typed = r.tokens
	}
	for at := range r.tokens {
		for i := range r.phraseAt("chatter", r.tokens, at) {
			r.idle[at+i] = true
		}
	}
	var all []part
	for i, c := range r.clauses() {
		if i == 0 || len(all) == 0 || !r.has("refers_to_part", r.tokens[c.from:c.to]) {
			all = append(all, r.alternatives(c)...)
			continue
		}
		p := r.part(c, clause{})
		for _, lent := range all[0].words {
			lent.lent = true
			p.add(lent)
		}
		all = append(all, p)
	}
	asking := slices.DeleteFunc(slices.Clone(all), func(p part) bool { return len(p.words) == 0 })
	if len(asking) == 0 {
		return all[:1]
	}
	return asking
}

// clause is a run of tokens.
type clause struct{ from, to int }

// opens reports whether a question or a request begins at a token, with up to two small
// words before it: "and at which".
func (r *reader) opens(at int) bool {
	const before = 2
	for range before {
		if at < len(r.tokens) && r.cues["prepositions_before_questions"].Has(r.tokens[at].lower) {
			at++
		}
	}
	return at < len(r.tokens) && (r.cues["question_words"].Has(r.tokens[at].lower) || r.cues["commands"].Has(r.tokens[at].lower) || r.phraseAt("question_openings", r.tokens, at) > 0)
}

// clauses cuts a query where another question follows behind a joint or the end of one.
func (r *reader) clauses() []clause {
	from := 0
	for from < len(r.tokens) && r.idle[from] {
		from++
	}
	var all []clause
	asks := r.opens(from)
	for at := from + 1; at < len(r.tokens); at++ {
		between := r.query[r.tokens[at-1].End:r.tokens[at].Start]
		ends := asks && strings.ContainsAny(between, "?!.;") && r.opens(at)
		joint := r.cues["joins_parts"].Has(r.tokens[at].lower) && r.opens(at+1) && (asks || strings.Contains(between, ","))
		if !ends && !joint {
			continue
		}
		all = append(all, clause{from, at})
		from, asks = at, true
		if joint {
			from++
		}
	}
	return append(all, clause{from, len(r.tokens)})
}

// content reports whether a token says something, or is what is left of such a one behind
// its apostrophe.
func (r *reader) content(at int) bool {
	if r.cues["word_tails"].Has(r.tokens[at].lower) && at > 0 && r.tokens[at].Start == r.tokens[at-1].End+1 {
		at--
	}
	return !r.idle[at] && !r.empty[r.tokens[at].lower]
}

// alternatives reads a clause that asks the same of two things as a part for each: of the
// nearest words of content before a joint, and of those behind it and behind small words ("and
// of the").
func (r *reader) alternatives(c clause) []part {
	compares := r.has("asks_contrast", r.tokens[c.from:c.to])
	small := []lexicon.Cue{"prepositions_before_questions", "articles", "determiners"}
	written := func(c clause) string { return r.query[r.tokens[c.from].Start:r.tokens[c.to-1].End] }
	for at := c.from + 1; at < c.to-1; at++ {
		left := clause{at, at}
		for left.to > c.from && !r.content(left.to-1) {
			left.to--
		}
		for left.from = left.to; left.from > c.from && r.content(left.from-1); {
			left.from--
		}
		right := clause{at + 1, at + 1}
		isSmall := func(cue lexicon.Cue) bool { return r.cues[cue].Has(r.tokens[right.from].lower) }
		for right.from < c.to && slices.ContainsFunc(small, isSmall) {
			right.from++
		}
		for right.to = right.from; right.to < c.to && r.content(right.to); {
			right.to++
		}
		joint := r.tokens[at].lower
		joins := r.cues["joins_things"].Has(joint) && left.to == at || compares && r.cues["joins_compared"].Has(joint)
		if joins && left.from < left.to && right.from < right.to {
			one, other := r.part(c, right), r.part(c, clause{left.from, right.from})
			one.text, other.text = written(left), written(right)
			return []part{one, other}
		}
	}
	return []part{r.part(c, clause{})}
}

// part reads a clause without some of its tokens.
func (r *reader) part(c, without clause) part {
	p := part{query: map[string]bool{}}
	for _, t := range r.tokens {
		p.query[t.lower] = true
	}
	var held []token
	for at := c.from; at < c.to; at++ {
		if r.idle[at] || without.from <= at && at < without.to {
			continue
		}
		held = append(held, r.tokens[at])
		p.text = r.query[held[0].Start:r.tokens[at].End]
		if w, ok := r.word(at); ok {
			p.add(w)
		}
	}
	r.readWanted(&p, held)
	return p
}

// unknownRarity is how rare a word counts of which no index told.
const unknownRarity = 0.5

// word reads a token as a word that says something, if it does.
func (r *reader) word(at int) (word, bool) {
	t := r.tokens[at]
	if !r.content(at) || r.cues["word_tails"].Has(t.lower) {
		return word{}, false
	}
	w := word{QueryWord: quarry.QueryWord{Rarity: unknownRarity, Known: true}, stem: r.stems.Stem(t.lower)}
	if r.known != nil && !r.readKnown(&w, t.lower) {
		return word{}, false
	}
	w.Text, w.full, w.also, w.meant = t.lower, t.Text, r.synonyms[w.stem], r.meant[w.stem]
	w.best = 1
	if form := r.language.Stemmer(nil).Stem(t.lower); form != w.stem {
		w.also = append(slices.Clip(w.also), []string{form})
	}
	if at > 0 && text.AllDigits(t.lower) && r.content(at-1) && t.Start == r.tokens[at-1].End+1 {
		w.past, w.full = r.stems.Stem(r.tokens[at-1].lower), r.query[r.tokens[at-1].Start:t.End]
	}
	if typed := r.typed[at]; mayBeAnother(typed.lower, t.lower) {
		t, w.best, w.Known, w.full = typed, likeIt, false, typed.Text
	}
	first, size := utf8.DecodeRuneInString(t.Text)
	capital := strings.ContainsFunc(t.Text[size:], unicode.IsUpper) || at > 0 && r.code == english && unicode.IsUpper(first)
	w.name = capital || strings.ContainsFunc(t.Text, unicode.IsDigit)
	// No name is a value, of which there is no end ("4x"), a word that others may stand for, or a
	// verb in a language that the sources are not in.
	nameless := unicode.IsDigit(first) || !w.name && len(w.meant) > 0 || r.code != english && unicode.IsLower(first)
	if !w.Known && nameless {
		w.Rarity = min(w.Rarity, unknownRarity)
	}
	return w, true
}

// mayBeAnother reports whether a word as it was typed may be another than it was taken for.
func mayBeAnother(typed, taken string) bool {
	const long = 7 // letters of which one that is wrong makes no other word; lost and swapped letters make none
	return utf8.RuneCountInString(typed) < long && strings.ContainsFunc(typed, func(c rune) bool { return strings.Count(typed, string(c)) > strings.Count(taken, string(c)) })
}

// readKnown takes over what an index knows of a word: by itself, as a part of one that the
// index has whole ("prefetch_factor"), or by its parts ("TensorFlow").
func (r *reader) readKnown(w *word, lower string) bool {
	const fewest = 3 // letters of a part
	var whole, parts []quarry.QueryWord
	for _, k := range r.known {
		switch known := strings.ToLower(k.Text); {
		case known == lower:
			w.QueryWord = k
			return true
		case strings.Contains(known, lower):
			whole = append(whole, k)
		case len(known) >= fewest && strings.Contains(lower, known):
			parts = append(parts, k)
		}
	}
	if len(whole) > 0 {
		w.QueryWord = whole[0]
	} else if len(parts) > 0 {
		w.QueryWord = quarry.QueryWord{Known: true}
		for _, k := range parts {
			w.Rarity, w.Known = max(w.Rarity, k.Rarity), w.Known && k.Known
		}
	}
	return len(whole)+len(parts) > 0
}

// readWanted finds out what sort of answer is wanted. The words that say so are none that
// an answer has.
func (r *reader) readWanted(p *part, tokens []token) {
	without := func(these map[string]bool) {
		p.words = slices.DeleteFunc(p.words, func(w word) bool { return these[w.Text] })
	}
	for _, wanted := range kinds() {
		if from, to := r.phraseIn(wanted, tokens); to > 0 {
			p.wants = wanted
			if to-from > 1 && r.cues["question_words"].Has(tokens[from].lower) {
				without(text.SetOf(strings.Fields(phraseOf(tokens[from:to]))))
			}
			break
		}
	}
	claimed := func(m quarry.DeviceMention) bool { return m.Class != quarry.ClassFormat } // of such a thing numbers are
	if p.wants == number || (p.wants == "" || p.wants == duration) && slices.ContainsFunc(r.lexicon.DevicesIn(r.query), claimed) {
		r.readAttributes(p, tokens)
	}
	if p.wants == number {
		without(text.SetOf(r.cues["asserting"].List(), r.cues["asks_extreme"].List()))
	}
}

// readAttributes finds what is measured, and how: by names of attributes, phrases of
// questions for them, or a unit.
func (r *reader) readAttributes(p *part, tokens []token) {
	for _, asked := range r.lexicon.AttributesIn(mapped(tokens, func(t token) string { return t.lower })) {
		for _, attribute := range asked.Attributes {
			if attribute.Kind != "" && attribute.Kind != quantity.Count {
				p.measures = append(p.measures, attribute.Kind)
				r.readSynonyms(p, tokens[asked.From:asked.To], attribute)
			}
		}
	}
	if len(p.measures) > 0 {
		p.wants = number
	}
	p.words = slices.DeleteFunc(p.words, func(w word) bool { // a unit is what is wanted, too
		unit, ok := r.lexicon.FindUnit(w.Text)
		return ok && slices.Contains(p.measures, unit.Kind)
	})
}

// readSynonyms lets the name of an attribute say, in specs, the words by which it is asked
// for: "memory capacity" says "memory size".
func (r *reader) readSynonyms(p *part, asked []token, attribute quarry.Attribute) {
	words := r.stems.Stems(strings.Fields(phraseOf(asked)))
	name := r.stems.Stems(text.WordsPlain(attribute.Name))
	if !slices.ContainsFunc(name, func(stem string) bool { return !slices.Contains(words, stem) }) {
		return
	}
	for i, w := range p.words {
		if slices.Contains(words, w.stem) {
			p.words[i].spec = append(slices.Clip(w.spec), name)
			if r.code != english { // the name is what the word is in English
				p.words[i].also = append(slices.Clip(w.also), name)
			}
		}
	}
}

func phraseOf(tokens []token) string {
	return strings.Join(mapped(tokens, func(t token) string { return t.lower }), " ")
}
