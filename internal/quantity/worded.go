package quantity

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// How many bytes a number with its unit and qualifiers has, and one that is a share.
const (
	longestLoose = 64
	longestShare = 2 * longestLoose
)

// ReadLoose reads the quantity that a text of a person begins with, in digits: the
// first of several ("32 or 64"), with a decimal comma if a unit stands behind it, and
// for a quantity of another one of its kind the share that it is ("20 g per kg").
func (l *System) ReadLoose(words Numerals, written string) (quarry.Quantity, bool) {
	written = text.Clip(written, longestShare)
	window := text.Clip(written, longestLoose)
	q, ok := l.ReadQuantityIn(DecimalPoint, window)
	cutBefore := func(parting string) {
		if before, _, several := strings.Cut(window, parting); !ok && several {
			q, ok = l.ReadQuantityIn(DecimalPoint, before)
		}
	}
	for _, pairing := range l.words.pairing {
		cutBefore(" " + pairing)
	}
	cutBefore(", ")
	if !ok && hasDecimalComma(window) {
		q, ok = l.ReadQuantityIn(DecimalComma, window)
		ok = ok && q.Unit != ""
	}
	if !ok || !strings.HasPrefix(window, q.Text) || !endsWord(window[len(q.Text):]) {
		return quarry.Quantity{}, false
	}
	return l.shareOf(words, q, written), true
}

// hasDecimalComma reports whether a number has a comma before one or two digits: "1,2
// TB/s".
func hasDecimalComma(written string) bool {
	const most = 2
	before, behind, _ := strings.Cut(written, ",")
	_, rest := cutDigits(before)
	digits, _ := cutDigits(behind)
	return digits != "" && len(digits) <= most && before != "" && rest == ""
}

// shareOf returns the share that a quantity is of another one of its kind, if the text
// goes on with that: "20 g per kg" are 2 %. If it does not, it returns the quantity.
func (l *System) shareOf(words Numerals, q quarry.Quantity, written string) quarry.Quantity {
	const whole = 100
	taken, per := words.cutPer(q.Text, written)
	if per == 0 {
		return q
	}
	part, _ := l.ReadQuantityIn(DecimalPoint, taken)
	of, length := l.measureAt(written[len(taken)+per:])
	one, known := l.FindUnit(part.Unit)
	other, also := l.FindUnit(of.Unit)
	if !known || !also || one.Kind != other.Kind || one.Kind == Count || one.Offset != 0 {
		return q
	}
	percents := l.Normalize(part.Bounds).Middle() / l.Normalize(of.Bounds).Middle() * whole
	if !quarry.IsFinite(percents) {
		return q
	}
	return quarry.Quantity{
		Bounds: quarry.Single(percents, Percent), Text: written[:len(taken)+per+length], Qualifier: part.Qualifier,
	}
}

// measureAt reads a quantity, or a unit that stands for one of it, and returns how many
// bytes it has.
func (l *System) measureAt(written string) (quarry.Quantity, int) {
	if startsWithDigit(written) {
		q, _ := l.ReadQuantityIn(DecimalPoint, written)
		return q, len(q.Text)
	}
	word := leadingWord(written)
	q, _ := l.ReadQuantityIn(DecimalPoint, "1 "+word)
	return q, len(word)
}

// partStep is how exactly a part in words is meant.
const partStep = 0.01

// ReadWorded reads the quantity that a text begins with in words: "eighty gigabytes",
// "two thirds", and below zero behind the word for that, "minus 5 V". One thing of a
// kind is none: "the one that", "one thread at a time".
func (l *System) ReadWorded(words Numerals, written string) (quarry.Quantity, bool) {
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
	q, ok := l.ReadQuantityIn(DecimalPoint, plain)
	ok = ok && len(q.Text) >= len(number) && endsWord(plain[len(q.Text):])
	switch {
	case sign != "" && !ok:
		return quarry.Quantity{}, false
	case !ok:
		q = quarry.Quantity{Bounds: quarry.Single(value, ""), Text: number, Qualifier: quarry.Exact, Step: 1}
	}
	if unit, known := l.FindUnit(q.Unit); sign == "" && value == 1 && (!known || unit.Kind == Count) {
		return quarry.Quantity{}, false
	}
	q.Text = window[:len(window)-(len(plain)-len(q.Text))]
	return q, true
}
