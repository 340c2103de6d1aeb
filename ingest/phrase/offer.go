package phrase

import "strings"

// longestOffer is the longest note that says how many options to choose.
const longestOffer = 40

// withoutOffer takes a note in brackets off the end of a question that says how
// many of its options to choose: "(Choose two.)", "[Select all that apply]".
func (r *Reader) withoutOffer(line string) string {
	bare := strings.TrimRight(line, " .*_")
	if bare == "" || (bare[len(bare)-1] != ')' && bare[len(bare)-1] != ']') {
		return line
	}
	from := max(0, len(bare)-longestOffer)
	at := strings.LastIndexAny(bare[from:], "([")
	if at < 0 {
		return line
	}
	inner := strings.ToLower(bare[from+at+1 : len(bare)-1])
	first, rest := firstWord(inner)
	if rest != "" && r.cues["choosing_verbs"].Has(first) {
		return bare[:from+at]
	}
	return line
}
