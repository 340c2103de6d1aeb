package phrase

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
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
	text = strings.Trim(r.shortcodes.Replace(withoutEmphasis(text)), " \t#.,;:")
	if value, labelled := r.cutGradeLabel(text); labelled {
		grade, ok := r.labelledGrade(value)
		return grade, true, ok
	}
	words := withoutSigns(text)
	if words == "" {
		grade, ok := r.drawnGrade(text)
		return grade, false, ok
	}
	grade, ok := r.wordGrade(words)
	return grade, false, ok
}

// notedGrade is statedGrade for a row of notes, one of which is the grade: "hard
// | 10 min", "Topic: bread · Level: hard". The others count points, minutes or
// the like, or have a key.
func (r *Reader) notedGrade(row string) (quarry.Difficulty, bool, bool) {
	if grade, labelled, ok := r.statedGrade(row); ok {
		return grade, labelled, true
	}
	found, announced := quarry.Difficulty(""), false
	for _, part := range strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(",;|·•", r) }) {
		switch grade, labelled, ok := r.statedGrade(part); {
		case ok && found != "":
			return "", false, false
		case ok:
			found, announced = grade, labelled
		case !r.counts(part, r.cues["counted_beside_grades"]) && !isKeyed(part):
			return "", false, false
		}
	}
	return found, announced, found != ""
}

// wordGrade reads a grade word with the noun that it may stand before.
func (r *Reader) wordGrade(text string) (quarry.Difficulty, bool) {
	bare := r.withoutNoun(text)
	if r.isMereNumber(bare) {
		return "", false
	}
	return r.firstGrade(bare, text)
}

// isMereNumber reports whether a phrase has a number in it without a word that
// says of what: "level 2".
func (r *Reader) isMereNumber(phrase string) bool {
	name, _, more := strings.Cut(phrase, " ")
	return strings.ContainsAny(phrase, "0123456789") && (!more || !r.cues["levels"].Has(name))
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
	if grade, ok := r.fractionGrade(value); ok {
		return grade, true
	}
	words := withoutSigns(value)
	switch {
	case words == "":
		return r.drawnGrade(value)
	case strings.ContainsAny(words, "0123456789/"):
		return r.lexicon.GradeOf("level " + words)
	}
	bare, _, _ := strings.Cut(words, "(")
	return r.firstGrade(words, r.withoutNoun(words), "difficulty "+words, "level "+strconv.Itoa(quantity.Roman(words)), bare)
}

// cutGradeLabel takes "Difficulty:", "Level –" and their like off the front.
func (r *Reader) cutGradeLabel(text string) (string, bool) {
	end := strings.IndexAny(text, ":：=-–—")
	if end < 0 {
		end = strings.LastIndexByte(text, ' ')
	}
	if end < 0 || !r.isGradeLabel(text[:end]) {
		return text, false
	}
	rest := strings.TrimSpace(strings.TrimLeft(text[end:], ":：=-–— "))
	return rest, rest != ""
}

// isGradeLabel reports whether a word announces a difficulty.
func (r *Reader) isGradeLabel(name string) bool {
	name = strings.ToLower(withoutEmphasis(name))
	if rest, ok := r.cues["before_grade_labels"].Cut(name); ok && rest != "" {
		name = rest
	}
	return r.cues["grade_labels"].Has(name)
}

// shortcodes are the names that chat programs have for stars and lights.
func shortcodes() *strings.Replacer {
	return strings.NewReplacer(":star:", "⭐", ":star2:", "⭐", ":green_circle:", "🟢", ":yellow_circle:", "🟡",
		":orange_circle:", "🟠", ":red_circle:", "🔴", ":green_square:", "🟩", ":yellow_square:", "🟨",
		":red_square:", "🟥")
}

// Signs that scales are made of.
const (
	fullStars  = "★⭐🌟✭✯"
	fullMarks  = "●⬤■◆▰▮"
	emptyMarks = "☆✩○◯□◇▱▯"
	lights     = "🟢🟡🟠🔴🟩🟨🟧🟥"
)

// isSign reports whether a rune may be part of a grade that is drawn.
func isSign(r rune) bool {
	return strings.ContainsRune(fullStars+fullMarks+emptyMarks+lights+"\ufe0f", r)
}

// withoutSigns takes the row of signs off the front of a text.
func withoutSigns(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool { return r == ' ' || isSign(r) })
}

// drawnGrade reads one light, "🟢" is easy, or a row of stars or other full and
// empty marks, "★★☆". Full stars alone count to three: one is easy, two are
// medium, more are hard.
func (r *Reader) drawnGrade(signs string) (quarry.Difficulty, bool) {
	signs = strings.TrimSpace(strings.ReplaceAll(signs, "\ufe0f", ""))
	full, empty, stars := 0, 0, true
	for _, sign := range signs {
		switch {
		case strings.ContainsRune(lights, sign):
			grade, ok := r.lexicon.GradeOf(signs)
			return grade, ok && utf8.RuneCountInString(signs) == 1
		case strings.ContainsRune(emptyMarks, sign):
			empty++
		default:
			full++
			stars = stars && strings.ContainsRune(fullStars, sign)
		}
	}
	switch {
	case empty > 0:
		return onScale(full, full+empty)
	case !stars || full > 5:
		return "", false
	}
	return onScale(min(full, shortestScale), shortestScale)
}

// fractionGrade reads "3/5", "3 of 5" and "3 out of 5".
func (r *Reader) fractionGrade(text string) (quarry.Difficulty, bool) {
	n, of, ok := r.numerals.OutOf(text)
	if !ok {
		return "", false
	}
	return onScale(n, of)
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
