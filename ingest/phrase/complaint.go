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
		switch strings.Trim(word, ",.;:!()*_`\"") {
		case "i", "i'm", "i've", "we", "my": // somebody speaks of himself
			return true
		case "doesn't", "don't", "didn't", "can't", "cannot", "won't", "isn't", "aren't", "wasn't", "fails", "crashes", "hangs",
			"disappears", "disappeared", "freezes", "stops", "keeps":
			return i > 0 // or else it tells somebody what not to do
		}
	}
	return false
}
