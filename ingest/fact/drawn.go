package fact

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// Limits of a paragraph that is a drawn table: how many lines it has at least, by strokes
// and by dots.
const (
	fewestFramed = 3
	fewestLed    = 2
)

// isDrawn reports whether a paragraph is a table drawn with strokes, or keys that dots lead
// to their values with units: "Memory ........ 80 GB". Where dots lead to bare numbers they
// are those of pages.
func isDrawn(lines []doc.Text) bool {
	framed, led := 0, 0
	for i, line := range lines {
		switch {
		case i == 0 && !strings.Contains(line.Text, dots) && !strings.ContainsAny(line.Text, rules):
			return false
		case isFramed(line.Text):
			framed++
		case isLed(line.Text):
			led++
		default:
			return false
		}
	}
	return framed >= fewestFramed && led == 0 || led >= fewestLed && framed == 0
}

// What tables are drawn with.
const (
	rules = "─━═"
	frame = "│┃║" + rules + "├┤└┘┌┐╔╗╚╝╠╣╟╢┬┴┼╤╧╪"
	dots  = "...."
)

// isFramed reports whether a line begins with a stroke, or is nothing but strokes with one
// among them that no keyboard has.
func isFramed(line string) bool {
	if strings.HasPrefix(line, "│") || strings.HasPrefix(line, "┃") || strings.HasPrefix(line, "║") {
		return true
	}
	return strings.Trim(line, frame+"|-=_+~*.: \t") == "" && strings.ContainsAny(line, rules)
}

// isLed reports whether dots lead from a key to a number with letters behind it.
func isLed(line string) bool {
	key, value, ok := strings.Cut(line, dots)
	value = strings.TrimLeft(value, ". ")
	number := strings.TrimLeft(value, "~≈≤≥<>±$€£ ")
	return ok && strings.TrimSpace(key) != "" && number != "" && text.IsDigit(number[0]) && strings.Trim(value, "0123456789-–. ,") != ""
}
