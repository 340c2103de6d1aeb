package quantity

import (
	"math"
	"strconv"
)

// Format writes a number with all its digits, as long as a person can read them, and
// with a power of ten beyond that.
func Format(value float64) string {
	const least, most = 1e-6, 1e15
	if size := math.Abs(value); size != 0 && (size < least || size >= most) {
		return strconv.FormatFloat(value, 'g', -1, bitsOfFloat)
	}
	return strconv.FormatFloat(value, 'f', -1, bitsOfFloat)
}
