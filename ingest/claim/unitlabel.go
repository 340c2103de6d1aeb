package claim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// hint is a unit that a label may state. One that may as well be a word or an
// initial is weak: an attribute must agree.
type hint struct {
	unit quarry.Unit
	weak bool
}

// unitsIn returns the units that a label states, the surest first, and the
// label without brackets and unit. A unit stands in brackets, behind a stroke,
// a comma or "in", or is the last word. Keys write units in any case.
func (r *Reader) unitsIn(text string, as spelling) ([]hint, string) {
	var found []hint
	for _, inside := range slices.Backward(bracketed(text)) {
		found = append(found, r.unitsInside(inside)...)
	}
	last, rest := r.unitBehind(withoutBrackets(text), as)
	return slices.DeleteFunc(append(found, last...), func(h hint) bool { return isThing(h.unit) }), rest
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
		if unit, ok := r.lexicon.FindUnit(part); ok {
			found = append(found, hint{unit, r.modifies(strings.ToLower(part))})
			continue
		}
		for _, word := range slices.Backward(strings.Fields(part)) {
			if unit, ok := r.lexicon.FindUnit(word); ok && utf8.RuneCountInString(word) > 1 {
				found = append(found, hint{unit, isWord(word)})
			}
		}
	}
	return found
}

// countKind is the kind of plain numbers.
const countKind = "count"

// isThing reports whether a unit is the very thing that is counted: "cores".
func isThing(unit quarry.Unit) bool { return unit.Kind == countKind && unit.Factor == 1 }

// isWord reports whether a unit's spelling is more often a word.
func isWord(spelled string) bool {
	switch spelled {
	case "in", "min", "pt", "at", "as", "are", "bar", "no", "cup", "day", "inches", "x", "one", "per":
		return true
	}
	return utf8.RuneCountInString(spelled) == 1
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
		if unit, ok := r.lexicon.FindUnit(strings.TrimSpace(bare[at+len(separator):])); ok {
			return []hint{{unit: unit}}, strings.TrimSpace(bare[:at])
		}
	}
	words := strings.Fields(bare)
	for n := min(mostUnitWords, len(words)); n > 0; n-- {
		if found := r.unitOf(words[len(words)-n:], as); len(found) > 0 {
			if isThing(found[0].unit) {
				break
			}
			return found, strings.Join(words[:len(words)-n], " ")
		}
	}
	return nil, bare
}

// unitOf returns the units that the last words of a label may be.
func (r *Reader) unitOf(tail []string, as spelling) []hint {
	spelled := strings.Join(tail, " ")
	unit, ok := r.lexicon.FindUnit(spelled)
	if ok && (!as.key || isThing(unit) || !isLowerWord(spelled)) {
		return []hint{{unit, isWord(spelled)}}
	}
	if as.key {
		return r.unitsOfKey(tail)
	}
	return nil
}

func isLowerWord(text string) bool { return strings.ToLower(text) == text }

// unitsOfKey returns the units that the last words of a key may be, in any
// case. Keys have "gb" for gigabytes and "gbps" for gigabits, unless an
// attribute says that they cannot.
func (r *Reader) unitsOfKey(tail []string) []hint {
	var found []hint
	for _, spelled := range []string{strings.Join(tail, " "), strings.Join(tail, "/")} {
		for _, unit := range r.folded[strings.ToLower(spelled)] {
			if !slices.ContainsFunc(found, func(h hint) bool { return h.unit.Symbol == unit.Symbol }) {
				found = append(found, hint{unit, isWord(spelled)})
			}
		}
	}
	if bits := strings.HasSuffix(strings.ToLower(strings.Join(tail, "")), "bps"); bits {
		slices.SortStableFunc(found, func(a, b hint) int { return bitsFirst(b) - bitsFirst(a) })
	}
	return found
}

func bitsFirst(h hint) int {
	if h.unit.Kind == "bit_rate" {
		return 1
	}
	return 0
}

// foldedUnits returns the lexicon's units by their spellings in lower case.
func foldedUnits(lexicon *quarry.Lexicon) map[string][]quarry.Unit {
	folded := map[string][]quarry.Unit{}
	for _, unit := range lexicon.Units() {
		for _, spelled := range append([]string{unit.Symbol}, unit.Aliases...) {
			key := strings.ToLower(spelled)
			if !slices.ContainsFunc(folded[key], func(u quarry.Unit) bool { return u.Symbol == unit.Symbol }) {
				folded[key] = append(folded[key], unit)
			}
		}
	}
	return folded
}
