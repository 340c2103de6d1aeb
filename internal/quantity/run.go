package quantity

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Part is a quantity inside a text, with the bytes that it stands on.
type Part struct {
	quarry.Quantity

	Start, End int
}

// FindRuns returns the runs of numbers anywhere in a text that strokes part and that one unit
// or noun ends: "50/60 Hz", "3/5/7 frames"; and one over a length that is no whole number, as
// formats of image sensors are written: 1/2.3". A fraction, a date and a name are none.
func (s *System) FindRuns(style NumberStyle, text string) [][]Part {
	var all [][]Part
	for at := 0; at < len(text); {
		end := runAt(text[at:]) + at
		if end > at {
			if run := s.run(style, text, at, end); len(run) > 0 {
				all = append(all, run)
			}
		}
		at = max(end, at+1+numberAt(text[at:]))
	}
	return all
}

// runAt returns how many bytes the numbers have that a text begins with, if strokes part
// several; else 0.
func runAt(text string) int {
	end := numberAt(text)
	for several := false; end > 0; several = true {
		next := 0
		if strings.HasPrefix(text[end:], "/") {
			next = numberAt(text[end+1:])
		}
		if next == 0 {
			if !several {
				return 0
			}
			break
		}
		end += 1 + next
	}
	return end
}

// numberAt returns how many bytes the digits have that a text begins with, those behind a
// point or a comma among them.
func numberAt(text string) int {
	whole := digitsAt(text)
	if whole > 0 && whole < len(text) && (text[whole] == '.' || text[whole] == ',') {
		if part := digitsAt(text[whole+1:]); part > 0 {
			return whole + 1 + part
		}
	}
	return whole
}

func digitsAt(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

func (s *System) run(style NumberStyle, text string, start, end int) []Part {
	pieces := strings.Split(text[start:end], "/")
	last := pieces[len(pieces)-1]
	if !begins(text, start) || len(last) == len("2026") {
		return nil
	}
	if inverse, ok := s.inverse(style, text[start:], end-start); ok {
		return []Part{{inverse, start, start + len(inverse.Text)}}
	}
	whole, ok := s.ReadQuantityIn(style, text[end-len(last):])
	noun := strings.TrimLeft(text[end:], " \u00a0")
	first, _ := utf8.DecodeRuneInString(noun)
	if !ok || len(pieces) == 2 && (whole.Unit == "" || isFraction(pieces)) || whole.Unit == "" && (noun == "" || strings.ContainsRune(",;/)[]|→", first)) {
		return nil
	}
	all := make([]Part, 0, len(pieces))
	for i, piece := range pieces {
		q, ok := s.ReadQuantityIn(style, piece)
		if !ok {
			return nil
		}
		one := Part{q, start, start + len(piece)}
		if i == len(pieces)-1 {
			one = Part{whole, start, start + len(whole.Text)}
		}
		one.Unit = whole.Unit
		all = append(all, one)
		start += len(piece) + len("/")
	}
	return all
}

// inverse reads one over a length that is no whole number, which a text begins with and whose
// digits and stroke have some bytes: 1/2.3".
func (s *System) inverse(style NumberStyle, text string, digits int) (quarry.Quantity, bool) {
	lower, ok := strings.CutPrefix(text[:digits], "1/")
	if !ok || !strings.Contains(lower, ".") || strings.Contains(lower, "/") {
		return quarry.Quantity{}, false
	}
	q, ok := s.ReadQuantityIn(style, text[len("1/"):])
	if unit, _ := s.FindUnit(q.Unit); !ok || unit.Kind != lengthKind || q.Min == nil || *q.Min == 0 {
		return quarry.Quantity{}, false
	}
	value := Tidy(1 / *q.Min)
	q.Min, q.Max, q.Step, q.Text = &value, &value, q.Step*value*value, "1/"+q.Text
	return q, true
}

// isFraction reports whether two numbers may be the parts of a fraction: "3/4 inch".
func isFraction(pieces []string) bool {
	upper, err1 := strconv.Atoi(pieces[0])
	lower, err2 := strconv.Atoi(pieces[1])
	return err1 == nil && err2 == nil && upper < lower && lower <= 10 || lower == 16 || lower == 32 || lower == 64
}
