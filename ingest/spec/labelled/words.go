package labelled

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Words tells what titles, labels and cells look like, by the words of a lexicon. It is
// safe for several goroutines.
type Words struct {
	lexicon *lexicon.Lexicon
	cues    lexicon.Cues
	english *text.Language
	limits  map[string]Limit
}

// NewWords returns what a lexicon tells of titles and cells.
func NewWords(from *lexicon.Lexicon) *Words {
	w := &Words{lexicon: from, cues: from.Cues(), english: from.Language("en"), limits: map[string]Limit{}}
	for cue, limit := range map[lexicon.Cue]Limit{"limit_min": Least, "limit_typ": Usual, "limit_max": Most} {
		for _, word := range w.cues[cue].List() {
			w.limits[word] = limit
		}
	}
	return w
}

// longestTitle is the longest text, in bytes, that may be a title or a label.
const longestTitle = 160

// IsName reports whether a title stands over the names of things, and not over what is
// measured of them.
func (w *Words) IsName(title string) bool {
	return len(title) <= longestTitle && w.lexicon.IsNameLabel(Unbracketed(title))
}

// IsProperty reports whether a title stands over the names of what is measured.
func (w *Words) IsProperty(title string) bool {
	return w.is(folded(Unbracketed(title)), "property_titles")
}

// isFigure reports whether a title only says that values stand below it.
func (w *Words) isFigure(title string) bool {
	title = folded(Unbracketed(title))
	return title == "" || w.is(title, "figure_titles", "rating_titles", "measurement_titles")
}

// isNote reports whether a title stands over what is said in words.
func (w *Words) isNote(title string) bool {
	return w.is(folded(title), "note_titles", "condition_titles")
}

// isComparing reports whether a title stands over what compares, which is of no thing:
// "Improvement", but not "Gain (dB)".
func (w *Words) isComparing(title string) bool {
	if !slices.ContainsFunc(strings.Fields(folded(title)), func(word string) bool { return w.cues["comparing"].Has(word) }) {
		return false
	}
	return !slices.ContainsFunc(Bracketed(title), func(inside string) bool {
		unit, ok := w.Unit(inside)
		return ok && unit.Kind != quantity.Ratio
	})
}

// relates reports whether a title ends in a word that lacks what it leads to: "Fits on".
func (w *Words) relates(title string) bool {
	words := strings.Fields(folded(title))
	return len(words) > 1 && w.cues["prepositions"].Has(words[len(words)-1])
}

// isOrder reports whether a title stands over what numbers or identifies the rows.
func (w *Words) isOrder(title string) bool {
	return w.isIndex(title) || w.isIdentifier(title)
}

// isIndex reports whether a title stands over what counts the rows.
func (w *Words) isIndex(title string) bool {
	return strings.TrimSpace(title) == "#" || w.is(folded(title), "index_titles")
}

// isIdentifier reports whether a title stands over codes of things rather than over their
// names.
func (w *Words) isIdentifier(title string) bool {
	title = folded(title)
	words := strings.Fields(title)
	isNumber := len(words) > 1 && w.is(words[0], "ordering") && w.is(words[len(words)-1], "short_for_number") // "Order No."
	return isNumber || w.is(title, "identifier_titles")
}

// isUnits reports whether a title stands over the units of other cells.
func (w *Words) isUnits(title string) bool { return w.is(folded(title), "unit_titles") }

// limitOf returns which limit a title says that the values below it are.
func (w *Words) limitOf(title string) Limit {
	return w.limits[strings.ToLower(strings.Trim(strings.TrimSpace(title), ".()[]:"))]
}

// is reports whether a word or phrase signals one of some things, in the singular or the
// plural.
func (w *Words) is(word string, cues ...lexicon.Cue) bool {
	singular := strings.TrimSuffix(word, "s")
	return slices.ContainsFunc(cues, func(cue lexicon.Cue) bool { return w.cues[cue].Has(word) || w.cues[cue].Has(singular) })
}

// Unit returns the unit that a text is and nothing else, in brackets or without.
func (w *Words) Unit(written string) (quantity.Unit, bool) {
	written = strings.TrimSpace(written)
	if inside := Bracketed(written); len(inside) == 1 && len(inside[0])+2 == len(written) {
		written = inside[0]
	}
	if written = strings.TrimSpace(written); written == "" || len(written) > longestUnit {
		return quantity.Unit{}, false
	}
	if unit, ok := w.lexicon.FindUnit(written); ok {
		return unit, true
	}
	slash := max(0, strings.LastIndex(written, "/")) // "GB/s/chip" is a rate of each chip
	unit, of := written[:slash], strings.TrimPrefix(written[slash:], "/")
	if known, ok := w.lexicon.FindUnit(unit); ok && known.Kind != quantity.Count && len(of) > 2 && !HasDigit(of) {
		if by, divided := w.lexicon.FindUnit(of); !divided || by.Kind == quantity.Count {
			return known, true
		}
	}
	return quantity.Unit{}, false
}

const longestUnit = 40

// isUnit reports whether a cell is a unit, or a mark that there is none.
func (w *Words) isUnit(cell string) bool {
	_, ok := w.Unit(cell)
	return ok && !text.IsDigit(strings.TrimSpace(cell)[0])
}

// isSentence reports whether a line says something rather than naming it: it is long, or
// has a verb.
func (w *Words) isSentence(line string) bool {
	words := text.Words(strings.ToLower(line))
	return len(words) > longestLead || slices.ContainsFunc(words, func(word string) bool { return w.cues["asserting"].Has(word) })
}

// IsEmpty reports whether a cell says that there is nothing to say.
func (w *Words) IsEmpty(cell string) bool {
	cell = strings.ToLower(strings.TrimSpace(cell))
	return strings.Trim(cell, "-–—−/.?* ") == "" || w.cues["empty_cells"].Has(cell)
}

// measures reports whether a label names what is measured: it states a unit in brackets,
// or the lexicon has an attribute that is called so.
func (w *Words) measures(label string) bool {
	if len(label) > longestTitle {
		return false
	}
	return slices.ContainsFunc(Bracketed(label), w.isUnit) || len(w.lexicon.FindAttributes(label)) > 0 || len(w.lexicon.FindAttributes(Unbracketed(label))) > 0
}

// number returns the kind of the number that a cell begins with, "" without a unit, and
// whether it begins with one.
func (w *Words) number(style quantity.NumberStyle, cell string) (quarry.QuantityKind, bool) {
	if !HasDigit(cell) || len(cell) > longestTitle {
		return "", false
	}
	read, ok := w.lexicon.ReadQuantityIn(style, strings.TrimSpace(cell))
	unit, _ := w.lexicon.FindUnit(read.Unit)
	return unit.Kind, ok
}

// isNumber reports whether a cell begins with a number.
func (w *Words) isNumber(style quantity.NumberStyle, cell string) bool {
	_, ok := w.number(style, cell)
	return ok
}

// carrier returns whether a text names a device of the lexicon that has figures of its
// own: no number format and no memory.
func (w *Words) carrier(written string) bool {
	if len(written) > longestTitle {
		return false
	}
	return slices.ContainsFunc(w.lexicon.DevicesIn(written), func(d quarry.DeviceMention) bool { return d.Class != quarry.ClassFormat })
}

// looksNamed returns how much a text looks like the name of one of several things: 1 of
// a device that is known or of a model, less of what has capitals, 0 of words.
func (w *Words) looksNamed(written string) float64 {
	written = strings.TrimSpace(written)
	switch {
	case written == "" || len(written) > longestTitle/2:
		return 0
	case w.carrier(written):
		return 1.2
	case len(w.lexicon.DevicesIn(written)) > 0: // number formats, which most things have
		return 0.3
	case IsModel(written):
		return 1
	case capitals(written) > 1:
		return 0.5
	}
	return 0
}

// looksLikeName is looksNamed as a yes or no.
func (w *Words) looksLikeName(written string) bool { return w.looksNamed(written) >= 1 }

// IsModel reports whether a name has a word of letters and digits, "DT-770", or words
// that begin in capitals before a number: "HD 600".
func IsModel(name string) bool {
	named := false
	for word := range strings.FieldsSeq(name) {
		word = strings.Trim(word, "()[],;:\"'`*")
		switch first, _ := utf8.DecodeRuneInString(word); {
		case !HasDigit(word):
			named = named || unicode.IsUpper(first)
		case strings.ContainsFunc(word, unicode.IsUpper) && !strings.ContainsAny(word, "=×°%"), named && text.AllDigits(word):
			return true
		}
	}
	return false
}

// capitals returns how many words of a text begin with one.
func capitals(written string) int {
	n := 0
	for word := range strings.FieldsSeq(written) {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(first) {
			n++
		}
	}
	return n
}

// HasDigit reports whether a text has a digit.
func HasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// Unbracketed drops what stands in brackets from a label.
func Unbracketed(label string) string {
	var bare strings.Builder
	depth := 0
	for _, r := range label {
		switch {
		case r == '(' || r == '[':
			depth++
			bare.WriteByte(' ')
		case (r == ')' || r == ']') && depth > 0:
			depth--
		case depth == 0:
			bare.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(bare.String()), " ")
}

// Bracketed returns what stands in a label's outermost brackets.
func Bracketed(label string) []string {
	var found []string
	depth, start := 0, 0
	for i := range len(label) {
		switch label[i] {
		case '(', '[':
			if depth++; depth == 1 {
				start = i + 1
			}
		case ')', ']':
			if depth == 1 {
				found = append(found, label[start:i])
			}
			depth = max(0, depth-1)
		}
	}
	return found
}
