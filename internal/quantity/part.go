package quantity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostMarks is how many marks of footnotes stand behind one number.
const mostMarks = 4

// marks passes the marks of footnotes that stand right behind a number or its
// unit: "~4,000*", "989 TFLOPS²", "141 GB[3]".
func (s *quantityScanner) marks(unit string) {
	for range mostMarks {
		if !s.takeAny("*", "†", "‡", "§", "ᵃ", "ᵇ", "ᶜ", "ᵈ") && !s.smallMark(unit) && !s.bracketMark() {
			return
		}
	}
}

// smallMark passes a superscript that is no power: behind a unit that has none,
// and behind a number that is never raised to one.
func (s *quantityScanner) smallMark(unit string) bool {
	start := s.at
	if mark, ok := s.superscript(); !ok || mark < 1 {
		s.at = start
		return false
	}
	first := s.text[start:s.at] == "¹"
	metre := unit != "" && strings.HasSuffix(s.text[:start], "m")
	plain := unit == "" && !strings.ContainsAny(s.text[:start], ".,")
	if !first && (metre || plain) {
		s.at = start
		return false
	}
	return true
}

// bracketMark passes "[3]" or "[a]".
func (s *quantityScanner) bracketMark() bool {
	const longest = 2
	inside, ok := strings.CutPrefix(s.rest(), "[")
	length := strings.IndexByte(inside[:min(len(inside), longest+1)], ']')
	if !ok || length < 1 {
		return false
	}
	for _, r := range inside[:length] {
		if !unicode.IsDigit(r) && (length > 1 || !unicode.IsLower(r)) {
			return false
		}
	}
	s.at += length + len("[]")
	return true
}

// continues reports whether what follows makes the number part of something
// else.
func (s *quantityScanner) continues(unit string) bool {
	rest := s.rest()
	next, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return false
	case unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsRune(`×^\$_`, next): // "4th", "2^16"
		return true
	case unicode.IsNumber(next): // "5²"
		return true
	case strings.ContainsRune(".,:/'’-–—+*", next) && startsWithDigits(rest[size:], 1): // "1.5.2", "16:9"
		return true
	case next == '-' && startsWithLetter(rest[size:]) && (unit == "" || s.countsLarge(unit) && unicode.IsUpper(rune(rest[size]))): // "4-way", "1T-SRAM"
		return true
	}
	return s.anotherNumber(unit)
}

// countsLarge reports whether a unit is one that numbers are counted in: "K", "T".
func (s *quantityScanner) countsLarge(unit string) bool {
	const thousand = 1000
	known, ok := s.system.FindUnit(unit)
	return ok && known.Kind == Count && known.Factor >= thousand
}

func startsWithLetter(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first)
}

// anotherNumber reports whether a second number stands right behind: "1 979",
// "64 or 80 GB", "56 / 60". Behind a unit it is another matter: "80 GB
// 5120-bit".
func (s *quantityScanner) anotherNumber(unit string) bool {
	rest := strings.TrimLeftFunc(s.rest(), unicode.IsSpace)
	if startsWithDigits(strings.TrimLeft(rest, "~≈"), 1) {
		return unit == "" || unit == multiplier
	}
	if strings.HasPrefix(rest, `\`) || unit == "" && s.system.words.beginsDate(rest) { // LaTeX goes on; "15 March"
		return true
	}
	joined := func(by string) bool {
		further, ok := strings.CutPrefix(rest, by)
		return ok && startsWithDigits(strings.TrimLeft(further, " ~≈$€£"), 1)
	}
	if slices.ContainsFunc(s.system.words.pairing, joined) || slices.ContainsFunc([]string{"&", "|", "/", "× ", "x ", "+ ", ":", "= "}, joined) {
		return true
	}
	further, ok := strings.CutPrefix(rest, ",")
	return ok && unit == "" && startsWithDigits(strings.TrimLeft(further, " "), 1)
}

// beginsDate reports whether a text begins with a name that makes a date of the number
// before it: "15 March".
func (w *wording) beginsDate(written string) bool {
	first, _ := utf8.DecodeRuneInString(written)
	name, _, _ := strings.Cut(written[:min(len(written), w.longestDate+len(". "))], " ")
	return unicode.IsUpper(first) && w.dates[strings.ToLower(strings.TrimRight(name, ".,"))]
}
