package condition

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// widestDenial is how many words away from a phrase its denial may stand:
// "without the use of fine-grained structured 2:4 sparsity".
const widestDenial = 9

// denial tells whether words take back what a phrase states.
type denial int

const (
	affirmed denial = iota
	denied
	either // "with or without sparsity"
)

// deny lets the words around a phrase take back what it states; denial is what
// that states instead. What is taken back twice says nothing.
func (r *Reader) deny(one *saying, s *statement, instead string) {
	var before, behind denial
	one.from, before = r.deniedBefore(s, one.first)
	one.to, behind = r.deniedBehind(s, one.last)
	switch {
	case before == affirmed && behind == affirmed:
	case before == denied && behind == affirmed, before == affirmed && behind == denied:
		one.value = instead
	default:
		one.value = ""
	}
}

// deniedBefore looks for a denial before a phrase: "no 2:4 sparsity", "without the
// use of it", "non-sparse". One unknown word may stand between. It returns where
// the words begin that belong to the phrase.
func (r *Reader) deniedBefore(s *statement, first int) (int, denial) {
	own := first
	for own > 0 && (r.cues["manners"].Has(s.words[own-1].text) || text.AllDigits(s.words[own-1].text) && (s.gap(own-1) == ":" || s.gap(own) == ":")) {
		own-- // "2:4 structured"
	}
	for i := first - 1; i >= max(0, first-widestDenial); i-- {
		word, gap := s.words[i].text, s.gap(i+1)
		known := text.AllDigits(word) || r.cues["denial_links"].Has(word) || r.cues["manners"].Has(word)
		if endsStatement(gap) || !known && strings.ContainsAny(gap, ",()[]") {
			break
		}
		if start, ok := r.denialAt(s, i); ok {
			return r.opened(s, start)
		}
		if !known && (i < first-1 || r.cues["including"].Has(s.words[first].text)) {
			break
		}
	}
	return own, affirmed
}

// denialAt returns where a denial begins that ends with a word. "w/o" is one, the
// watts of "350 W peak" are none.
func (r *Reader) denialAt(s *statement, at int) (int, bool) {
	switch word := s.words[at].text; word {
	case "o", "out":
		if at < 1 || s.words[at-1].text != "w" {
			return at, false
		}
		return at - 1, true
	case "off":
		return at, false
	default:
		return at, r.cues["negating"].Has(word) || r.cues["switched_off"].Has(word)
	}
}

// opened tells whether a denial is only one of two: "with and without".
func (r *Reader) opened(s *statement, at int) (int, denial) {
	begin := at
	if begin > 0 && r.cues["pairing"].Has(s.words[begin-1].text) {
		begin--
	}
	if begin > 0 && r.cues["including"].Has(s.words[begin-1].text) {
		return begin - 1, either
	}
	return at, denied
}

// deniedBehind looks for a denial behind a phrase: "sparsity off", "sparsity:
// disabled", "sparsity is not used". It returns the last word that belongs to it.
func (r *Reader) deniedBehind(s *statement, last int) (int, denial) {
	found, not := denied, false
	for i := last + 1; i < min(len(s.words), last+widestDenial); i++ {
		word, gap, rest := s.words[i].text, s.gap(i), s.text[s.words[i].end:]
		if endsStatement(gap) || strings.ContainsAny(gap, ",)]") {
			break
		}
		other := r.cues["other_of_two"].Has(word)
		if other || gap == "/" {
			found = either
		}
		switch {
		case not && r.cues["at_work"].Has(word), !not && r.isOff(word, gap, rest):
			return i, found
		case r.cues["negating_verbs"].Has(word):
			not = true
		case !other && !r.cues["denial_links"].Has(word):
			return last, affirmed
		}
	}
	return last, affirmed
}

// isOff reports whether a word behind a phrase denies it by itself. "off-chip" does
// not.
func (r *Reader) isOff(word, gap, rest string) bool {
	hyphened := len(rest) > 1 && rest[0] == '-' && text.IsWord(rune(rest[1]))
	rest = strings.TrimLeft(rest, " ")
	atEnd := rest == "" || strings.IndexByte(",;)]|.", rest[0]) >= 0
	return r.cues["switched_off"].Has(word) && !hyphened || word == "free" && gap == "-" || r.cues["negating_alone"].Has(word) && atEnd
}

// gap returns what stands before a word.
func (s *statement) gap(at int) string {
	if at == 0 {
		return s.text[:s.words[0].start]
	}
	return s.text[s.words[at-1].end:s.words[at].start]
}

// endsStatement reports whether what stands between two words parts two statements.
func endsStatement(gap string) bool {
	return strings.ContainsAny(gap, ";|\n") || strings.Contains(gap, ". ")
}
