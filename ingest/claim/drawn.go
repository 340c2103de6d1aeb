package claim

import "strings"

// IsDrawn reports whether the lines of a paragraph are a table drawn with strokes,
// or keys that dots lead to their values with units: "Memory ........ 80 GB". Where
// dots lead to bare numbers they are those of pages.
func (r *Reader) IsDrawn(lines []Line) bool {
	if len(lines) < fewestSiblings {
		return false
	}
	framed, led := 0, 0
	for _, l := range lines {
		switch text := strings.TrimSpace(l.Text); {
		case text == "":
		case strings.HasPrefix(text, "│"), strings.HasPrefix(text, "║"), strings.HasPrefix(text, "┃"), isDrawnRule(text):
			framed++
		case isLed(text):
			led++
		}
	}
	return framed == len(lines) && framed > mostRules || led == len(lines)
}

// isDrawnRule reports whether a line is nothing but strokes, and no dash or stroke
// of a keyboard.
func isDrawnRule(text string) bool { return isRule(text) && strings.ContainsAny(text, "─━═") }

// isLed reports whether dots lead from a key to a number with letters behind it.
func isLed(text string) bool {
	key, value, ok := strings.Cut(text, "....")
	value = strings.TrimLeft(value, ". ")
	return ok && strings.TrimSpace(key) != "" && startsNumber(value) && strings.Trim(value, "0123456789-–. ,") != ""
}
