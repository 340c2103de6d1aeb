package quantity

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// thinSpace is a space that parts thousands and nothing else.
const thinSpace = "\u2009"

// ReadGrouped is ReadQuantityIn for a number whose thousands plain spaces part, "12 500
// €", which may be several numbers elsewhere. It returns false if no space does.
func (l *System) ReadGrouped(style NumberStyle, written string) (quarry.Quantity, bool) {
	joined := joinedThousands(written)
	if joined == written {
		return quarry.Quantity{}, false
	}
	q, ok := l.ReadQuantityIn(style, joined)
	wider := strings.Count(q.Text, thinSpace) * (len(thinSpace) - len(" "))
	if !ok || wider == 0 || len(q.Text)-wider > len(written) {
		return quarry.Quantity{}, false
	}
	q.Text = written[:len(q.Text)-wider]
	return q, strings.ReplaceAll(joined, thinSpace, " ") == written
}

// joinedThousands puts a thin space for every space that may part thousands: before
// three digits, behind up to three.
func joinedThousands(written string) string {
	const group = 3
	if strings.IndexByte(written, ' ') < 0 {
		return written
	}
	var joined strings.Builder
	digits, kept := 0, 0 // of the run that ends here; how much is written
	for i := range len(written) {
		switch c := written[i]; {
		case text.IsDigit(c):
			digits++
		case c == ' ' && digits > 0 && digits <= group && groupOfThree(written[i+1:]) && !goesOn(written[:i-digits]):
			joined.WriteString(written[kept:i] + thinSpace)
			kept, digits = i+1, 0
		default:
			digits = 0
		}
	}
	return joined.String() + written[kept:]
}

// goesOn reports whether a number behind a text belongs to it: "X1", "2.5".
func goesOn(before string) bool {
	if before == "" {
		return false
	}
	c := before[len(before)-1]
	return c < unicode.MaxASCII && unicode.IsLetter(rune(c)) || c == '.' || c == ','
}
