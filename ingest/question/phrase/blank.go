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

// longestPlaceholder is the longest placeholder in bytes, ruled lines apart.
const longestPlaceholder = 80

// IsPlaceholder reports whether an answer only keeps the place of one: "TODO",
// "[your answer]", "_____", "???", "Answer:" with nothing behind it.
func (r *Reader) IsPlaceholder(answer string) bool {
	answer = strings.TrimSpace(answer)
	if r.isComment(answer) {
		answer = strings.Trim(answer, "<>!-{}/*%")
	}
	if code := strings.Trim(answer, "` \t\r\n"); code != answer && code != "" && !holdsWord(code) {
		return false // an empty list in code is an answer
	}
	if r.isStated(answer) {
		return false
	}
	bare := strings.ToLower(strings.Trim(answer, " \t\r\n*_`.…()[]<>-–—:?\u00a0\u3000"))
	if len(bare) > longestPlaceholder {
		return false
	}
	for _, name := range r.cues["awaited_answers"].List() {
		if rest, ok := strings.CutPrefix(bare, name); ok {
			rest = strings.Trim(rest, " \t\r\n*_`.…:[]()<>-–—?")
			return rest == "" || r.isPlaceWord(rest) || r.isPlaceWord(bare)
		}
	}
	return r.isPlaceWord(bare)
}

// isStated reports whether an answer is a word that may keep a place, and stands
// as a sentence of its own: "Empty." is what a set can be.
func (r *Reader) isStated(answer string) bool {
	word, ended := strings.CutSuffix(answer, ".")
	if !ended || strings.ContainsAny(word, " .[]()<>*_`") {
		return false
	}
	return r.cues["stated_placeholders"].Has(strings.ToLower(word))
}

func (r *Reader) isPlaceWord(bare string) bool {
	bare = strings.Join(strings.Fields(bare), " ")
	return bare == "" || r.cues["unwritten_answers"].Has(bare)
}
