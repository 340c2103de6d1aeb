package pattern

import "strings"

// emphasis is what a line's emphasis says of it.
type emphasis struct {
	bold   byte   // as in a form
	behind string // the words behind it, where it only begins the line
}

// cutEmphasis takes emphasis off the front, and its end, if the line has it.
func cutEmphasis(text string) (string, emphasis) {
	size := len(text) - len(strings.TrimLeft(text, "*"))
	if size == 0 {
		size = len(text) - len(strings.TrimLeft(text, "_"))
	}
	if size == 0 || size > 3 || size == len(text) || text[size] == ' ' {
		return text, emphasis{}
	}
	mark, inner := text[:size], text[size:]
	end := strings.Index(inner, mark)
	if end < 0 {
		return text, emphasis{}
	}
	behind := inner[end+size:]
	switch {
	case strings.Trim(behind, " .:?!*_") == "":
		return inner[:end] + behind, emphasis{bold: 'w'}
	case size == 1: // a word in italics opens nothing
		return text, emphasis{}
	}
	return inner[:end] + behind, emphasis{bold: 'l', behind: strings.TrimSpace(behind)}
}
