package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The most words and bytes of a unit's spelling.
const (
	longestUnit      = 3
	longestUnitBytes = 40
)

// unit reads the longest spelling of a unit that stands here, behind a hyphen
// too: "a 230-V outlet".
func (s *quantityScanner) unit() (Unit, bool) {
	start := s.at
	s.space()
	if unit, ok := s.formulaUnit(); ok {
		return unit, true
	}
	apart := s.at > start
	if startsWithDigit(s.rest()) && !strings.HasPrefix(s.rest(), "1/") { // the next number
		return Unit{}, s.back(start)
	}
	if unit, ok := s.longest(s.spells); ok {
		return s.symbol(unit, start), true
	}
	for _, special := range [...]func() (Unit, bool){s.prime, s.inch, s.octets, s.degrees} {
		if unit, ok := special(); ok {
			return unit, true
		}
	}
	if !apart && s.take("-") {
		if unit, ok := s.longest(s.spells); ok && isHyphened(s.text[start+1:s.at]) {
			return unit, true
		}
	}
	return Unit{}, s.back(start)
}

// symbol prefers a unit's symbol to a multiple that is spelled the same, where
// it stands apart from its number and nothing follows that would be counted:
// "1,811 K" are kelvins, "128K" and "64 K registers" are thousands.
func (s *quantityScanner) symbol(unit Unit, start int) Unit {
	spelled := strings.TrimLeft(s.text[start:s.at], " \u00a0")
	named, ok := s.system.symbols[spelled]
	if !ok || !isMany(unit) || s.kind == unit.Kind || len(spelled) == s.at-start {
		return unit
	}
	if startsWithLetter(strings.TrimLeft(s.rest(), " \u00a0")) {
		return unit
	}
	return named
}

// inch reads an "in" that can be nothing else: "2.5 in (63.5 mm)".
func (s *quantityScanner) inch() (Unit, bool) {
	behind, ok := strings.CutPrefix(s.rest(), "in")
	known, isUnit := s.system.spelled["inch"]
	if !ok || !isUnit {
		return Unit{}, false
	}
	if behind != "" && strings.IndexByte(",;)", behind[0]) < 0 && !strings.HasPrefix(behind, " (") {
		return Unit{}, false
	}
	s.at += len("in")
	return known, true
}

// prime reads the straight marks of inches and of feet: `11.7"`, `5'11"`. A mark that
// closes a quotation is none, and one foot is written so only before inches or where
// lengths are looked for.
func (s *quantityScanner) prime() (Unit, bool) {
	start, length := s.at, s.kind == lengthKind
	if last, _ := utf8.DecodeLastRuneInString(s.text[:start]); !unicode.IsNumber(last) {
		return Unit{}, false
	}
	inches, feet := s.takeAny(`"`, "”", "''", "’’"), false
	if !inches {
		feet = s.takeAny("'", "’")
	}
	inch, known := s.system.spelled["inch"]
	foot, also := s.system.spelled["ft"]
	if !inches && !feet || !known || !also || isQuoted(s.before) != isQuoted(s.text[:start]) {
		return Unit{}, s.back(start)
	}
	if inches {
		return inch, true
	}
	behind := strings.TrimLeft(s.rest(), " ")
	marks := strings.TrimLeft(behind[leadingDigits(behind):], ".½¼¾0123456789")
	inches = startsWithDigit(behind) && (strings.HasPrefix(marks, `"`) || strings.HasPrefix(marks, "”") || strings.HasPrefix(marks, "''"))
	if inches || length && !startsWithLetter(s.rest()) {
		return foot, true
	}
	return Unit{}, s.back(start)
}

// isQuoted reports whether a quotation that a text opens is still open at its end. A mark
// behind a digit opens none.
func isQuoted(text string) bool {
	open := strings.Count(text, `"`)
	for i := 1; i < len(text); i++ {
		if text[i] == '"' && endsInDigit(text[:i]) {
			open--
		}
	}
	return open%2 == 1 || strings.Count(text, "“") > strings.Count(text, "”")
}

// octets reads the bytes of French, "64 Go" and "2 To/s", where the document
// writes decimal commas or nothing else than data can be meant: elsewhere they
// are words.
func (s *quantityScanner) octets() (Unit, bool) {
	const prefixes = "kKMGTP"
	rest := s.rest()
	if len(rest) < 2 || rest[1] != 'o' || strings.IndexByte(prefixes, rest[0]) < 0 {
		return Unit{}, false
	}
	if s.style != DecimalComma && s.kind != "data" && s.kind != "data_rate" {
		return Unit{}, false
	}
	length, spelled := len("Go"), rest[:1]+"B"
	if strings.HasPrefix(rest[length:], "/s") {
		length, spelled = length+len("/s"), spelled+"/s"
	}
	unit, ok := s.system.spelled[spelled]
	if !ok || startsWithLetter(rest[length:]) || startsWithDigit(rest[length:]) {
		return Unit{}, false
	}
	s.at += length
	return unit, true
}

// isHyphened refuses most single letters behind a hyphen: "1-A" is a section,
// "230-V" is none.
func isHyphened(spelled string) bool { return len(spelled) > 1 || spelled == "V" || spelled == "W" }

// longest passes the longest text from here that is found, of those that a unit
// may end with.
func (s *quantityScanner) longest(find func(string) (Unit, bool)) (Unit, bool) {
	var ends [longestUnitBytes]int
	for count := unitEnds(s.rest(), &ends); count > 0; count-- {
		if unit, ok := find(s.rest()[:ends[count-1]]); ok {
			s.at += ends[count-1]
			return unit, true
		}
	}
	return Unit{}, false
}

// spells returns the unit of a spelling. A word that is written out may begin
// with a capital, or be written in capitals; a symbol may not.
func (s *quantityScanner) spells(spelled string) (Unit, bool) {
	const shortestWord = 4
	spelled = strings.ReplaceAll(spelled, "\u00a0", " ")
	if unit, ok := s.find(spelled); ok {
		return unit, true
	}
	if len(spelled) < shortestWord || spelled[0] < 'A' || spelled[0] > 'Z' {
		return Unit{}, false
	}
	return s.find(strings.ToLower(spelled))
}

// find prefers a unit of the kind that is looked for.
func (s *quantityScanner) find(spelled string) (Unit, bool) {
	if unit, ok := s.system.FindUnitOf(s.kind, spelled); ok {
		return unit, true
	}
	unit, ok := s.system.spelled[spelled]
	return unit, ok
}

// unitEnds finds where a unit that begins here may end: behind every character
// that neither letter nor digit follows.
func unitEnds(text string, ends *[longestUnitBytes]int) int {
	count, spaces := 0, 0
	for i, r := range text {
		if i >= longestUnitBytes {
			return count
		}
		blank := unicode.IsSpace(r)
		if blank {
			spaces++
		}
		if spaces == longestUnit {
			return count
		}
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(text[min(end, len(text)):])
		if !blank && r != utf8.RuneError && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
			ends[count] = end
			count++
		}
	}
	return count
}

// formulaUnit reads a unit as LaTeX writes it: "\text{GB/s}", "\%".
func (s *quantityScanner) formulaUnit() (Unit, bool) {
	if !strings.HasPrefix(s.rest(), `\`) {
		return Unit{}, false
	}
	start := s.at
	if s.take(`\%`) {
		return s.system.FindUnit(Percent)
	}
	if s.takeAny(`\text{`, `\mathrm{`, `\textrm{`, `\mathsf{`) {
		inside, _, closed := strings.Cut(s.rest()[:min(len(s.rest()), longestUnitBytes)], "}")
		if unit, ok := s.find(strings.Trim(inside, ` \,~`)); ok && closed {
			s.at += len(inside) + 1
			return unit, true
		}
	}
	return Unit{}, s.back(start)
}

// compound keeps a unit together that only begins with a known one: "5 W/kg"
// are no watts, and it is not known what they are. Per link, per core and per
// other things that are counted is no part of the unit.
func (s *quantityScanner) compound(m *measure, unit Unit) {
	start := s.at
	if !s.takeAny(" per ", "/", "·", "⋅", " / ") {
		return
	}
	further, ok := s.longest(func(spelled string) (Unit, bool) {
		unit, known := s.system.spelled[spelled]
		return unit, known
	})
	if !ok || further.Kind == Count || further.Kind == Ratio {
		s.at = start
		return
	}
	if known, ok := s.system.FindUnit(unit.Symbol + "/" + further.Symbol); ok {
		m.unit = known.Symbol
		return
	}
	m.unit += s.text[start:s.at]
}

// longestCurrency is how many bytes the sign or the code of a currency has, or another
// unit that stands before its number, and the space behind it.
const longestCurrency = 9

// leading reads the sign or the code of a currency before a sum of money, or another unit
// that stands before its number: "f/2.8", "ISO 400".
func (s *quantityScanner) leading() (Unit, bool) {
	before := s.rest()[:min(len(s.rest()), longestCurrency)]
	digit := strings.IndexAny(before, "0123456789")
	if digit < 1 {
		return Unit{}, false
	}
	escape := len(before) - len(strings.TrimPrefix(before, `\`))
	sign := strings.TrimRightFunc(before[escape:digit], unicode.IsSpace)
	for _, spelled := range []string{sign, strings.TrimRight(sign, ".")} {
		unit, ok := s.system.before[spelled]
		if ok && (IsMoney(unit.Kind) || leads(spelled, before[escape+len(spelled):])) {
			s.at += escape + len(spelled)
			s.space()
			return unit, true
		}
	}
	return Unit{}, false
}

// leads reports whether a unit may stand right before a number: a word apart from it, a
// single letter close to decimals ("F2.8", where "F2" is a key).
func leads(spelled, behind string) bool {
	last, size := utf8.DecodeLastRuneInString(spelled)
	apart := !startsWithDigit(behind)
	if size == len(spelled) {
		whole := leadingDigits(behind)
		return !apart && len(behind) > whole+1 && strings.IndexByte(".,", behind[whole]) >= 0 && startsWithDigit(behind[whole+1:])
	}
	return apart == unicode.IsLetter(last)
}

// price reads what may stand behind a sum: "million", "k", and for what time it
// is paid. A sum for anything else is no price.
func (s *quantityScanner) price(m *measure, currency Unit) {
	m.unit = currency.Symbol
	start := s.at
	s.space()
	multiple := func(spelled string) (Unit, bool) { // "million", "k"
		unit, ok := s.system.FindUnitOf(Count, spelled)
		return unit, ok && isMany(unit)
	}
	if many, ok := s.longest(multiple); ok {
		m.numeral = m.scaled(many.Factor)
	} else {
		s.at = start
	}
	m.more = s.plus()
	start = s.at
	if !s.takeAny(" per ", "/", " / ") {
		return
	}
	per, ok := s.longest(func(spelled string) (Unit, bool) {
		return s.system.FindUnit(currency.Symbol + "/" + spelled)
	})
	if !ok {
		s.at, s.refused = start, true
		return
	}
	m.unit = per.Symbol
}

// isMany reports whether a unit of a count is a multiple of ten and nothing
// that is counted.
func isMany(unit Unit) bool {
	return unit.Kind == Count && unit.Factor >= 1000 && !strings.Contains(unit.Symbol, " ")
}
