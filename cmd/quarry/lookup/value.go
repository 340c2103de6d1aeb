package lookup

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// valueWriter writes values for people. It reads what a source writes once more,
// so that a text never stands beside a unit that is not its own.
type valueWriter struct{ lexicon *lexicon.Lexicon }

// written is the value as its source has it, with the unit where that stands
// elsewhere, such as in a table's header. Where the text alone says something
// else, for a title multiplies it, it is the number that is meant.
func (w valueWriter) written(v view.Value) string {
	if v.Min == nil && v.Max == nil {
		return unmarked(v.Text)
	}
	return cmp.Or(w.fromSource(v), w.shown(v))
}

// fromSource is the source's text, with the value's unit where it needs one; ""
// where it does not read as the value.
func (w valueWriter) fromSource(v view.Value) string {
	text := unmarked(v.Text)
	if w.reads(text, v) {
		return text
	}
	for _, unit := range []string{w.counted(unitOf(v), v.Min, v.Max), unitOf(v)} {
		if whole := text + " " + unit; unit != "" && w.reads(whole, v) {
			return whole
		}
	}
	return ""
}

// unmarked is a text without the marks of footnotes behind it, which mean nothing
// away from their table.
func unmarked(text string) string {
	return strings.TrimSpace(strings.TrimRight(text, "*†‡§"))
}

// counted is a unit as it stands behind a number: "304 compute units". A unit without a
// spelling for several, as symbols are, stays as it is.
func (w valueWriter) counted(unit string, low, high *float64) string {
	one := func(end *float64) bool { return end == nil || *end == 1 }
	if one(low) && one(high) {
		return unit
	}
	const shortestWord = 4
	known, ok := w.lexicon.FindUnit(unit)
	several, same := w.lexicon.FindUnit(unit + "s")
	if len(unit) < shortestWord || !ok || !same || several.Symbol != known.Symbol || several.Kind != known.Kind {
		return unit
	}
	return unit + "s"
}

// converted is the value in a unit that was asked for, with what its source has
// behind it; as written where none was, or where the value has no such unit.
func (w valueWriter) converted(v view.Value, unit string) string {
	if unit == "" || v.Unit == nil || *v.Unit != unit {
		return w.written(v)
	}
	if text := w.fromSource(v); text != "" {
		if read, _ := w.lexicon.ReadQuantity(text); bareless(read.Unit) == unitOf(v) {
			return text
		}
	}
	if source := w.inItsOwnUnit(v); source != "" {
		return w.shown(v) + " (written " + source + ")"
	}
	return w.shown(v)
}

// inItsOwnUnit is what the source has with the unit in which it has it: the one
// unit that makes the text mean this value. "" where that is none or several.
func (w valueWriter) inItsOwnUnit(v view.Value) string {
	text := unmarked(v.Text)
	if w.reads(text, v) {
		return text
	}
	target, known := w.lexicon.FindUnit(unitOf(v))
	if !known {
		return ""
	}
	var fit []string
	for _, unit := range w.lexicon.Units() {
		if whole := text + " " + unit.Symbol; unit.Base == target.Base && w.reads(whole, v) {
			fit = append(fit, whole)
		}
	}
	if len(fit) != 1 {
		return ""
	}
	return fit[0]
}

// reads reports whether a text by itself means the value, in whatever style its
// document writes numbers.
func (w valueWriter) reads(text string, v view.Value) bool {
	styles := []quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma}
	return slices.ContainsFunc(styles, func(style quantity.NumberStyle) bool {
		read, ok := w.lexicon.ReadQuantityIn(style, text)
		return ok && w.means(read, strings.TrimSpace(text), v)
	})
}

func (w valueWriter) means(read quarry.Quantity, text string, v view.Value) bool {
	unit := unitOf(v)
	if bareless(read.Unit) == unit {
		return sameEnds(read.Bounds, v)
	}
	if read.Unit == "" { // of a unit that the lexicon does not know
		return strings.TrimSpace(strings.TrimPrefix(text, read.Text)) == unit && sameEnds(read.Bounds, v)
	}
	there, err := w.lexicon.Convert(read.Bounds, cmp.Or(unit, unitOfCounts))
	return err == nil && sameEnds(there, v)
}

// sameEnds reports whether bounds are those of a value, as far as that has them.
func sameEnds(read quarry.Bounds, v view.Value) bool {
	return sameEnd(read.Min, v.Min, read.Max) && sameEnd(read.Max, v.Max, read.Min)
}

// sameEnd compares one end. What the value leaves open a title may have opened;
// what the text leaves open stands at its other end.
func sameEnd(read, value, other *float64) bool {
	const noise = 1e-9
	if value == nil {
		return true
	}
	if read == nil {
		read = other
	}
	return read != nil && math.Abs(*read-*value) <= noise*math.Abs(*value)
}

// unitOfCounts is the unit of a bare number, which people do not write.
const unitOfCounts = "1"

// unitOf returns the unit that is written behind a value, "" for none.
func unitOf(v view.Value) string {
	if v.Unit == nil {
		return ""
	}
	return bareless(*v.Unit)
}

func bareless(unit string) string {
	if unit == unitOfCounts {
		return ""
	}
	return unit
}

// stated lists the conditions that the source states.
func stated(conditions map[string]string) string {
	var pairs []string
	for axis, value := range conditions {
		if value != quarry.Unstated && value != quarry.NoneCondition {
			pairs = append(pairs, axis+" "+value)
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ", ")
}

// qualified says how exactly a number is meant, "" where it is exact.
func qualified(qualifier string) string {
	if qualifier == string(quarry.Exact) {
		return ""
	}
	return strings.ReplaceAll(qualifier, "_", " ")
}

// shown writes a value's bounds in its unit.
func (w valueWriter) shown(v view.Value) string {
	i := interval{
		low: v.Min, high: v.Max, unit: w.counted(unitOf(v), v.Min, v.Max),
		below: v.Qualifier == string(quarry.LessThan),
	}
	if v.Step != nil {
		i.step = *v.Step
	}
	return i.String()
}

// interval is what is written for bounds.
type interval struct {
	low, high *float64
	unit      string  // "" for none
	step      float64 // of the last digit that a source writes; 0 if it is not known
	below     bool    // whether the greatest value is not reached
}

// String writes the interval; an open side is told by a sign.
func (i interval) String() string {
	var text string
	switch {
	case i.low == nil && i.high == nil:
		return ""
	case i.low == nil && i.below:
		text = "< " + i.digits(*i.high)
	case i.low == nil:
		text = "≤ " + i.digits(*i.high)
	case i.high == nil:
		text = "≥ " + i.digits(*i.low)
	case i.digits(*i.low) == i.digits(*i.high):
		text = i.digits(*i.low)
	case *i.low < 0 || *i.high < 0: // a dash beside a minus cannot be read
		text = i.digits(*i.low) + " to " + i.digits(*i.high)
	default:
		text = i.digits(*i.low) + "–" + i.digits(*i.high)
	}
	if i.unit != "" {
		text += " " + i.unit
	}
	return text
}

// rounds reports whether the interval is not written to the last digit.
func (i interval) rounds() bool {
	rounded := func(end *float64) bool { return end != nil && i.digits(*end) != quantity.Format(*end) }
	return rounded(i.low) || rounded(i.high)
}

// digits writes a number with a digit more than its source vouches for, and at
// least as many as people compare; what stands before the point is never rounded.
func (i interval) digits(value float64) string {
	const compared, least, most = 5, 0, 15
	if value == 0 || math.IsInf(value, 0) {
		return quantity.Format(value)
	}
	decimals := compared - 1 - int(math.Floor(math.Log10(math.Abs(value))))
	if i.step > 0 {
		decimals = max(decimals, 1-int(math.Floor(math.Log10(i.step))))
	}
	if decimals < least || decimals > most {
		return quantity.Format(value)
	}
	round, err := strconv.ParseFloat(strconv.FormatFloat(value, 'f', decimals, 64), 64)
	if err != nil {
		return quantity.Format(value)
	}
	return quantity.Format(round)
}

// rounded writes a ratio with the digits that matter.
func rounded(ratio float64) string {
	const shown, most, whole = 3, 9, 1000
	if math.Abs(ratio) >= whole {
		return quantity.Format(math.Round(ratio))
	}
	for digits := shown; digits <= most; digits++ {
		value, err := strconv.ParseFloat(strconv.FormatFloat(ratio, 'g', digits, 64), 64)
		if err == nil && (value != 1 || ratio == 1) { // what differs is not shown as the same
			return quantity.Format(value)
		}
	}
	return quantity.Format(ratio)
}
