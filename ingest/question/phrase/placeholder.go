package phrase

import "strings"

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
