package phrase

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// EndsAsking reports whether a line ends in a question mark, of any script,
// inside of quotes, brackets and emphasis or not.
func EndsAsking(line string) bool {
	bare := strings.TrimRight(line, "\"'”’»)]*_` \u200e\u200f")
	return hasAnySuffix(bare, "?", "？", "؟", "⁇", "⁉", "‽")
}

// IsTrueFalse reports whether a question offers true and false.
func IsTrueFalse(text string) bool {
	folded := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, opening := range []string{"true or false", "true/false", "t/f", "(true/false)", "(t/f)"} {
		if strings.HasPrefix(folded, opening) || strings.HasSuffix(strings.TrimRight(folded, "?. "), opening) {
			return true
		}
	}
	return false
}

// Style returns how a question is put, from its own words and the titles that
// it stands under.
func Style(question string, titles ...string) quarry.Style {
	if IsTrueFalse(question) {
		return quarry.StyleTrueFalse
	}
	for _, title := range titles {
		if strings.Contains(strings.ToLower(title), "scenario") {
			return quarry.StyleScenario
		}
	}
	return quarry.StyleOpen
}
