package pdf

import (
	"math"
	"strings"
	"unicode/utf8"
)

// line is a line of a page.
type line struct {
	text   string
	x, end float64
	y      float64 // its baseline
	size   float64 // of most of its letters
}

// How letters stand to each other, in sizes of a letter.
const (
	sameLine  = 0.4  // most that baselines in one line differ
	wordGap   = 0.18 // least between words
	overstrik = 0.5  // most that a run may go back and still go on
)

// linesOf puts runs together that stand on one baseline, in the order in which
// they were drawn. A run that goes back to the left begins another line.
func linesOf(runs []run) []line {
	var lines []line
	b := lineBuilder{}
	for _, one := range runs {
		if b.text.Len() > 0 && !b.goesOn(one) {
			lines = b.finish(lines)
		}
		b.add(one)
	}
	return b.finish(lines)
}

type lineBuilder struct {
	line

	text    strings.Builder
	largest int // letters of the longest run, which gives the line its size
}

func (b *lineBuilder) goesOn(next run) bool {
	size := max(b.size, next.size)
	return math.Abs(next.y-b.y) <= sameLine*size && next.x >= b.end-overstrik*size
}

func (b *lineBuilder) add(one run) {
	letters := utf8.RuneCountInString(strings.TrimSpace(one.text))
	if b.text.Len() == 0 {
		b.line = line{x: one.x, y: one.y, size: one.size}
	} else if one.x-b.end > wordGap*one.size {
		b.text.WriteByte(' ')
	}
	if letters > b.largest {
		b.largest, b.size, b.y = letters, one.size, one.y
	}
	b.text.WriteString(one.text)
	b.end = one.end
}

func (b *lineBuilder) finish(lines []line) []line {
	finished := b.line
	finished.text = strings.Join(strings.Fields(b.text.String()), " ")
	*b = lineBuilder{}
	if finished.text == "" {
		return lines
	}
	return append(lines, finished)
}
