package quarry

import (
	"math"
	"math/big"
	"strconv"
)

// in returns bounds of one unit in another of the same base.
func (b Bounds) in(from, to Unit) Bounds {
	return Bounds{Min: converted(b.Min, from, to), Max: converted(b.Max, from, to), Unit: to.Symbol}
}

func converted(value *float64, from, to Unit) *float64 {
	if value == nil {
		return nil
	}
	there := convert(*value, from, to)
	return &there
}

// convert reckons in decimals, as people write numbers, and so exactly that a
// number of up to twelve digits comes back as it was. Where a unit has an offset
// the digits count from those of the offset.
func convert(value float64, from, to Unit) float64 {
	offset := from.Offset - to.Offset
	if from.Factor == to.Factor && offset == 0 {
		return value
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

// decimal is digits × 10^power.
type decimal struct {
	digits int64
	power  int
}

// decimalOf returns the shortest decimal that reads as the number.
func decimalOf(value float64) decimal {
	var buffer [32]byte
	text := strconv.AppendFloat(buffer[:0], value, 'e', -1, 64)
	var d decimal
	at, decimals := 0, 0
	for ; at < len(text) && text[at] != 'e'; at++ {
		switch c := text[at]; {
		case c == '.':
			decimals = 1
		case isDigit(c):
			d.digits = d.digits*10 + int64(c-'0')
			d.power -= min(decimals, 1)
		}
	}
	if text[0] == '-' {
		d.digits = -d.digits
	}
	if exponent, err := strconv.Atoi(string(text[min(at+1, len(text)):])); err == nil {
		d.power += exponent
	}
	return d
}

func (d decimal) float() float64 {
	var buffer [48]byte
	text := strconv.AppendInt(append(strconv.AppendInt(buffer[:0], d.digits, 10), 'e'), int64(d.power), 10)
	value, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return math.Inf(int(d.digits))
	}
	return value
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
// be divided.
func (d longDecimal) over(per decimal, largest, by float64) float64 {
	magnitude := math.Log10(largest) - math.Log10(by)
	exponent := int(math.Floor(magnitude))
	last := exponent + 1 - writtenDigits - furtherDigits // the power of ten of the last digit
	above, below := d.digits, big.NewInt(per.digits)
	if raise := d.power - per.power - last; raise >= 0 {
		above = new(big.Int).Mul(above, powerOf10(raise))
	} else {
		below = below.Mul(below, powerOf10(-raise))
	}
	quotient := new(big.Int).Quo(above, below)
	few, rest := new(big.Int).QuoRem(quotient, powerOf10(furtherDigits), new(big.Int))
	tail := float64(rest.Int64()) / powerOfTen(furtherDigits)
	if math.Abs(tail) >= 0.5 {
		up := math.Copysign(1, tail)
		few.Add(few, big.NewInt(int64(up)))
		tail -= up
	}
	mostNoise := noise * math.Pow(10, magnitude-float64(exponent)) * powerOfTen(writtenDigits-1)
	if math.Abs(tail) <= mostNoise {
		return floatOf(few, last+furtherDigits)
	}
	return floatOf(quotient, last)
}

func floatOf(digits *big.Int, power int) float64 {
	value, err := strconv.ParseFloat(digits.String()+"e"+strconv.Itoa(power), 64)
	if err != nil {
		return math.Inf(digits.Sign())
	}
	return value
}

// powerOf10 multiplies by as many tens as fit into a word at a time.
func powerOf10(power int) *big.Int {
	const most = 18
	product := big.NewInt(1)
	for power > 0 {
		piece := int64(1)
		for range min(power, most) {
			piece *= 10
		}
		product.Mul(product, big.NewInt(piece))
		power -= most
	}
	return product
}

// scale multiplies and divides a number and takes the noise off it.
func scale(value *float64, times, per float64) *float64 {
	if value == nil {
		return nil
	}
	scaled := tidy(*value * times / per)
	return &scaled
}

// tidy takes the noise of binary arithmetic off a number: of 0.30000000000000004
// it leaves 0.3.
func tidy(value float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', writtenDigits, 64), 64)
	if err != nil || math.Abs(rounded-value) > noise*math.Abs(value) {
		return value
	}
	return rounded
}
