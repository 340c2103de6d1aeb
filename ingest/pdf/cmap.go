package pdf

import (
	"strings"
	"unicode/utf16"
)

// codeMap is what a font says that its codes stand for.
type codeMap map[int]string

// Limits of such a map.
const (
	maxCodes  = 70_000
	maxBlock  = 4096 // operands of one block
	maxLetter = 32   // bytes that one code stands for
)

// mapReader reads a map, and stops behind the most codes that one may have,
// however often it says the same one.
type mapReader struct {
	codes codeMap
	left  int
}

// readMap reads the map that a font brings, a small program of blocks.
func readMap(content []byte) codeMap {
	r, l := mapReader{codes: codeMap{}, left: maxCodes}, lexer{rest: content}
	var args []token
	for {
		one, more := l.next()
		switch {
		case !more || r.left == 0:
			return r.codes
		case one.kind != operator:
			if len(args) < maxBlock {
				args = append(args, one)
			}
			continue
		case one.value == "endbfchar":
			r.addSingle(args)
		case one.value == "endbfrange":
			r.addRanges(args)
		}
		args = args[:0]
	}
}

func (r *mapReader) add(code int, letters string) {
	if r.left > 0 {
		r.left--
		r.codes[code] = letters
	}
}

func (r *mapReader) addSingle(args []token) {
	for ; len(args) > 1; args = args[2:] {
		r.add(codeOf(args[0].value), lettersOf(args[1].value))
	}
}

func (r *mapReader) addRanges(args []token) {
	for ; len(args) > 2; args = args[3:] {
		first, last, to := codeOf(args[0].value), codeOf(args[1].value), args[2]
		if to.kind == text && to.value != "" {
			for i := 0; i <= last-first && r.left > 0; i++ {
				r.add(first+i, lettersOf(behind(to.value, i)))
			}
		}
		for i, one := range to.items[:min(len(to.items), max(0, last-first+1))] {
			r.add(first+i, lettersOf(one.value))
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
