package phrase

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
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
	bare, dressed := undressed(line)
	if bare == "" {
		return "", false
	}
	if name, value, ok := strings.Cut(bare, ":"); ok && r.isTagLabel(name) {
		return r.TagGrade(value)
	}
	if strings.HasPrefix(bare, "#") {
		return r.TagGrade(bare)
	}
	if marks := leadingMarks(bare); marks != "" && marks == bare {
		return r.drawnGrade(marks)
	}
	if grade, ok := r.statedGrade(bare); ok {
		_, labelled := r.cutGradeLabel(bare)
		return grade, labelled || dressed || strings.ContainsFunc(bare, isScaleMark)
	}
	return r.notedGrade(bare)
}

// undressed takes quote marks, list marks, comments, tags, emphasis and
// brackets off a line, and tells whether emphasis, a comment or brackets made
// it a note.
func undressed(line string) (string, bool) {
	bare := strings.TrimSpace(line)
	for next := ""; next != bare; {
		next = bare
		bare = strings.TrimSpace(strings.TrimPrefix(cutMark(bare), ">"))
	}
	comment, isComment := strings.CutPrefix(bare, "<!--")
	if isComment {
		bare = strings.TrimSuffix(comment, "-->")
	}
	plain := withoutEmphasis(bare)
	dressed := isComment || plain != bare
	for _, pair := range []string{"()", "[]", "{}"} {
		if len(plain) > 2 && plain[0] == pair[0] && plain[len(plain)-1] == pair[1] {
			return strings.TrimPrefix(strings.TrimSpace(plain[1:len(plain)-1]), "."), true
		}
	}
	return strings.TrimSpace(plain), dressed
}

// notedGrade reads a row of notes, one of which is a difficulty: "Topic: bread
// | Level: hard".
func (r *Reader) notedGrade(line string) (quarry.Difficulty, bool) {
	parts := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("|·;,•", r) })
	found, ok := quarry.Difficulty(""), false
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if value, labelled := r.cutGradeLabel(part); labelled {
			if grade, stated := r.labelledGrade(value); stated {
				found, ok = grade, true
				continue
			}
		}
		if name, _, keyed := strings.Cut(part, ":"); !keyed || text.WordCount(name) > 3 {
			return "", false
		}
	}
	return found, ok
}

func (r *Reader) isTagLabel(name string) bool {
	return r.cues["tag_labels"].Has(strings.ToLower(strings.TrimSpace(withoutEmphasis(name))))
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
	for _, mark := range []string{":", "/", "::", "-", "_", "="} {
		if name, value, ok := strings.Cut(tag, mark); ok && r.isGradeLabel(name) {
			return r.labelledGrade(value)
		}
	}
	if r.isHomonym(strings.ToLower(tag)) {
		return "", false
	}
	return r.wordGrade(tag)
}

// isHomonym reports whether a grade word is more often something else where it
// stands alone.
func (r *Reader) isHomonym(word string) bool { return r.cues["grade_homonyms"].Has(word) }
