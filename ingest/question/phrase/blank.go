package phrase

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// shortestBlank is how many underscores make a blank.
const shortestBlank = 3

// HasBlank reports whether a line leaves a blank to fill: "____", "[…]",
// "(...)".
func HasBlank(line string) bool {
	for _, blank := range []string{"[...]", "[…]", "(...)", "(…)", "[blank]", "[ ___", "……"} {
		if strings.Contains(line, blank) {
			return true
		}
	}
	run := strings.Repeat("_", shortestBlank)
	at := strings.Index(line, run)
	if at < 0 {
		return false
	}
	rest := strings.TrimLeft(line[at:], "_")
	opens := at == 0 || line[at-1] == ' '
	return !opens || rest == "" || !text.IsLetter(rest[0]) || !strings.Contains(rest, run)
}

// mostFillWords is how many words fill a blank.
const mostFillWords = 8

// Fills reports whether an answer fills the blank of a question: it is short,
// and one line.
func Fills(question, answer string) bool {
	answer = strings.TrimSpace(answer)
	return answer != "" && HasBlank(question) && !strings.Contains(answer, "\n") && text.WordCount(answer) <= mostFillWords
}
