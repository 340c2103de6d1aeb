package fold

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// plainTitle returns a title on one line, without tags and entities. A heading
// mark before it falls away.
func plainTitle(written string) string {
	title := text.OneLine(text.Resolved(withoutTags(written)))
	return strings.TrimSpace(strings.TrimLeft(title, "# "))
}

// withoutTags takes tags away, those of a fragment ("<>") too.
func withoutTags(s string) string { return text.WithoutTags(strings.ReplaceAll(s, "<>", "")) }

// isOnlyTags reports whether a text is nothing but tags and white space.
func isOnlyTags(s string) bool { return strings.TrimSpace(withoutTags(s)) == "" }

// longestReveal is the most words of a title that only names what it hides.
const longestReveal = 6

// isReveal reports whether a title says no more than that an answer is below
// it: "Answer", "Show the solution", "Click to reveal", "Réponse 3".
func (f *Finder) isReveal(title string) bool {
	words := text.WordsPlain(title)
	if len(words) == 0 || len(words) > longestReveal || f.phrases.EndsAsking(title) {
		return false
	}
	hides := len(words) == 1 && words[0] == "show" // what, if not the answer
	for _, word := range words {
		switch {
		case f.cues[answerNames].Has(word):
			hides = true
		case text.AllDigits(word), f.cues[aroundAnswers].Has(word):
		default:
			return false
		}
	}
	return hides
}

// isHint reports whether a title says no more than that a hint is below it, or
// something: "Hint 2", "Click to expand".
func (f *Finder) isHint(title string) bool {
	says := false
	for _, word := range text.WordsPlain(title) {
		switch {
		case f.cues[hintLabels].Has(word), f.cues[aroundAnswers].Has(word):
			says = true
		case !text.AllDigits(word):
			return false
		}
	}
	return says && !f.phrases.EndsAsking(title)
}

// isLabel reports whether a title only names a question without asking it:
// "Question 3", "Exercise", "Q12", "FAQ".
func (f *Finder) isLabel(title string) bool {
	for _, word := range text.WordsPlain(title) {
		if name := strings.TrimRight(word, "0123456789"); name != "" && !f.cues[questionNames].Has(name) {
			return false
		}
	}
	return true
}
