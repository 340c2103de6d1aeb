package phrase

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

// longestNote is the longest line in bytes that is a note about a question.
const longestNote = 160

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
	if name, value, ok := strings.Cut(inner, ":"); ok && r.isTagLabel(name) {
		return r.TagGrade(value)
	}
	grade, labelled, ok := r.rowGrade(inner)
	isMark := func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }
	return grade, ok && (labelled || strings.ContainsFunc(bare, isMark))
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

func (r *Reader) isTagLabel(name string) bool {
	return r.cues["tag_labels"].Has(strings.ToLower(withoutEmphasis(name)))
}

// TagGrade returns the one difficulty that some tags state, with "#" or without,
// between spaces or commas. A tag that may be a subject, "basic", counts only as
// "level-basic" and the like.
func (r *Reader) TagGrade(tags string) (quarry.Difficulty, bool) {
	found := quarry.Difficulty("")
	for _, tag := range strings.FieldsFunc(tags, func(r rune) bool { return strings.ContainsRune(" ,;|#`[]\"'", r) }) {
		grade, _, ok := r.statedGrade(strings.ReplaceAll(tag, "_", " "))
		if !ok || r.cues["grade_homonyms"].Has(strings.ToLower(tag)) {
			continue
		}
		if found != "" && found != grade {
			return "", false
		}
		found = grade
	}
	return found, found != ""
}

// TitleGrade returns the difficulty that a section's title states: "Easy —
// fundamentals", "Level: Advanced", "Part II (hard)", "🟢 Easy", "Basic SQL
// interview questions for freshers". A grade word that is a part of another
// name states nothing: "Hard drives", "Basic blocks".
func (r *Reader) TitleGrade(title string) (quarry.Difficulty, bool) {
	title = strings.ReplaceAll(withoutEmphasis(Short(title)), " - ", " – ")
	parts := strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune("—–:：·|()[]（）【】/,", r) })
	for _, part := range append([]string{title}, parts...) {
		words := strings.ToLower(strings.TrimSpace(withoutSigns(part)))
		if r.cues["ambiguous_grades"].Has(words) {
			continue
		}
		if grade, _, ok := r.statedGrade(part); ok {
			return grade, true
		}
		if grade, ok := r.firstGrade(r.aboutQuestions(strings.Fields(words))...); ok {
			return grade, true
		}
	}
	return "", false
}

// mostBetween is how many words may stand between a grade word and the
// questions that it is about.
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
