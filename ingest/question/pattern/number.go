package pattern

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// cutToggle takes the mark of what unfolds off an item.
func cutToggle(item string) string {
	for _, mark := range []string{"▶ ", "▸ ", "► ", "▼ ", "▾ ", "▷ "} {
		if rest, ok := strings.CutPrefix(item, mark); ok {
			return rest
		}
	}
	return item
}

// deepestLevel is the most levels of a number: "2.3.4".
const deepestLevel = 4

// cutLevels takes a number of several levels off the front of what asks, "1.2",
// or of anything where a mark closes it, "1.2.", "2.3.4)". It returns nothing
// where there is none.
func (w words) cutLevels(text string) (string, int) {
	rest, number, levels := text, -1, 0
	for ; levels < deepestLevel; levels++ {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits == 0 || digits > 3 || digits == len(rest) {
			break
		}
		number = numberIn(rest[:digits])
		rest = rest[digits:]
		if rest[0] != '.' || len(rest) < 2 || rest[1] < '0' || rest[1] > '9' {
			levels++
			break
		}
		rest = rest[1:]
	}
	closed := strings.TrimLeft(rest, ".)")
	if levels < 2 || len(rest)-len(closed) > 1 || closed == "" || !strings.ContainsRune(" \t", rune(closed[0])) {
		return "", -1
	}
	marked := len(closed) < len(rest)
	closed = strings.TrimSpace(closed)
	if !marked && w.Asking(closed) < phrase.Strong { // no mark: an amount
		return "", -1
	}
	return closed, number
}

// mostNumber is up to which number the digits of a label are read.
const mostNumber = 100_000

// numberIn returns the number that a label's digits write, of either width and whatever
// stands between them, or in the signs of Chinese for one to ten: 3 of "第3問". It is -1
// for none.
func numberIn(label string) int {
	number := -1
	for _, r := range label {
		if digit, ok := digitOf(r); ok && number < mostNumber {
			number = 10*max(number, 0) + digit
		}
	}
	const signs = "一二三四五六七八九十"
	for at, sign := range signs {
		if number < 0 && strings.ContainsRune(label, sign) {
			number = utf8.RuneCountInString(signs[:at]) + 1
		}
	}
	return number
}

// digitOf returns the value of a digit of either width, false for anything else.
func digitOf(r rune) (int, bool) {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0'), true
	case r >= '０' && r <= '９':
		return int(r - '０'), true
	}
	return 0, false
}
