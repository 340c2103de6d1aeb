package phrase

import "strings"

// Complains reports whether a title says what goes wrong, as those of a list of
// frequent questions do beside questions: "I get EMFILE", "The server doesn't
// start", "Nothing happens when I click".
func (r *Reader) Complains(title string) bool {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(r.Strip(title), "’", "'")))
	if len(words) < 2 {
		return false
	}
	for i, word := range words {
		bare := strings.Trim(word, ",.;:!()*_`\"")
		if r.cues["of_oneself"].Has(bare) {
			return true
		}
		if r.cues["failing_verbs"].Has(bare) {
			return i > 0 // as the first word it tells what not to do
		}
	}
	return false
}
