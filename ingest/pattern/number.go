package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/phrase"
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
