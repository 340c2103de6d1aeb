package card

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Card is one flashcard as a file has it.
type Card struct {
	Front   string
	Backs   []string // one or several parts
	Choices []string // what it offers, where a field or several do
	HTML    bool     // the sides are written in HTML, else in Markdown or plain text
	Tags    []string
	Grade   quarry.Grade  // that a field of the card states; NoGrade where none does
	Source  quarry.Source // its span, headings and context

	apart bool // a cloze within a cloze stands apart from the words around it
}

// grade returns the difficulty that a card's tags state, if they do not
// contradict each other: "hard", "difficulty::hard", "level-2" where the lexicon
// grades by numbers.
func (r *Reader) grade(tags []string) quarry.Grade {
	stated := quarry.NoGrade()
	for _, tag := range tags {
		difficulty, ok := r.lexicon.GradeOf(r.gradeWord(tag))
		if !ok {
			continue
		}
		if grade := quarry.StatedGrade(difficulty); stated == quarry.NoGrade() {
			stated = grade
		} else if stated != grade {
			return quarry.NoGrade()
		}
	}
	return stated
}

// gradeWord returns the word of a tag that may state a difficulty: behind the
// name of what it states, or all of it.
func (r *Reader) gradeWord(tag string) string {
	const names lexicon.Cue = "grade_tags"
	tag = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(tag, "#")))
	if at := strings.LastIndex(tag, "::"); at >= 0 {
		tag = tag[at+len("::"):]
	}
	if at := strings.IndexAny(tag, "-_:=/"); at >= 0 && r.lexicon.Cues()[names].Has(tag[:at]) {
		tag = tag[at+1:]
	}
	return strings.ReplaceAll(tag, "_", " ")
}
