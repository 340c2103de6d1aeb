package claim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// hint is a unit that a label may state. One that may as well be a word or an
// initial is weak: an attribute must agree.
type hint struct {
	unit  quantity.Unit
	weak  bool
	times float64 // by which its numbers are to be multiplied, of "10^24 kg"; 0 for one
}

// unitsIn returns the units that a label states, the surest first, and the
// label without brackets and unit. A unit stands in brackets, behind a stroke,
// a comma or "in", or is the last word. Keys write units in any case.
func (r *Reader) unitsIn(text string, as spelling) ([]hint, string) {
	found := r.unitsBracketed(text)
	last, rest := r.unitBehind(withoutBrackets(text), as)
	if opensBracket(text) {
		last = r.bracketedTimes(bracketed(text), last)
	}
	return slices.DeleteFunc(append(found, last...), func(h hint) bool { return isThing(h.unit) }), rest
}

// unitsBracketed returns the units that a text's brackets state, the last first.
// Where titles were joined, "Burst rate (fps) Buffer (frames)", the last one has
// its own unit, known or not.
func (r *Reader) unitsBracketed(text string) []hint {
	all := bracketed(text)
	var found []hint
	for i, inside := range slices.Backward(all) {
		units := r.unitsInside(inside)
		found = append(found, units...)
		if i > 0 && (len(units) > 0 || isCounted(inside)) && areParted(text, all[i-1], inside) {
			break
		}
	}
	return found
}

// isCounted reports whether a bracket says what is counted: "frames".
func isCounted(inside string) bool {
	return strings.HasSuffix(inside, "s") && !strings.ContainsAny(inside, " ,/") && isLowerWord(inside)
}

// areParted reports whether words stand between two brackets.
func areParted(text, first, second string) bool {
	_, behind, _ := strings.Cut(text, first)
	between, _, _ := strings.Cut(behind, second)
	return strings.Trim(between, " ()[],;") != ""
}

// bracketed returns what stands in a text's outermost brackets.
func bracketed(text string) []string {
	var found []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[':
			if depth++; depth == 1 {
				start = i + 1
			}
		case ')', ']':
			if depth == 1 {
				found = append(found, text[start:i])
			}
			depth = max(0, depth-1)
		}
	}
	return found
}

// unitsInside reads what stands in brackets: "GB/s", "TFLOPS, dense", "in W",
// "FP16 TFLOPS".
func (r *Reader) unitsInside(inside string) []hint {
	var found []hint
	for part := range strings.FieldsFuncSeq(inside, func(c rune) bool { return c == ',' || c == ';' }) {
		part = strings.TrimPrefix(strings.TrimSpace(part), "in ")
		if !r.allTimes(part, found) {
			found = append(found, r.unitsOfPart(part)...)
		}
	}
	return found
}

// unitsOfPart reads what stands between two commas of a bracket.
func (r *Reader) unitsOfPart(part string) []hint {
	if part == "in" {
		part = "inch"
	}
	if unit, ok := r.unitCalled(part); ok {
		return []hint{{unit: unit, weak: r.modifies(strings.ToLower(part))}}
	}
	if times, rest := r.timesIn(part); times > 0 {
		if unit, ok := r.unitCalled(rest); ok {
			return []hint{{unit: unit, times: times}}
		}
		return nil
	}
	return r.unitsOfWords(strings.Fields(part))
}

// tellAmperes makes a bracket with an A state amperes without doubt, where the title
// speaks of a current: elsewhere it may be one of two, A and B.
func (r *Reader) tellAmperes(l *label) {
	if len(l.attributes) > 0 || len(l.units) != 1 || !l.units[0].weak || l.units[0].unit.Symbol != ampere {
		return
	}
	for word := range strings.SplitSeq(text.SlugWith(l.bare, ' '), " ") {
		if r.cues["nouns_of_current"].Has(word) {
			l.units[0].weak = false
		}
	}
}

// ampere is the unit of current, whose symbol is a word and an initial as well.
const ampere = "A"

// unitsOfWords returns the units among some words, the last first, up to one
// that is a part of a unit that is not known, or of a condition.
func (r *Reader) unitsOfWords(words []string) []hint {
	var found []hint
	for i, word := range slices.Backward(words) {
		if r.divides(words[:i]) {
			break
		}
		if unit, ok := r.lexicon.FindUnit(word); ok && utf8.RuneCountInString(word) > 1 {
			found = append(found, hint{unit: unit, weak: r.isWord(word)})
		}
	}
	return found
}

// unitCalled returns the unit that a text is, written with "per" or a stroke.
func (r *Reader) unitCalled(text string) (quantity.Unit, bool) {
	if unit, ok := r.lexicon.FindUnit(text); ok {
		return unit, true
	}
	divided := strings.ReplaceAll(text, " per ", "/")
	if divided == text {
		return quantity.Unit{}, false
	}
	return r.lexicon.FindUnit(divided)
}

// divides reports whether what stands before a unit makes it a part of another
// one, or of a quantity: "g/100", "USD per", "at 25", "0–60".
func (r *Reader) divides(before []string) bool {
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	if isMarkedFactor(last) {
		return true
	}
	above, below, divided := strings.Cut(last, "/")
	if divided {
		_, known := r.lexicon.FindUnit(above)
		return known || below == ""
	}
	return strings.EqualFold(last, "per") || strings.ContainsAny(last, "0123456789") && strings.Trim(last, "0123456789-–") == ""
}

// isThing reports whether a unit is the very thing that is counted: "cores".
func isThing(unit quantity.Unit) bool { return unit.Kind == kindOfCounts && unit.Factor == 1 }

// isWord reports whether a unit's spelling is more often a word.
func (r *Reader) isWord(spelled string) bool {
	return utf8.RuneCountInString(spelled) == 1 || r.cues["unit_words"].Has(spelled)
}

// mostUnitWords is how many words of a label may be its unit: "gb s" of a key.
const mostUnitWords = 3

// spelling says how a label is written.
type spelling struct{ key bool } // of words that were parted

// unitBehind takes the unit off the end of a label.
func (r *Reader) unitBehind(bare string, as spelling) ([]hint, string) {
	for _, separator := range []string{" / ", ", ", " in "} {
		at := strings.LastIndex(bare, separator)
		if at < 0 {
			continue
		}
		stated := strings.TrimSpace(bare[at+len(separator):])
		times, rest := r.timesIn(stated)
		if unit, ok := r.unitCalled(rest); ok {
			return []hint{{unit: unit, times: times}}, strings.TrimSpace(bare[:at])
		}
	}
	words, behind := strings.Fields(bare), []string(nil)
	if as.key {
		words, behind = r.parted(words)
		if unit, at := r.scaleOf(words); at > 0 {
			return []hint{{unit: unit}}, strings.Join(slices.Concat(words[:at], words[at+1:], behind), " ")
		}
	}
	if found, before := r.unitOfLast(words, as); len(found) > 0 {
		return found, strings.Join(slices.Concat(before, behind), " ")
	}
	return nil, bare
}

// unitOfLast returns the units that the last of some words may be, and those before.
func (r *Reader) unitOfLast(words []string, as spelling) ([]hint, []string) {
	for n := min(mostUnitWords, len(words)); n > 0; n-- {
		found, before := r.unitOf(words[len(words)-n:], as), words[:len(words)-n]
		if len(found) == 0 {
			continue
		}
		if isThing(found[0].unit) || r.divides(before) {
			break
		}
		return found, r.takeTimes(before, found)
	}
	return nil, nil
}

// scaleOf returns the scale of temperatures that a letter at the end of a key stands
// for, where the words before it tell of heat or cold, and which word it is: of
// "max_temp_F" and "temp_c_min". It is the word 0 where there is none.
func (r *Reader) scaleOf(words []string) (quantity.Unit, int) {
	at := len(words) - 1
	if at > 1 && strings.EqualFold(words[at], "min") { // which are minutes elsewhere
		at--
	}
	if at < 1 { // "_" is a key of no words, and no scale stands alone
		return quantity.Unit{}, 0
	}
	symbol := strings.ToUpper(words[at])
	switch symbol {
	case "C", "F":
		symbol = "°" + symbol
	case kelvin:
	default:
		return quantity.Unit{}, 0
	}
	if !r.saysTemperature(strings.Join(words[:at], " ")) || at == 1 && strings.EqualFold(words[0], "range") {
		return quantity.Unit{}, 0
	}
	unit, ok := r.lexicon.FindUnitOf("temperature", symbol)
	if !ok {
		return quantity.Unit{}, 0
	}
	return unit, at
}

// parted takes the words off the end of a key that stand behind its unit: "max",
// "per core".
func (r *Reader) parted(words []string) ([]string, []string) {
	end := len(words)
	if end > 2 && strings.EqualFold(words[end-2], "per") && !isShort(words[end-1]) {
		end -= 2
	}
	for end > 1 && r.isBound(words[end-1]) {
		end--
	}
	return words[:end], words[end:]
}

// isShort reports whether a word is as short as the units of keys are.
func isShort(word string) bool {
	return len(word) <= len("min") && !strings.EqualFold(word, "gpu") && !strings.EqualFold(word, "cpu")
}

// isBound reports whether a word of a key says which end of a range it is.
func (r *Reader) isBound(word string) bool {
	word = strings.ToLower(word)
	limit := r.limitWords[word]
	return limit == "max" || limit == "typ" || r.cues["bound_words"].Has(word)
}

// unitOf returns the units that the last words of a label may be.
func (r *Reader) unitOf(tail []string, as spelling) []hint {
	spelled := strings.Join(tail, " ")
	if spelled == "X" { // ends a name, where a small one is a sign
		return nil
	}
	if inch, ok := r.lexicon.FindUnit("inch"); ok && as.key && spelled == "in" {
		return []hint{{unit: inch, weak: true}}
	}
	unit, ok := r.unitCalled(spelled)
	if ok && as.key && isKeyUnit(spelled) {
		return []hint{{unit: unit}}
	}
	if ok && (!as.key || isThing(unit) || !isLowerWord(spelled)) {
		return []hint{{unit: unit, weak: r.isWord(spelled)}}
	}
	if as.key {
		return r.unitsOfKey(tail)
	}
	return nil
}

// isKeyUnit reports whether the last word of a key is a unit, though it would be
// a word or an initial elsewhere.
func isKeyUnit(spelled string) bool {
	switch spelled {
	case "A", "V", "W", "N", "J", "bar":
		return true
	}
	return false
}

func isLowerWord(text string) bool { return strings.ToLower(text) == text }

// unitsOfKey returns the units that the last words of a key may be, in any
// case. Keys have "gb" for gigabytes and "gbps" for gigabits, unless an
// attribute says that they cannot.
func (r *Reader) unitsOfKey(tail []string) []hint {
	var found []hint
	rate, size := rateOfKey(tail)
	for _, spelled := range []string{
		strings.Join(tail, " "), strings.Join(tail, "/"), strings.ReplaceAll(strings.Join(tail, " "), " per ", "/"), rate, size,
	} {
		for _, unit := range r.lexicon.FindFold(spelled) {
			if !slices.ContainsFunc(found, func(h hint) bool { return h.unit.Symbol == unit.Symbol }) {
				found = append(found, hint{unit: unit, weak: r.isWord(spelled)})
			}
		}
	}
	if bits := strings.HasSuffix(strings.ToLower(strings.Join(tail, "")), "bps"); bits {
		slices.SortStableFunc(found, func(a, b hint) int { return bitsFirst(b) - bitsFirst(a) })
	}
	return found
}

// rateOfKey returns the unit of a rate that keys write without its stroke, "gbs",
// and the one that the same letters are where there are several of it.
func rateOfKey(tail []string) (string, string) {
	const shortest = 3
	word := tail[len(tail)-1]
	if len(tail) > 1 || len(word) < shortest || !strings.HasSuffix(strings.ToLower(word), "bs") {
		return "", ""
	}
	size := word[:len(word)-1]
	return size + "/s", size
}

func bitsFirst(h hint) int {
	if h.unit.Kind == "bit_rate" {
		return 1
	}
	return 0
}
