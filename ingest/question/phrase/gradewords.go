package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// longestGrade is the longest phrase in bytes that may state a difficulty.
const longestGrade = 64

// statedGrade returns the difficulty that a whole phrase states, and whether a
// label announces it: a grade word or stars or a light, before a word or not, or
// a label with any of these or with a position on a scale.
func (r *Reader) statedGrade(text string) (quarry.Difficulty, bool, bool) {
	if len(text) > longestGrade {
		return "", false, false
	}
	text = strings.Trim(withoutEmphasis(text), " \t#.,;:")
	if value, labelled := r.cutGradeLabel(text); labelled {
		grade, ok := r.labelledGrade(value)
		return grade, true, ok
	}
	words := withoutSigns(text)
	if words == "" {
		grade, ok := r.drawnGrade(text)
		return grade, false, ok
	}
	if strings.ContainsAny(words, digits) { // an answer, or the number of a part
		return "", false, false
	}
	grade, ok := r.firstGrade(r.withoutNoun(words), words)
	return grade, false, ok
}

// rowGrade is statedGrade for a row of notes, one of which is the grade: "hard
// | 10 min", "Topic: bread · Level: hard". The others count points or minutes, or have a key.
func (r *Reader) rowGrade(row string) (quarry.Difficulty, bool, bool) {
	found, announced := quarry.Difficulty(""), false
	for _, part := range strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(",;|·•", r) }) {
		switch grade, labelled, ok := r.statedGrade(part); {
		case ok && found == "":
			found, announced = grade, labelled
		case !r.counts(part, r.cues["worth_units"]) && !isKeyed(part):
			return "", false, false
		}
	}
	return found, announced, found != ""
}

// firstGrade returns the grade of the first of some phrases that the lexicon has
// one of.
func (r *Reader) firstGrade(phrases ...string) (quarry.Difficulty, bool) {
	for _, phrase := range phrases {
		if grade, ok := r.lexicon.GradeOf(phrase); ok {
			return grade, true
		}
	}
	return "", false
}

// labelledGrade reads what stands behind "Difficulty:".
func (r *Reader) labelledGrade(value string) (quarry.Difficulty, bool) {
	value = strings.ToLower(strings.Trim(value, " \t.,;:()[]\"'"))
	if n, of, ok := r.numerals.OutOf(value); ok {
		return onScale(n, of)
	}
	words := withoutSigns(value)
	if words == "" {
		return r.drawnGrade(value)
	}
	return r.firstGrade(words, r.withoutNoun(words), "difficulty "+words, "level "+words)
}

// cutGradeLabel takes "Difficulty:", "Level –" and their like off the front.
func (r *Reader) cutGradeLabel(text string) (string, bool) {
	end := strings.IndexAny(text, ":：=-–—")
	if end < 0 {
		end = strings.LastIndexByte(text, ' ')
	}
	if end < 0 {
		return text, false
	}
	name := strings.ToLower(withoutEmphasis(text[:end]))
	if rest, ok := r.cues["before_grade_labels"].Cut(name); ok && rest != "" {
		name = rest
	}
	rest := strings.TrimSpace(strings.TrimLeft(text[end:], ":：=-–— "))
	return rest, rest != "" && r.cues["grade_labels"].Has(name)
}

// withoutNoun takes the articles and the nouns away that a grade word may stand
// between: "hard questions", "expert level questions", "the tough ones".
func (r *Reader) withoutNoun(part string) string {
	words := strings.Fields(strings.ToLower(part))
	for len(words) > 1 && r.cues["before_grades"].Has(words[0]) {
		words = words[1:]
	}
	for len(words) > 1 && (r.cues["graded_nouns"].Has(words[len(words)-1]) || r.cues["asked_nouns"].Has(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// Signs that scales are made of.
const (
	fullStars  = "★⭐🌟✭✯"
	fullMarks  = "●⬤■◆▰▮"
	emptyMarks = "☆✩○◯□◇▱▯"
	lights     = "🟢🟡🟠🔴🟩🟨🟧🟥"
)

// withoutSigns takes the row of signs off the front of a text.
func withoutSigns(text string) string { return strings.TrimLeft(text, " "+drawn) }

// drawn are the signs that difficulties are drawn with.
const drawn = fullStars + fullMarks + emptyMarks + lights + "\ufe0f"

// drawnGrade reads one light, "🟢" is easy, or a row of stars or other full and
// empty marks, "★★☆". Full stars alone count to three: one is easy, two are
// medium, more are hard.
func (r *Reader) drawnGrade(signs string) (quarry.Difficulty, bool) {
	signs = strings.TrimSpace(strings.ReplaceAll(signs, "\ufe0f", ""))
	if grade, ok := r.lexicon.GradeOf(signs); ok && strings.Contains(lights, signs) {
		return grade, true
	}
	full := utf8.RuneCountInString(strings.Trim(signs, emptyMarks))
	all := utf8.RuneCountInString(signs)
	if full == all && strings.Trim(signs, fullStars) == "" {
		return onScale(min(full, shortestScale), shortestScale)
	}
	return onScale(full, all)
}

// Ends of the scales that difficulties are counted on.
const (
	shortestScale = 3
	longestScale  = 10
)

// onScale returns the difficulty that n of m stands for. Its position on the
// scale is (n−1)/(m−1): the lowest third is easy, the top third hard. 1/5 and
// 2/5 are easy, 3/5 is medium, 4/5 and 5/5 are hard.
func onScale(n, m int) (quarry.Difficulty, bool) {
	switch {
	case m < shortestScale || m > longestScale || n < 1 || n > m:
		return "", false
	case 3*(n-1) < m-1:
		return quarry.Easy, true
	case 3*(n-1) < 2*(m-1):
		return quarry.Medium, true
	}
	return quarry.Hard, true
}
