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

// readMap reads the map that a font brings, a small program of blocks.
func readMap(content []byte) codeMap {
	m, l := codeMap{}, lexer{rest: content}
	var args []token
	for {
		one, more := l.next()
		switch {
		case !more || len(m) >= maxCodes:
			return m
		case one.kind != operator:
			if len(args) < maxBlock {
				args = append(args, one)
			}
			continue
		case one.value == "endbfchar":
			m.addSingle(args)
		case one.value == "endbfrange":
			m.addRanges(args)
		}
		args = args[:0]
	}
}

func (m codeMap) addSingle(args []token) {
	for ; len(args) > 1; args = args[2:] {
		m[codeOf(args[0].value)] = lettersOf(args[1].value)
	}
}

func (m codeMap) addRanges(args []token) {
	for ; len(args) > 2; args = args[3:] {
		first, last, to := codeOf(args[0].value), codeOf(args[1].value), args[2]
		for i := 0; i <= last-first && len(m) < maxCodes; i++ {
			switch {
			case to.kind == array && i < len(to.items):
				m[first+i] = lettersOf(to.items[i].value)
			case to.kind == text && to.value != "":
				m[first+i] = lettersOf(behind(to.value, i))
			}
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
