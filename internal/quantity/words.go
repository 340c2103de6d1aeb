package quantity

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
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
	One      string             // what may stand for one before what multiplies: "a thousand"

	// Joined says that the words of a number below a million are written as one, where
	// the units stand before the tens and And stands between them: "zweiunddreißig".
	Joined bool
}

// Numerals reads numbers that are written in words. It is safe for several goroutines.
type Numerals struct{ languages []language }

// language is the words of one language, and what reading them needs.
type language struct {
	Words

	longest int // bytes of the longest word
}

// NewNumerals returns a reader of the words of some languages.
func NewNumerals(all ...Words) Numerals {
	n := Numerals{languages: make([]language, len(all))}
	for i, words := range all {
		one := language{Words: words, longest: len(words.And)}
		for word := range words.Numbers {
			one.longest = max(one.longest, len(word))
		}
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
	part, length := 0.0, 0
	for _, words := range n.languages {
		for phrase, value := range words.Parts {
			begins := len(phrase) > length && len(text) >= len(phrase) && strings.EqualFold(text[:len(phrase)], phrase)
			if begins && endsWord(text[len(phrase):]) {
				part, length = value, len(phrase)
			}
		}
	}
	return part, length
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
	read, at := w.one(text)
	length := 0
	for at < len(text) {
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

// one reads what stands for one before a word that multiplies it: "a" of "a thousand".
func (w language) one(text string) (sum, int) {
	first, behind, _ := strings.Cut(text, " ")
	if w.One == "" || !strings.EqualFold(first, w.One) || w.Numbers[strings.ToLower(leadingWord(behind))] < hundred {
		return sum{}, 0
	}
	return sum{current: 1}, len(first) + 1
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

// How many bytes a number with its unit and qualifiers has, and one that is a share.
const (
	longestLoose = 64
	longestShare = 2 * longestLoose
)

// ReadLoose reads the quantity that a text of a person begins with, in digits: the
// first of several ("32 or 64"), with a decimal comma if a unit stands behind it, and
// for a quantity of another one of its kind the share that it is ("20 g per kg").
func (s *System) ReadLoose(words Numerals, written string) (quarry.Quantity, bool) {
	written = text.Clip(written, longestShare)
	window := text.Clip(written, longestLoose)
	q, ok := s.ReadQuantityIn(DecimalPoint, window)
	cutBefore := func(parting string) {
		if before, _, several := strings.Cut(window, parting); !ok && several {
			q, ok = s.ReadQuantityIn(DecimalPoint, before)
		}
	}
	for _, pairing := range s.words.pairing {
		cutBefore(" " + pairing)
	}
	cutBefore(", ")
	if !ok && hasDecimalComma(window) {
		q, ok = s.ReadQuantityIn(DecimalComma, window)
		ok = ok && q.Unit != ""
	}
	if !ok || !strings.HasPrefix(window, q.Text) || !endsWord(window[len(q.Text):]) {
		return quarry.Quantity{}, false
	}
	return s.shareOf(words, q, written), true
}

// hasDecimalComma reports whether a number has a comma before one or two digits: "1,2
// TB/s".
func hasDecimalComma(written string) bool {
	const most = 2
	whole := leadingDigits(written)
	behind, comma := strings.CutPrefix(written[whole:], ",")
	decimals := leadingDigits(behind)
	return whole > 0 && comma && decimals > 0 && decimals <= most
}

// shareOf returns the share that a quantity is of another one of its kind, if the text
// goes on with that: "20 g per kg" are 2 %. If it does not, it returns the quantity.
func (s *System) shareOf(words Numerals, q quarry.Quantity, written string) quarry.Quantity {
	const whole = 100
	taken, per := words.cutPer(q.Text, written)
	if per == 0 {
		return q
	}
	part, _ := s.ReadQuantityIn(DecimalPoint, taken)
	of, length := s.measureAt(written[len(taken)+per:])
	one, known := s.FindUnit(part.Unit)
	other, also := s.FindUnit(of.Unit)
	if !known || !also || one.Kind != other.Kind || one.Kind == Count || one.Offset != 0 {
		return q
	}
	percents := s.Normalize(part.Bounds).Middle() / s.Normalize(of.Bounds).Middle() * whole
	if !quarry.IsFinite(percents) {
		return q
	}
	return quarry.Quantity{
		Bounds: quarry.Single(percents, Percent), Text: written[:len(taken)+per+length], Qualifier: part.Qualifier,
	}
}

// measureAt reads a quantity, or a unit that stands for one of it, and returns how many
// bytes it has.
func (s *System) measureAt(written string) (quarry.Quantity, int) {
	if startsWithDigit(written) {
		q, _ := s.ReadQuantityIn(DecimalPoint, written)
		return q, len(q.Text)
	}
	word := leadingWord(written)
	q, _ := s.ReadQuantityIn(DecimalPoint, "1 "+word)
	return q, len(word)
}

// partStep is how exactly a part in words is meant.
const partStep = 0.01

// ReadWorded reads the quantity that a text begins with in words: "eighty gigabytes",
// "two thirds", and below zero behind the word for that, "minus 5 V". One thing of a
// kind is none: "the one that", "one thread at a time".
func (s *System) ReadWorded(words Numerals, written string) (quarry.Quantity, bool) {
	window := text.Clip(written, longestLoose)
	if value, length := words.Part(window); length > 0 {
		return quarry.Quantity{Bounds: quarry.Single(value, ""), Text: window[:length], Qualifier: quarry.Exact, Step: partStep}, true
	}
	sign, rest := "", window
	if minus := leadingWord(window); words.isMinus(minus) {
		sign, rest = "-", strings.TrimLeft(window[len(minus):], " ")
	}
	value, length := words.Read(rest)
	number := sign
	if length > 0 {
		number += Format(value)
	}
	plain := number + rest[length:]
	if number == "" || !startsWithDigit(plain[len(sign):]) {
		return quarry.Quantity{}, false
	}
	q, ok := s.ReadQuantityIn(DecimalPoint, plain)
	ok = ok && len(q.Text) >= len(number) && endsWord(plain[len(q.Text):])
	switch {
	case sign != "" && !ok:
		return quarry.Quantity{}, false
	case !ok:
		q = quarry.Quantity{Bounds: quarry.Single(value, ""), Text: number, Qualifier: quarry.Exact, Step: 1}
	}
	if unit, known := s.FindUnit(q.Unit); sign == "" && value == 1 && (!known || unit.Kind == Count) {
		return quarry.Quantity{}, false
	}
	q.Text = window[:len(window)-(len(plain)-len(q.Text))]
	return q, true
}
