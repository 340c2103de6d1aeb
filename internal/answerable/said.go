package answerable

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// mostRead is how much of an entry is read, in bytes.
const mostRead = 6 << 10

// said is an entry as it is held against a query.
type said struct {
	quarry.Hit
	*matcher

	title     []token
	above     []token // the title and the headings
	sentences []sentence
	reasons   bool // whether the title asks for a reason
}

// sentence is one, or a line.
type sentence struct {
	text   string
	tokens []token
}

// read reads a hit in its own language.
func (j *Judge) read(h quarry.Hit) *said {
	in := j.speeches[j.lexicon.LanguageOf(h.Text)]
	s := &said{Hit: h, matcher: &matcher{in, in.language.Stemmer(nil), map[string]string{}}, title: tokensOf(h.Title)}
	s.reasons = s.has(reason, s.title)
	s.above = slices.Clone(s.title)
	for _, heading := range h.Source.Heading {
		s.above = append(s.above, tokensOf(heading)...)
	}
	for line := range strings.Lines(text.Clip(h.Text, mostRead)) {
		for one := range s.language.Sentences(line) {
			s.sentences = append(s.sentences, sentence{one.Text, tokensOf(one.Text)})
		}
	}
	if len(s.sentences) == 0 {
		s.sentences = []sentence{{}}
	}
	return s
}

// matcher tells how well words are said in a language. It remembers stems, and is not for use by several
// goroutines.
type matcher struct {
	*speech

	stems *text.Stemmer
	known map[string]string
}

func (m *matcher) stem(word string) string {
	stem, ok := m.known[word]
	if !ok {
		stem = m.stems.Stem(word)
		m.known[word] = stem
	}
	return stem
}

// likeIt is how well a word is said by one that begins alike, that a slip makes of it, or
// that it means where it is an everyday word.
const likeIt = 0.7

// match returns how well the tokens from one on say a word, from 0 to 1.
func (m *matcher) match(w *word, tokens []token, at int) float64 {
	const (
		beginning = 4   // letters of the shortest beginning that tells something
		most      = 0.6 // of the longer word
	)
	t := tokens[at].lower
	if text.AllDigits(w.Text) {
		// It stands behind what it belongs to in the query, or a title above has named that.
		belongs := w.past == "" || at == 0 && w.led || at > 0 && m.stem(tokens[at-1].lower) == w.past
		return map[bool]float64{true: 1}[t == w.Text && belongs]
	}
	alike := 0
	for alike < min(len(t), len(w.Text)) && t[alike] == w.Text[alike] {
		alike++
	}
	if t == w.Text || mayShareStem(t, w.Text) && m.stem(t) == w.stem {
		return w.best
	}
	begun := func(phrases [][]string) bool {
		return slices.ContainsFunc(phrases, func(phrase []string) bool { return m.begins(tokens[at:], phrase) })
	}
	if begun(w.also) {
		return w.best
	}
	near := alike >= beginning && float64(alike) >= most*float64(max(len(t), len(w.Text)))
	if !near && !w.Known && len(w.Text) > beginning {
		_, near = text.Near(w.Text, t, text.SlipsAllowed(w.Text))
	}
	if near || !w.Known && begun(w.meant) {
		return likeIt
	}
	return 0
}

// begins reports whether tokens begin with words of these stems.
func (m *matcher) begins(tokens []token, stems []string) bool {
	if len(tokens) < len(stems) {
		return false
	}
	for i, stem := range stems {
		if !mayShareStem(tokens[i].lower, stem) || m.stem(tokens[i].lower) != stem {
			return false
		}
	}
	return true
}

// mayShareStem reports whether a word may have a stem or be a form of it: both begin with one
// letter, but for the marks on it that stems lack.
func mayShareStem(word, stem string) bool {
	return word[0] == stem[0] || word[0] >= utf8.RuneSelf || stem[0] >= utf8.RuneSelf
}

// in returns words as they are said in an entry. Where its titles name what a number
// belongs to, a row or an item that begins with the number means it. What specs were taken
// from has attributes by their names.
func (s *said) in(words []word) []word {
	words = slices.Clone(words)
	spec := s.Kind == quarry.EntrySpec || slices.ContainsFunc(s.Also, func(also quarry.AlsoHit) bool { return also.Kind == quarry.EntrySpec })
	for i, w := range words {
		words[i].led = w.past != "" && slices.ContainsFunc(s.above, func(t token) bool { return s.stem(t.lower) == w.past })
		if spec {
			words[i].also = slices.Concat(w.also, w.spec)
		}
	}
	return words
}

// matches returns how well some tokens say each of the words.
func (m *matcher) matches(words []word, tokens []token) []float64 {
	best := make([]float64, len(words))
	for at := range tokens {
		for i := range words {
			if best[i] < 1 {
				best[i] = max(best[i], m.match(&words[i], tokens, at))
			}
		}
	}
	return best
}

// leastRarity is what a word counts at least.
const leastRarity = 0.05

func (w word) weight() float64 { return max(w.Rarity, leastRarity) }

// share returns how much of the words is said, each counted by how rare it is.
func share(words []word, matches []float64) float64 {
	sum, held := 0.0, 0.0
	for i, w := range words {
		sum += w.weight()
		held += matches[i] * w.weight()
	}
	return held / max(sum, leastRarity)
}

// better returns of several matches the best for each word.
func better(all ...[]float64) []float64 {
	best := slices.Clone(all[0])
	for _, one := range all[1:] {
		for i, match := range one {
			best[i] = max(best[i], match)
		}
	}
	return best
}

// states reports whether a sentence states something of the kind that a part wants, and
// does not only repeat the query. What answers a question for a reason states one, and so
// does a sentence before one that does.
func (j *Judge) states(of *said, at int, p part) bool {
	s := of.sentences[at]
	measured := func(kind quarry.QuantityKind) bool {
		_, _, found := j.lexicon.FindQuantity(quantity.DecimalPoint, s.text, kind)
		return found
	}
	other := func(is func(t token) bool) bool {
		return slices.ContainsFunc(s.tokens, func(t token) bool { return !p.query[t.lower] && is(t) })
	}
	switch p.wants {
	case number:
		if len(p.measures) > 0 {
			return slices.ContainsFunc(p.measures, measured)
		}
		return other(func(t token) bool {
			_, written := of.numerals.Value(t.lower)
			return written || strings.ContainsFunc(t.lower, unicode.IsDigit)
		})
	case money:
		return strings.ContainsFunc(s.text, func(r rune) bool { return unicode.Is(unicode.Sc, r) })
	case duration:
		return measured("time")
	case date:
		const digits = 4
		return other(func(t token) bool {
			return len(t.lower) == digits && text.AllDigits(t.lower) && strings.Contains("12", t.lower[:1])
		})
	case name:
		return other(func(t token) bool {
			first, size := utf8.DecodeRuneInString(t.Text)
			second, _ := utf8.DecodeRuneInString(t.Text[size:])
			return unicode.IsUpper(first) && unicode.IsLower(second) && t.Start > 0
		})
	case reason:
		return of.reasons || slices.ContainsFunc(of.sentences[at:min(at+2, len(of.sentences))], func(s sentence) bool { return of.has("states_reason", s.tokens) })
	}
	return true
}
