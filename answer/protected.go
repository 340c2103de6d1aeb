package answer

import (
	"slices"
	"strings"
)

// span is a stretch of a text: its first byte, and the one behind its last.
type span struct{ start, end int }

// protectedSpans are the inline code and the formulas of a text, whose marks part nothing:
// `a ? b : c` is no question.
type protectedSpans []span

// longestProtected is how many bytes a stretch of inline code or a formula has at most.
const longestProtected = 600

// protectedIn finds them, outside of blocks of code.
func protectedIn(text string) protectedSpans {
	var found protectedSpans
	fenced := false
	for at := 0; at < len(text); {
		if at == 0 || text[at-1] == '\n' {
			line, _, _ := strings.Cut(text[at:], "\n")
			fence := isFence(strings.TrimLeft(line, " \t\r"))
			fenced = fenced != fence
			if fence || fenced {
				at += len(line) + 1
				continue
			}
		}
		length := protectedAt(text, at)
		if length > 0 {
			found = append(found, span{at, at + length})
		}
		at += max(length, runAt(text, at))
	}
	return found
}

// isFence reports whether a line begins or ends a block of code: behind the mark stands
// at most the name of a language.
func isFence(line string) bool {
	rest, ok := strings.CutPrefix(line, "```")
	return ok && !strings.Contains(strings.TrimLeft(rest, "`"), "`") || strings.HasPrefix(line, "~~~")
}

// runAt returns how often the character there is repeated.
func runAt(text string, at int) int {
	end := at + 1
	for end < len(text) && text[end] == text[at] && (text[at] == '`' || text[at] == '$') {
		end++
	}
	return end - at
}

// protectedAt returns how long the code or the formula is that begins there; 0 where none
// does.
func protectedAt(text string, at int) int {
	mark := text[at]
	if mark != '`' && mark != '$' || at > 0 && text[at-1] == '\\' {
		return 0
	}
	run := runAt(text, at)
	from := at + run
	window := text[from:min(len(text), from+longestProtected)]
	if blank := strings.Index(window, "\n\n"); blank >= 0 {
		window = window[:blank]
	}
	for i := 0; i < len(window); {
		if window[i] != mark {
			i++
			continue
		}
		if length := runAt(window, i); length != run || mark == '$' && run == 1 && !closesFormula(window, i) {
			i += length
			continue
		}
		return run + i + run
	}
	return 0
}

// closesFormula tells the end of a formula from the sign of a currency: "from $5 to $10".
func closesFormula(text string, at int) bool {
	blank := func(c byte) bool { return isBlank(c) || c == '\n' }
	return at > 0 && !blank(text[0]) && !blank(text[at-1]) && (at+1 == len(text) || !isDigit(text[at+1]))
}

// around returns the stretch that a place lies within, behind its first byte.
func (s protectedSpans) around(at int) (span, bool) {
	i, _ := s.search(at)
	if i > 0 && at < s[i-1].end {
		return s[i-1], true
	}
	return span{}, false
}

// startingAt returns the stretch that begins at a place.
func (s protectedSpans) startingAt(at int) (span, bool) {
	if i, ok := s.search(at); ok {
		return s[i], true
	}
	return span{}, false
}

// search finds the first stretch that begins at a place or behind it, and whether it
// begins there.
func (s protectedSpans) search(at int) (int, bool) {
	return slices.BinarySearchFunc(s, at, func(one span, at int) int { return one.start - at })
}
