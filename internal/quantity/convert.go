package quantity

import (
	"bytes"
	"math"
	"math/big"
	"strconv"

	"github.com/quarrykb/quarry"
)

// inUnit returns bounds of one unit in another of the same base.
func inUnit(b quarry.Bounds, from, to *Unit) quarry.Bounds {
	if b.Min != nil && b.Max != nil && *b.Min == *b.Max {
		return quarry.Single(convert(*b.Min, from, to), to.Symbol)
	}
	there := quarry.Bounds{Unit: to.Symbol}
	if b.Min != nil {
		there.Min = new(convert(*b.Min, from, to))
	}
	if b.Max != nil {
		there.Max = new(convert(*b.Max, from, to))
	}
	return there
}

// convert reckons in decimals, as people write numbers, and so exactly that a
// number of up to twelve digits comes back as it was. Where a unit has an offset
// the digits count from those of the offset.
func convert(value float64, from, to *Unit) float64 {
	offset := from.Offset - to.Offset
	if from.Factor == to.Factor && offset == 0 {
		return value
	}
	if whole := value * from.Factor; offset == 0 && to.Factor == 1 && isWhole(value) && isWhole(from.Factor) && isWhole(whole) {
		return whole
	}
	about := value*from.Factor + offset
	if about == 0 || math.IsInf(about, 0) || math.IsNaN(about) {
		return about / to.Factor
	}
	v, factor, per := decimalOf(value), decimalOf(from.Factor), decimalOf(to.Factor)
	if offset == 0 && factor.digits == per.digits {
		return decimal{v.digits, v.power + factor.power - per.power}.float()
	}
	sum := v.times(factor)
	if offset != 0 {
		sum = sum.plus(decimalOf(from.Offset), 1).plus(decimalOf(to.Offset), -1)
	}
	return sum.over(per, max(math.Abs(about), math.Abs(from.Offset), math.Abs(to.Offset)), to.Factor)
}

// isWhole reports whether a number is whole and has no more digits than are
// written, so that it is the same in decimals.
func isWhole(value float64) bool {
	const most = 1e14
	return value == math.Trunc(value) && -most < value && value < most
}

// decimal is digits × 10^power.
type decimal struct {
	digits int64
	power  int
}

// decimalOf returns the shortest decimal that reads as the number.
func decimalOf(value float64) decimal {
	if isWhole(value) {
		return wholeDecimal(int64(value))
	}
	var buffer [32]byte
	written, exponent, _ := bytes.Cut(strconv.AppendFloat(buffer[:0], value, 'e', -1, bitsOfFloat), []byte("e"))
	whole, decimals, _ := bytes.Cut(written, []byte("."))
	power, err := strconv.Atoi(string(exponent))
	digits, wrong := strconv.ParseInt(string(whole)+string(decimals), 10, 64)
	if err != nil || wrong != nil { // no number
		return decimal{}
	}
	return decimal{digits, power - len(decimals)}
}

// wholeDecimal is a whole number without the zeros at its end.
func wholeDecimal(value int64) decimal {
	d := decimal{digits: value}
	for d.digits != 0 && d.digits%10 == 0 {
		d.digits /= 10
		d.power++
	}
	return d
}

func (d decimal) float() float64 {
	if exact := float64(d.digits); isWhole(exact) && d.power >= 0 && d.power <= exactPowers {
		return exact * math.Pow10(d.power)
	}
	var buffer [48]byte
	return floatOf(strconv.AppendInt(buffer[:0], d.digits, 10), d.power)
}

// longDecimal is a decimal of any length.
type longDecimal struct {
	digits *big.Int
	power  int
}

func (d decimal) times(other decimal) longDecimal {
	product := new(big.Int).Mul(big.NewInt(d.digits), big.NewInt(other.digits))
	return longDecimal{product, d.power + other.power}
}

// plus adds a number so many times.
func (d longDecimal) plus(other decimal, times int64) longDecimal {
	further := other.times(decimal{times, 0})
	if d.power > further.power {
		d, further = further, d
	}
	raised := further.digits.Mul(further.digits, powerOf10(further.power-d.power))
	return longDecimal{raised.Add(raised, d.digits), d.power}
}

// How a quotient is rounded. A number that is so near to one of few digits was
// meant to be that number.
const (
	writtenDigits = 14
	furtherDigits = 12
	noise         = 1e-15
)

// over divides. The result is the number of few digits that it is nearest to,
// where no more than noise lies between them, or else the nearest float; both
// are measured against the largest number that it was made of, which is still to
// be divided. The quotient is no larger than they are, so that its few digits, with
// one more for what the logarithms err, fit into a word.
func (d longDecimal) over(per decimal, largest, by float64) float64 {
	magnitude := math.Log10(largest) - math.Log10(by)
	exponent := int(math.Floor(magnitude))
	last := exponent + 1 - writtenDigits - furtherDigits // the power of ten of the last digit
	above, below := d.digits, big.NewInt(per.digits)
	if raise := d.power - per.power - last; raise >= 0 {
		above.Mul(above, powerOf10(raise))
	} else {
		below.Mul(below, powerOf10(-raise))
	}
	quotient := above.Quo(above, below)
	few, rest := new(big.Int).QuoRem(quotient, powerOf10(furtherDigits), new(big.Int))
	tail := float64(rest.Int64()) / powerOfTen(furtherDigits)
	up := math.Round(tail)
	if math.Abs(tail-up) <= noise*math.Pow(10, magnitude-float64(exponent))*powerOfTen(writtenDigits-1) {
		return decimal{few.Int64() + int64(up), last + furtherDigits}.float()
	}
	return floatOf(quotient.Append(nil, 10), last)
}

func floatOf(digits []byte, power int) float64 {
	text := strconv.AppendInt(append(digits, 'e'), int64(power), 10)
	value, err := strconv.ParseFloat(string(text), 64)
	if err != nil { // beyond all numbers
		return math.Copysign(math.Inf(1), value)
	}
	return value
}

// powerOf10 multiplies by as many tens as fit into a word at a time.
func powerOf10(power int) *big.Int {
	const most, largest = 18, 1e18
	product := big.NewInt(int64(math.Pow10(power % most)))
	for range power / most {
		product.Mul(product, big.NewInt(largest))
	}
	return product
}

// Tidy takes the noise of binary arithmetic off a number: of 0.30000000000000004
// it leaves 0.3.
func Tidy(value float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', writtenDigits, 64), 64)
	if err != nil || math.Abs(rounded-value) > noise*math.Abs(value) {
		return value
	}
	return rounded
}
