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

// sense is what a title says of what it hides.
type sense int

const (
	ofItself sense = iota // it says something itself
	ofAnswer              // that an answer is below it: "Show the solution", "Réponse 3"
	ofHint                // that a hint is below it, or something: "Hint 2", "Click to expand"
	ofAsking              // that a question is, without asking it: "Question 3", "FAQ", nothing
)

// senseOf returns what a title says, by its words.
func (f *Finder) senseOf(title string) sense {
	words, names, answers, around := 0, 0, 0, 0
	for _, word := range text.WordsPlain(title) {
		name := strings.TrimRight(word, "0123456789")
		if name == "" {
			continue
		}
		words++
		if f.cues[questionNames].Has(name) {
			names++
		}
		switch {
		case f.cues[answerNames].Has(word), strings.EqualFold(title, "show"): // what, if not the answer
			answers++
		case f.cues[aroundAnswers].Has(word), f.cues[hintLabels].Has(word):
			around++
		}
	}
	switch {
	case words == names:
		return ofAsking
	case answers+around < words, f.phrases.EndsAsking(title):
		return ofItself
	case answers > 0:
		return ofAnswer
	}
	return ofHint
}

// isReveal reports whether a title says no more than that an answer is below it.
func (f *Finder) isReveal(title string) bool { return f.senseOf(title) == ofAnswer }
