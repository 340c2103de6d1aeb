package quantity

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words are the words of one language for numbers, all in lower case.
type Words struct {
	Language string             // "en"
	Numbers  map[string]float64 // "two" is 2, "hundred" is 100
	Ordinals map[string]int     // "second" is 2
	Parts    map[string]float64 // phrases: "two thirds", and multiples such as "twice"
	Minus    []string           // what stands before a number below zero
	Per      []string           // what stands between a part and its whole: "per", "for each"
	OutOf    []string           // what stands between a grade and the highest one: "out of"
	And      string             // what may join the words of one number; "" for nothing

	// Joined says that the words of a number below a million are written as one, where
	// the units stand before the tens and And stands between them: "zweiunddreißig".
	Joined bool
}

// Numerals reads numbers that are written in words. It is safe for several goroutines.
type Numerals struct{ languages []language }

// language is the words of one language, and what reading them needs.
type language struct {
	Words

	phrases []string // of parts, the longest first
	longest int      // bytes of the longest word
}

// NewNumerals returns a reader of the words of some languages.
func NewNumerals(all ...Words) Numerals {
	n := Numerals{languages: make([]language, len(all))}
	for i, words := range all {
		one := language{Words: words, longest: len(words.And)}
		for word := range words.Numbers {
			one.longest = max(one.longest, len(word))
		}
		one.phrases = slices.SortedFunc(maps.Keys(words.Parts), func(a, b string) int {
			return cmp.Or(len(b)-len(a), strings.Compare(a, b))
		})
		n.languages[i] = one
	}
	return n
}

// Value returns the value of one word that stands for a number: 100 of "hundred".
func (n Numerals) Value(word string) (float64, bool) {
	word = strings.ToLower(word)
	for _, words := range n.languages {
		if value, ok := words.Numbers[word]; ok {
			return value, true
		}
	}
	return 0, false
}

// Ordinal returns the number of a word that counts what it stands before: 2 of "second".
func (n Numerals) Ordinal(word string) (int, bool) {
	word = strings.ToLower(word)
	for _, words := range n.languages {
		if number, ok := words.Ordinals[word]; ok {
			return number, true
		}
	}
	return 0, false
}

// Read returns the number in words that a text begins with, and how many bytes it has:
// "thirty-two" is 32, "zweiunddreißig" too. The length is 0 if the text begins with no
// such number.
func (n Numerals) Read(text string) (float64, int) {
	value, length := 0.0, 0
	for _, words := range n.languages {
		if read, end := words.read(text); end > length {
			value, length = read, end
		}
	}
	return value, length
}

// Part returns the part or the multiple in words that a text begins with, and how many
// bytes it has: "two thirds", "twice". The length is 0 if the text begins with none.
func (n Numerals) Part(text string) (float64, int) {
	for _, words := range n.languages {
		for _, phrase := range words.phrases {
			if len(text) >= len(phrase) && strings.EqualFold(text[:len(phrase)], phrase) && endsWord(text[len(phrase):]) {
				return words.Parts[phrase], len(phrase)
			}
		}
	}
	return 0, 0
}

func endsWord(behind string) bool {
	next, _ := utf8.DecodeRuneInString(behind)
	return !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// sum is what the words of a number come to so far.
type sum struct {
	total   float64 // with the last thousands, millions
	current float64 // what is below them
	and     bool    // whether the last word was the one that joins others
}

func (w language) read(text string) (float64, int) {
	var read sum
	length := 0
	for at := 0; at < len(text); {
		word := leadingWord(text[at:])
		next, ok := w.add(read, strings.ToLower(word))
		if !ok {
			break
		}
		read, at = next, at+len(word)
		if !read.and {
			length = at
		}
		if at < len(text) && (text[at] == ' ' || text[at] == '-') {
			at++
		}
	}
	return read.total + read.current, length
}

func leadingWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}

// add adds a written word, which may be several words in one. It returns false if one
// of them is no number, or the number does not go on with it.
func (w language) add(to sum, written string) (sum, bool) {
	if written == "" {
		return to, false
	}
	for written != "" {
		word := w.first(written)
		value, isNumber := w.Numbers[word]
		switch {
		case isNumber && w.continues(to, value):
			to = to.plus(value)
		case word != "" && word == w.And && !to.and && to.total+to.current > 0:
			to.and = true
		default:
			return to, false
		}
		written = written[len(word):]
	}
	return to, !w.Joined || !to.and
}

// first returns the word that a written one begins with, "" for none.
func (w language) first(written string) string {
	if !w.Joined {
		return written
	}
	for end := min(len(written), w.longest); end > 0; end-- {
		if _, ok := w.Numbers[written[:end]]; ok || written[:end] == w.And {
			return written[:end]
		}
	}
	return ""
}

// The words that multiply what stands before them.
const (
	hundred = 100
	million = 1_000_000
)

// continues reports whether a number may go on with another one: "thirty" with "two",
// "two" with "hundred", "zweiund" with "dreißig".
func (w language) continues(read sum, next float64) bool {
	const ten = 10
	before := math.Mod(read.current, hundred)
	switch {
	case next >= hundred: // "hundert" is one hundred, "hundred" needs a number before it
		return !read.and && (read.current > 0 || w.Joined && next < million)
	case before == 0:
		return true
	case w.Joined:
		return read.and && before < ten && next >= 2*ten
	}
	return !read.and && before >= 2*ten && math.Mod(before, ten) == 0 && next < ten
}

func (s sum) plus(value float64) sum {
	switch {
	case value == hundred:
		s.current = max(s.current, 1) * value
	case value > hundred:
		s.total, s.current = s.total+max(s.current, 1)*value, 0
	default:
		s.current += value
	}
	s.and = false
	return s
}

// isMinus reports whether a word says that the number behind it is below zero.
func (n Numerals) isMinus(word string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(n.languages, func(words language) bool { return slices.Contains(words.Minus, word) })
}

// cutPer returns what of a quantity stands before words such as "per", within it or
// right behind it, and how many bytes these have; 0 if there are none.
func (n Numerals) cutPer(q, written string) (string, int) {
	for _, words := range n.languages {
		for _, per := range words.Per {
			per = " " + per + " "
			if before, _, within := strings.Cut(q, per); within {
				return before, len(per)
			}
			if strings.HasPrefix(written[len(q):], per) {
				return q, len(per)
			}
		}
	}
	return q, 0
}
