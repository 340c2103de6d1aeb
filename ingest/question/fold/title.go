package fold

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// plainTitle returns a title on one line, without tags and entities. A heading
// mark before it falls away.
func plainTitle(written string) string {
	title := text.OneLine(text.Resolved(text.WithoutTags(written)))
	return strings.TrimSpace(strings.TrimLeft(title, "# "))
}

// sense is what a title says of what it hides.
type sense int

const (
	ofItself  sense = iota // it says something itself
	ofAnswer               // that an answer is below it: "Show the solution", "Réponse 3"
	ofNothing              // no more than that something is: "Hint 2", "Click to expand", "Question 3", "FAQ"
)

// senseOf returns what a title says, by its words.
func (f *Finder) senseOf(title string) sense {
	said, names := ofNothing, 0
	for _, word := range text.WordsPlain(title) {
		name := strings.TrimRight(word, "0123456789")
		if name != "" {
			names++
		}
		switch {
		case name == "", f.cues[questionNames].Has(name), f.cues[aroundAnswers].Has(word), f.cues[hintLabels].Has(word):
		case f.cues[answerNames].Has(word):
			said = ofAnswer
		default:
			return ofItself
		}
	}
	switch {
	case title != "" && names == 0, f.phrases.EndsAsking(title):
		return ofItself
	case strings.EqualFold(title, "show"): // what, if not the answer
		return ofAnswer
	}
	return said
}

// isReveal reports whether a title says no more than that an answer is below it.
func (f *Finder) isReveal(title string) bool { return f.senseOf(title) == ofAnswer }
