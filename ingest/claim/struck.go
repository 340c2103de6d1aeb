package claim

import "strings"

// strike is the mark on both sides of what a text strikes out.
const strike = "~~"

// unstruck returns a text with blanks for what it strikes out, and its marks:
// that is no longer claimed. All else stands where it stood.
func unstruck(text string) string {
	if !strings.Contains(text, strike) {
		return text
	}
	kept := []byte(text)
	for at := 0; ; {
		open := strings.Index(text[at:], strike)
		if open < 0 {
			return string(kept)
		}
		open += at
		length := strings.Index(text[open+len(strike):], strike)
		if length < 0 {
			return string(kept)
		}
		at = open + len(strike) + length + len(strike)
		for i := open; i < at; i++ {
			kept[i] = ' '
		}
	}
}
