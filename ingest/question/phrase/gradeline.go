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
