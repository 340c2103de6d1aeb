package pdf

import (
	"slices"
	"strings"
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
func readMap(content []byte, w *work) *codeTable[string] {
	table, l := newCodeTable[string](), newLexer(content, w)
	var args []token
	for {
		one, more := l.next()
		switch {
		case !more:
			return table
		case one.kind != operator:
			if len(args) < maxBlock {
				args = append(args, one)
			}
			continue
		case one.value == "endbfchar":
			for ; len(args) > 1; args = args[2:] {
				table.single[codeOf(args[0].value)] = args[1].value
			}
		case one.value == "endbfrange":
			addRanges(table, args)
		}
		args = args[:0]
	}
}

func addRanges(table *codeTable[string], args []token) {
	for ; len(args) > 2; args = args[3:] {
		first, last, to := codeOf(args[0].value), codeOf(args[1].value), args[2]
		if to.kind == characters && to.value != "" {
			table.addRange(first, last, to.value)
		}
		for i, one := range to.items[:min(len(to.items), max(0, last-first+1))] {
			table.single[first+i] = one.value
		}
	}
}

// behind returns the code that stands so far behind another.
func behind(code string, by int) string {
	bytes := []byte(code)
	for at := len(bytes) - 1; at >= 0 && by > 0; at-- {
		by += int(bytes[at])
		bytes[at] = byte(by & 0xff)
		by >>= 8
	}
	return string(bytes)
}

func codeOf(code string) int {
	number := 0
	for at := range min(len(code), 4) {
		number = number<<8 | int(code[at])
	}
	return number
}

// lettersOf reads letters of two bytes each.
func lettersOf(wide string) string {
	units := make([]uint16, 0, maxLetter)
	for ; len(wide) > 1 && len(units) < maxLetter; wide = wide[2:] {
		units = append(units, uint16(wide[0])<<8|uint16(wide[1]))
	}
	if len(units) == 0 && len(wide) == 1 {
		units = append(units, uint16(wide[0]))
	}
	return strings.ReplaceAll(string(utf16.Decode(units)), "\x00", "")
}
