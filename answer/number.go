package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// number is a number in a text and what it counts or measures.
type number struct {
	quarry.Quantity

	kind   quarry.QuantityKind // "" for what is only counted
	noun   string              // stem of the word that it counts; "" if the text does not say
	clause int
	at     int  // where it begins
	denied bool // "not 32"
	worded bool // written in words
}

// quantity reads the number that begins there, in digits or in words. A "minus" behind
// another number or a letter of a formula subtracts.
func (s *scanner) quantity(at, end int) bool {
	if s.numbers >= mostNumbers {
		return false
	}
	written := s.text[at:end]
	if isLetter(written[0]) && !s.words.is(cueNumberQualifiers, firstWord(written)) {
		q, ok := s.lexicon.ReadWorded(s.words.numerals, written)
		negative := ok && q.Middle() < 0
		if !ok || negative && s.subtracts(at) {
			return false
		}
		s.addNumber(at, at+len(q.Text), number{Quantity: q, worded: !negative})
		return true
	}
	q, ok := s.lexicon.ReadLoose(s.words.numerals, written)
	if !ok || s.inName(at, len(q.Text)) || s.inFormula(at, at+len(q.Text)) {
		return false
	}
	s.addNumber(at, at+len(q.Text), number{Quantity: q})
	return true
}

// inName reports whether a number belongs to the name of a model, as in "Llama 3 8B": a
// letter follows it without a space, and a name with a number or with a hyphen stands
// before it.
func (s *scanner) inName(at, length int) bool {
	written := s.text[at : at+length]
	if digits := strings.TrimRight(written, "bB"); len(digits) != length-1 || !isDigit(digits[len(digits)-1]) || len(s.tokens) == 0 || at == 0 {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	if last.end != at-1 || last.kind != numberToken && last.kind != wordToken {
		return false
	}
	if s.text[at-1] == '-' || last.kind == wordToken && s.text[last.start] >= 'A' && s.text[last.start] <= 'Z' {
		return true
	}
	const two = 2
	if len(s.tokens) < two || strings.Trim(s.text[last.start:last.end], "0123456789.") != "" {
		return false
	}
	name := s.tokens[len(s.tokens)-two]
	return name.kind == wordToken && name.end == last.start-1
}

// inFormula reports whether a number is a part of a formula: "2(n-1)", "S/2".
func (s *scanner) inFormula(start, end int) bool {
	if end < len(s.text) && s.text[end] == '(' {
		return true
	}
	return start > 1 && strings.IndexByte("/^", s.text[start-1]) >= 0 && isLetter(s.text[start-2])
}

// addNumber takes a number in, and forgets what units of no meaning here say: what
// is counted is no other kind of number for it.
func (s *scanner) addNumber(start, end int, n number) {
	s.numbers++
	n.at = start
	if unit, ok := s.lexicon.FindUnit(n.Unit); ok && n.Unit != "" {
		n.kind = unit.Kind
		if unit.Kind == countKind {
			n.kind = ""
			n.Bounds = unit.Normalize(n.Bounds)
			n.Step *= unit.Factor
			n.noun = nounOf(unit)
			n.Unit = ""
		}
	}
	s.tokens = append(s.tokens, token{kind: numberToken, start: start, end: end, number: n, code: s.code, head: s.head})
}

// nounOf returns what a unit of things counts; "" for a million of anything.
func nounOf(unit quantity.Unit) string {
	if unit.Factor != 1 || unit.Symbol == "1" {
		return ""
	}
	return strings.ToLower(unit.Symbol)
}

const countKind = "count"

// endsThere reports whether no word goes on behind a number.
func endsThere(window string, at int) bool {
	next, _ := utf8.DecodeRuneInString(window[at:])
	return at > 0 && (at == len(window) || !unicode.IsLetter(next) && !unicode.IsDigit(next))
}

func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(text)
	}
	return strings.ToLower(text[:end])
}

// subtracts reports whether what stands right before a place is a number or a letter.
func (s *scanner) subtracts(at int) bool {
	if len(s.tokens) == 0 {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	return at-last.end <= 1 && (last.kind == numberToken || last.kind == formulaToken || last.kind == wordToken && last.end-last.start == 1)
}
