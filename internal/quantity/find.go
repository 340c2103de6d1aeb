package quantity

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// FindQuantity finds the first quantity in a text that measures a kind, or that
// has any unit of the lexicon where no kind is given, and where it begins: its
// text stands there as it is written. A number without a unit is none, nor is
// half of a word or of a device's name: "RTX 4090" holds no 4090.
func (l *System) FindQuantity(style NumberStyle, text string, kind quarry.QuantityKind) (quarry.Quantity, int, bool) {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	for at := 0; at < len(text); {
		if begins(text, at) && !IsFactor(text[:at]) {
			s := quantityScanner{system: l, style: style, kind: kind, text: text[at:]}
			if q, ok := s.read(); ok && l.measures(q, kind) && !l.isNamed(text[:at], q) {
				return q, at, true
			}
		}
		at = nextStart(text, at)
	}
	return quarry.Quantity{}, 0, false
}

// FindAll goes over the quantities of a text, each with where it begins and as
// FindQuantity finds it behind the one before.
func (l *System) FindAll(style NumberStyle, text string, kind quarry.QuantityKind) iter.Seq2[int, quarry.Quantity] {
	return func(yield func(int, quarry.Quantity) bool) {
		for at := 0; ; {
			q, start, ok := l.FindQuantity(style, text[at:], kind)
			if !ok || !yield(at+start, q) {
				return
			}
			at += start + len(q.Text)
		}
	}
}

func (l *System) measures(q quarry.Quantity, kind quarry.QuantityKind) bool {
	if kind == "" {
		_, ok := l.FindUnit(q.Unit)
		return ok && q.Unit != ""
	}
	_, ok := l.FindUnitOf(kind, q.Unit)
	return ok
}

// begins reports whether a quantity may begin here: at a digit, a sign or a
// word that stands behind nothing that it could be a part of.
func begins(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	if at > 0 && (unicode.IsLetter(before) || unicode.IsNumber(before) || strings.ContainsRune("-–.,:/'’_^$~\\", before)) {
		return strings.ContainsRune(",:/–", before) && !isJoined(text, at)
	}
	first, _ := utf8.DecodeRuneInString(text[at:])
	return !unicode.IsSpace(first)
}

// isJoined reports whether a mark stands between two characters of one thing:
// "16:9", "and/or".
func isJoined(text string, at int) bool {
	_, size := utf8.DecodeLastRuneInString(text[:at])
	before, _ := utf8.DecodeLastRuneInString(text[:at-size])
	return at > size && !unicode.IsSpace(before)
}

// nextStart returns where the next word, number or mark begins.
func nextStart(text string, at int) int {
	first, size := utf8.DecodeRuneInString(text[at:])
	at += size
	if !unicode.IsLetter(first) && !unicode.IsNumber(first) {
		return at
	}
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		joins := strings.ContainsRune(".,'’", r) && startsWithDigits(text[at+size:], 1)
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !joins {
			break
		}
		at += size
	}
	return at
}

// isNamed reports whether a number that counts things belongs to the name
// before it: "an RTX 4090 GPU".
func (l *System) isNamed(before string, q quarry.Quantity) bool {
	const longest = 20
	_, counted := l.FindUnitOf(Count, q.Unit)
	if !counted || !startsWithDigits(q.Text, 1) {
		return false
	}
	before = before[max(0, len(before)-longest):]
	words := strings.TrimRight(before, " -\u00a0")
	word := words[strings.LastIndexAny(words, " (|/,")+1:]
	const shortest = 2
	if len(word) < shortest || len(words) == len(before) {
		return false
	}
	for _, r := range word {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}
