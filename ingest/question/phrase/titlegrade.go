package phrase

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// TitleGrade returns the difficulty that a section's title states: "Easy —
// fundamentals", "Level: Advanced", "Part II (hard)", "🟢 Easy", "Basic SQL
// interview questions for freshers". A grade word that is a part of another
// name states nothing: "Hard drives", "Basic blocks".
func (r *Reader) TitleGrade(title string) (quarry.Difficulty, bool) {
	title = withoutEmphasis(Short(title))
	if value, ok := r.cutGradeLabel(title); ok {
		if grade, ok := r.labelledGrade(value); ok {
			return grade, true
		}
	}
	parts := strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune("—–:：·|()[]（）【】/,", r) })
	for _, part := range append(parts, strings.Split(title, " - ")...) {
		if grade, ok := r.partGrade(strings.TrimSpace(part)); ok {
			return grade, true
		}
	}
	return "", false
}

// partGrade reads a part of a title that stands by itself.
func (r *Reader) partGrade(part string) (quarry.Difficulty, bool) {
	if marks := leadingMarks(part); marks != "" {
		rest := strings.TrimSpace(strings.TrimPrefix(part, marks))
		if rest == "" {
			return r.drawnGrade(marks)
		}
		part = rest
	}
	bare := strings.ToLower(strings.TrimFunc(part, func(r rune) bool { return !isWordRune(r) }))
	if r.isAmbiguous(bare) || strings.ContainsAny(bare, "0123456789") && !r.opensWithLevel(bare) {
		return "", false
	}
	if grade, ok := r.lexicon.GradeOf(bare); ok {
		return grade, true
	}
	words := strings.Fields(bare)
	for _, form := range [][]string{r.beforeNoun(words), r.ofQuestions(words), r.forPeople(words)} {
		if grade, ok := r.lexicon.GradeOf(strings.Join(form, " ")); ok && len(form) > 0 {
			return grade, true
		}
	}
	return "", false
}

// isAmbiguous reports whether a word that states a difficulty beside another
// word is more often something else alone.
func (r *Reader) isAmbiguous(word string) bool { return r.cues["ambiguous_grades"].Has(word) }

// beforeNoun takes away the nouns that a grade word may stand before: "hard
// questions", "expert level questions", "the tough ones".
func (r *Reader) beforeNoun(words []string) []string {
	for len(words) > 1 && r.isArticle(words[0]) {
		words = words[1:]
	}
	for len(words) > 1 && r.isQuestionNoun(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

// withoutNoun is beforeNoun for a phrase.
func (r *Reader) withoutNoun(part string) string {
	return strings.Join(r.beforeNoun(strings.Fields(strings.ToLower(part))), " ")
}

// mostBetween is how many words may stand between a grade word and the
// questions that it is about.
const mostBetween = 3

// ofQuestions returns the grade word of "advanced SQL interview questions" and
// "basic questions for freshers".
func (r *Reader) ofQuestions(words []string) []string {
	for len(words) > 1 && r.isArticle(words[0]) {
		words = words[1:]
	}
	end := len(words)
	for i, word := range words {
		if i > 0 && r.cues["behind_asked_nouns"].Has(word) {
			end = i
			break
		}
	}
	words = words[:end]
	if len(words) < 2 || !r.isAskedNoun(words[len(words)-1]) || r.isCompound(words[0], words[1]) {
		return nil
	}
	if r.cues["joined_grades"].HasAny(words...) {
		return nil
	}
	kept := len(words) - len(r.beforeNoun(words))
	if len(words)-kept > 1+mostBetween {
		return nil
	}
	return words[:1]
}

// forPeople returns the people of "for seniors" and "questions for beginners".
func (r *Reader) forPeople(words []string) []string {
	for i, word := range words {
		if !r.cues["before_people"].Has(word) {
			continue
		}
		if i == 0 || r.isAskedNoun(words[i-1]) {
			return r.beforeNoun(words[i+1:])
		}
	}
	return nil
}

func (r *Reader) isArticle(word string) bool { return r.cues["before_grades"].Has(word) }

// isAskedNoun reports whether a noun says that something is asked.
func (r *Reader) isAskedNoun(word string) bool { return r.cues["asked_nouns"].Has(word) }

func (r *Reader) isQuestionNoun(word string) bool {
	return word == "&" || r.cues["graded_nouns"].Has(word) || r.isAskedNoun(word)
}

// isCompound reports whether a grade word and the noun behind it are the name
// of something: "hard drive questions".
func (r *Reader) isCompound(grade, noun string) bool {
	name := grade + " " + noun
	return r.cues["grade_compounds"].HasAny(name, strings.TrimSuffix(name, "s"))
}
