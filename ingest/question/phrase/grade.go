package phrase

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Limits of what may state a difficulty, in bytes.
const (
	longestNote  = 160 // a line that is a note about a question
	longestGrade = 64  // a phrase
)

// GradeLine returns the difficulty that a line of its own states: "Difficulty:
// hard", "**Level:** ★★☆", "<!-- easy -->", "(Hard)", "Tags: #gpu #hard". A
// bare word is none: it may be an answer or a title.
func (r *Reader) GradeLine(line string) (quarry.Difficulty, bool) {
	if len(line) > longestNote {
		return "", false
	}
	bare := withoutMarks(line)
	inner := bare
	if whole, ok := r.lastBracket(bare); ok && !holdsWord(whole.rest) {
		inner = whole.words
	}
	inner = withoutEmphasis(inner)
	if name, value, ok := cutKey(inner); ok && r.cues["tag_labels"].Has(name) {
		return r.TagGrade(value)
	}
	grade, labelled := r.rowGrade(inner)
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }
	return grade, grade != "" && (labelled || strings.ContainsFunc(bare, isMark))
}

// withoutMarks takes all list marks and quote marks off the front of a line.
func withoutMarks(line string) string {
	bare := strings.TrimSpace(line)
	for next := ""; next != bare; {
		next = bare
		bare = strings.TrimSpace(strings.TrimPrefix(cutMark(bare), ">"))
	}
	return bare
}

// TagGrade returns the one difficulty that some tags state, with "#" or without, between spaces or
// commas. A tag that may be a subject, "basic", counts only as "level-basic" and the like.
func (r *Reader) TagGrade(tags string) (quarry.Difficulty, bool) {
	found := quarry.Difficulty("")
	for _, tag := range strings.FieldsFunc(tags, func(r rune) bool { return strings.ContainsRune(" ,;|#`[]\"'", r) }) {
		grade, _ := r.statedGrade(strings.ReplaceAll(tag, "_", " "))
		if grade == "" || r.cues["grade_homonyms"].Has(strings.ToLower(tag)) {
			continue
		}
		if found != "" && found != grade {
			return "", false
		}
		found = grade
	}
	return found, found != ""
}

// TitleGrade returns the difficulty that a section's title states: "Easy — fundamentals", "Level:
// Advanced", "Part II (hard)", "🟢 Easy", "Basic SQL interview questions for freshers". A grade word
// that is a part of another name states nothing: "Hard drives", "Basic blocks".
func (r *Reader) TitleGrade(title string) (quarry.Difficulty, bool) {
	title = strings.ReplaceAll(withoutEmphasis(Short(title)), " - ", " – ")
	parts := strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune("—–:：·|()[]（）【】/,", r) })
	for _, part := range append([]string{title}, parts...) {
		words := strings.ToLower(strings.TrimSpace(withoutSigns(part)))
		if r.cues["ambiguous_grades"].Has(words) {
			continue
		}
		grade, _ := r.statedGrade(part)
		if grade == "" {
			grade = r.gradeOf(r.aboutQuestions(strings.Fields(words))...)
		}
		if grade != "" {
			return grade, true
		}
	}
	return "", false
}

// mostBetween is how many words may stand between a grade word and the questions that it is about.
const mostBetween = 3

// aboutQuestions returns the grade word of "advanced SQL interview questions" and
// "basic questions for freshers", and the people of "questions for beginners".
func (r *Reader) aboutQuestions(words []string) []string {
	people := ""
	if at := slices.IndexFunc(words, r.cues["before_people"].Has); at > 0 && r.cues["asked_nouns"].Has(words[at-1]) {
		words, people = words[:at], r.withoutNoun(strings.Join(words[at+1:], " "))
	}
	last := len(words) - 1
	if last < 1 || last > 1+mostBetween || !r.cues["asked_nouns"].Has(words[last]) ||
		r.cues["grade_compounds"].HasAny(words[0]+" "+words[1], words[0]+" "+strings.TrimSuffix(words[1], "s")) {
		return []string{people}
	}
	return []string{words[0], people}
}

// statedGrade returns the difficulty that a whole phrase states, and whether a
// label announces it: a grade word or stars or a light, before a word or not, or
// a label with any of these or with a position on a scale.
func (r *Reader) statedGrade(text string) (quarry.Difficulty, bool) {
	if len(text) > longestGrade {
		return "", false
	}
	value, labelled := r.cutGradeLabel(strings.Trim(withoutEmphasis(text), " \t#.,;:"))
	words := withoutSigns(value)
	switch {
	case words == "":
		return r.drawnGrade(value), labelled
	case labelled:
		if n, of, counted := r.numerals.OutOf(value); counted {
			return onScale(n, of), true
		}
		return r.gradeOf(words, r.withoutNoun(words), "difficulty "+words, "level "+words), true
	case strings.ContainsAny(words, digits): // an answer, or the number of a part
		return "", false
	}
	return r.gradeOf(r.withoutNoun(words), words), false
}

// rowGrade is statedGrade for a row of notes, one of which is the grade: "hard
// | 10 min", "Topic: bread · Level: hard". The others count points or minutes, or have a key.
func (r *Reader) rowGrade(row string) (quarry.Difficulty, bool) {
	found, announced := quarry.Difficulty(""), false
	for _, part := range strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(",;|·•", r) }) {
		switch grade, labelled := r.statedGrade(part); {
		case grade != "" && found == "":
			found, announced = grade, labelled
		case !r.isWorth(part) && !isKeyed(part):
			return "", false
		}
	}
	return found, announced
}

// gradeOf returns the grade of the first of some phrases that the lexicon has one of.
func (r *Reader) gradeOf(phrases ...string) quarry.Difficulty {
	for _, phrase := range phrases {
		if grade, ok := r.lexicon.GradeOf(phrase); ok {
			return grade
		}
	}
	return ""
}

// cutGradeLabel takes "Difficulty:", "Level –" and their like off the front, and brackets
// and quotes off what is behind.
func (r *Reader) cutGradeLabel(text string) (string, bool) {
	end := strings.IndexAny(text, ":：=-–—")
	if end < 0 {
		end = max(0, strings.LastIndexByte(text, ' '))
	}
	name := strings.ToLower(withoutEmphasis(text[:end]))
	if rest, ok := r.cues["before_grade_labels"].Cut(name); ok && rest != "" {
		name = rest
	}
	value := strings.TrimLeft(text[end:], ":：=-–— ")
	if value == "" || !r.cues["grade_labels"].Has(name) {
		return text, false
	}
	return strings.ToLower(strings.Trim(value, " \t.,;:()[]\"'")), true
}

// withoutNoun takes the articles and the nouns away that a grade word may stand
// between: "hard questions", "expert level questions", "the tough ones".
func (r *Reader) withoutNoun(part string) string {
	words := strings.Fields(strings.ToLower(part))
	for len(words) > 1 && r.cues["before_grades"].Has(words[0]) {
		words = words[1:]
	}
	for last := len(words) - 1; last > 0 && (r.cues["graded_nouns"].Has(words[last]) || r.cues["asked_nouns"].Has(words[last])); last-- {
		words = words[:last]
	}
	return strings.Join(words, " ")
}

// Signs that scales are made of.
const (
	fullStars  = "★⭐🌟✭✯"
	fullMarks  = "●⬤■◆▰▮"
	emptyMarks = "☆✩○◯□◇▱▯"
	lights     = "🟢🟡🟠🔴🟩🟨🟧🟥"
	drawn      = fullStars + fullMarks + emptyMarks + lights + "\ufe0f" // all that difficulties are drawn with
)

// withoutSigns takes the row of signs off the front of a text.
func withoutSigns(text string) string { return strings.TrimLeft(text, " "+drawn) }

// drawnGrade reads one light, "🟢" is easy, or a row of stars or other full and empty marks, "★★☆".
// Full stars alone count to three: one is easy, two are medium, more are hard.
func (r *Reader) drawnGrade(signs string) quarry.Difficulty {
	signs = strings.TrimSpace(strings.ReplaceAll(signs, "\ufe0f", ""))
	if strings.Contains(lights, signs) {
		return r.gradeOf(signs)
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
func onScale(n, m int) quarry.Difficulty {
	switch {
	case m < shortestScale || m > longestScale || n < 1 || n > m:
		return ""
	case 3*(n-1) < m-1:
		return quarry.Easy
	case 3*(n-1) < 2*(m-1):
		return quarry.Medium
	}
	return quarry.Hard
}
