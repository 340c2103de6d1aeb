package phrase

import (
	"strings"

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
	inner, dressed := inBrackets(bare)
	if !dressed {
		inner = withoutEmphasis(bare)
		dressed = inner != bare
	}
	if name, value, ok := strings.Cut(inner, ":"); ok && r.isTagLabel(name) {
		return r.TagGrade(value)
	}
	if strings.HasPrefix(inner, "#") {
		return r.TagGrade(inner)
	}
	grade, labelled, ok := r.notedGrade(inner)
	return grade, ok && (labelled || dressed || strings.ContainsFunc(inner, isSign))
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
		grade, ok := r.tagMeans(tag)
		if !ok {
			continue
		}
		if found != "" && found != grade {
			return "", false
		}
		found = grade
	}
	return found, found != ""
}

func (r *Reader) tagMeans(tag string) (quarry.Difficulty, bool) {
	const joints = ":/-_="
	if at := strings.IndexAny(tag, joints); at > 0 && r.isGradeLabel(tag[:at]) {
		return r.labelledGrade(strings.TrimLeft(tag[at:], joints))
	}
	if r.cues["grade_homonyms"].Has(strings.ToLower(tag)) { // more often a subject
		return "", false
	}
	return r.wordGrade(tag)
}

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
	words := withoutSigns(part)
	if words == "" && part != "" {
		return r.drawnGrade(part)
	}
	bare := strings.ToLower(strings.TrimFunc(words, func(r rune) bool { return !isWordRune(r) }))
	if r.isAmbiguous(bare) || r.isMereNumber(bare) {
		return "", false
	}
	return r.firstGrade(append([]string{bare, r.withoutNoun(bare)}, r.ofQuestions(strings.Fields(bare))...)...)
}

// isAmbiguous reports whether a word that states a difficulty beside another
// word is more often something else alone.
func (r *Reader) isAmbiguous(word string) bool { return r.cues["ambiguous_grades"].Has(word) }

// withoutNoun takes the articles and the nouns away that a grade word may stand
// between: "hard questions", "expert level questions", "the tough ones".
func (r *Reader) withoutNoun(part string) string {
	words := r.withoutArticles(strings.Fields(strings.ToLower(part)))
	for len(words) > 1 && r.isGradedNoun(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

func (r *Reader) withoutArticles(words []string) []string {
	for len(words) > 1 && r.cues["before_grades"].Has(words[0]) {
		words = words[1:]
	}
	return words
}

// isGradedNoun reports whether a grade word may stand before a noun.
func (r *Reader) isGradedNoun(word string) bool {
	return word == "&" || r.cues["graded_nouns"].Has(word) || r.isAskedNoun(word)
}

// isAskedNoun reports whether a noun says that something is asked.
func (r *Reader) isAskedNoun(word string) bool { return r.cues["asked_nouns"].Has(word) }

// mostBetween is how many words may stand between a grade word and the
// questions that it is about.
const mostBetween = 3

// ofQuestions returns the grade word of "advanced SQL interview questions" and
// "basic questions for freshers", or else the people of "questions for beginners"
// and "for seniors".
func (r *Reader) ofQuestions(words []string) []string {
	people := ""
	for i, word := range words {
		if r.cues["behind_asked_nouns"].Has(word) && (i == 0 || r.isAskedNoun(words[i-1])) {
			if r.cues["before_people"].Has(word) {
				people = r.withoutNoun(strings.Join(words[i+1:], " "))
			}
			words = words[:i]
			break
		}
	}
	words = r.withoutArticles(words)
	about := len(strings.Fields(r.withoutNoun(strings.Join(words, " "))))
	if len(words) < 2 || about > 1+mostBetween || !r.isAskedNoun(words[len(words)-1]) ||
		r.isCompound(words[0], words[1]) || r.cues["joined_grades"].HasAny(words...) {
		return []string{people}
	}
	return []string{words[0], people}
}

// isCompound reports whether a grade word and the noun behind it are the name
// of something: "hard drive questions".
func (r *Reader) isCompound(grade, noun string) bool {
	name := grade + " " + noun
	return r.cues["grade_compounds"].HasAny(name, strings.TrimSuffix(name, "s"))
}

// TitleGrades returns what titles that stand side by side say of difficulty
// together, "" for each that they say nothing of: "Middle" between "Junior" and
// "Senior".
func (r *Reader) TitleGrades(titles []string) []quarry.Difficulty {
	grades, stated := make([]quarry.Difficulty, len(titles)), make(map[quarry.Difficulty]bool)
	for _, title := range titles {
		if grade, ok := r.TitleGrade(title); ok {
			stated[grade] = true
		}
	}
	for i, title := range titles {
		bare := r.withoutNoun(strings.Trim(withoutEmphasis(Short(title)), " .:*_"))
		if grade, ok := r.lexicon.GradeOf(bare); ok && r.isAmbiguous(bare) && len(stated) > 1 && !stated[grade] {
			grades[i] = grade
		}
	}
	return grades
}
