package phrase

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// HasBlank reports whether a line leaves a blank to fill: "____", "[…]",
// "(...)".
func HasBlank(line string) bool {
	return containsAny(line, []string{"___", "[...]", "[…]", "(...)", "(…)", "[blank]", "……"})
}

// mostFillWords is how many words fill a blank.
const mostFillWords = 8

// Fills reports whether an answer fills the blank of a question: it is short,
// and one line.
func Fills(question, answer string) bool {
	answer = strings.TrimSpace(answer)
	return answer != "" && HasBlank(question) && !strings.Contains(answer, "\n") && text.WordCount(answer) <= mostFillWords
}

// longestPlaceholder is the longest placeholder in bytes, ruled lines apart.
const longestPlaceholder = 80

// IsPlaceholder reports whether an answer only keeps the place of one: "TODO",
// "[your answer]", "_____", "???", "Answer:" with nothing behind it.
func (r *Reader) IsPlaceholder(answer string) bool {
	const around = " \t\r\n*_`.…()[]<>-–—:?\u00a0\u3000"
	bare := strings.ToLower(strings.Trim(strings.TrimPrefix(strings.TrimSpace(answer), "<!"), around))
	if len(bare) > longestPlaceholder {
		return false
	}
	rest, _ := r.cues["awaited_answers"].Cut(bare)
	return r.isPlaceWord(strings.Trim(rest, around)) || r.isPlaceWord(bare)
}

func (r *Reader) isPlaceWord(bare string) bool {
	bare = strings.Join(strings.Fields(bare), " ")
	return bare == "" || r.cues["unwritten_answers"].Has(bare)
}
