package pdf

import (
	"slices"
	"unicode/utf16"
)

// codeTable is what is said of codes, one by one and of whole ranges. A range costs
// as much as a single code, however long it is.
type codeTable[T any] struct {
	single map[int]T
	ranges []codeRange[T]
}

type codeRange[T any] struct {
	first, last int
	of          T
}

func newCodeTable[T any]() *codeTable[T] { return &codeTable[T]{single: map[int]T{}} }

func (t *codeTable[T]) addRange(first, last int, of T) {
	if last >= first {
		t.ranges = append(t.ranges, codeRange[T]{first, last, of})
	}
}

// find returns what is said of a code, and how far behind the first of its range the
// code stands. What is said later counts.
func (t *codeTable[T]) find(code int, w *work) (T, int, bool) {
	if of, found := t.single[code]; found {
		return of, 0, true
	}
	var none T
	if !w.spend(len(t.ranges)) {
		return none, 0, false
	}
	for _, one := range slices.Backward(t.ranges) {
		if one.first <= code && code <= one.last {
			return one.of, code - one.first, true
		}
	}
	return none, 0, false
}

// Limits of a map from codes to letters.
const (
	maxBlock  = 4096 // operands of one block
	maxLetter = 32   // bytes that one code stands for
)

// readMap reads the map that a font brings, a small program of blocks, into a table
// of wide letters. Those of a range are of its first code.
func readMap(content []byte, w *work) (*codeTable[plain], error) {
	table := newCodeTable[plain]()
	err := eachOperator(content, w, maxBlock, func(operator string, args list) error {
		switch operator {
		case "endbfchar":
			for ; len(args) > 1; args = args[2:] {
				table.single[codeOf(as[plain](args[0]))] = as[plain](args[1])
			}
		case "endbfrange":
			addRanges(table, args)
		}
		return nil
	})
	return table, err
}

func addRanges(table *codeTable[plain], args list) {
	for ; len(args) > 2; args = args[3:] {
		first, last := codeOf(as[plain](args[0])), codeOf(as[plain](args[1]))
		if to := as[plain](args[2]); to != "" {
			table.addRange(first, last, to)
		}
		several := as[list](args[2])
		for i, one := range several[:min(len(several), max(0, last-first+1))] {
			table.single[first+i] = as[plain](one)
		}
	}
}

func codeOf(code plain) int {
	number := 0
	for at := range min(len(code), 4) {
		number = number<<8 | int(code[at])
	}
	return number
}

// lettersOf reads letters of two bytes each, or one of one byte, and the last of them as
// the one that stands so far behind it.
func lettersOf(wide plain, by int) string {
	if len(wide) == 1 {
		wide = "\x00" + wide
	}
	units := make([]uint16, 0, maxLetter)
	for ; len(wide) > 1 && len(units) < maxLetter; wide = wide[2:] {
		units = append(units, uint16(wide[0])<<8|uint16(wide[1]))
	}
	letters := utf16.Decode(units)
	if len(letters) > 0 {
		letters[len(letters)-1] += rune(by) //nolint:gosec // a code has two bytes
	}
	return string(letters)
}
