package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// gradeReader takes a grade off one end of a line by one rule.
type gradeReader func(text string) (string, quarry.Difficulty, bool)

// mostGrades is how often a line may state the same difficulty: "🟢 [Easy]".
const mostGrades = 3

// CutGrade takes a stated difficulty off the end or the beginning of a question
// line, in whatever dress: "[Easy] What…", "**Hard** – What…", "What…? (level:
// 4/5)", "What…? ★★☆", "What…? #hard". Where there is one, the marks, numbers
// and labels before the question fall away as well; otherwise the line is
// returned as it is. Words of the question are never taken, and a bare n/m is
// not either: see CutScale.
func (r *Reader) CutGrade(line string) (string, quarry.Difficulty, bool) {
	read := func(text string) (quarry.Difficulty, bool) { return r.bracketGrade(text) }
	readers := []gradeReader{
		func(text string) (string, quarry.Difficulty, bool) { return r.cutLastBracket(text, read) },
		func(text string) (string, quarry.Difficulty, bool) { return r.cutLastWords(text) },
		func(text string) (string, quarry.Difficulty, bool) { return r.cutFirstBracket(text, read) },
		func(text string) (string, quarry.Difficulty, bool) { return r.cutFirstMark(text) },
		func(text string) (string, quarry.Difficulty, bool) { return r.cutFirstWords(text) },
	}
	rest, grade, found := r.Strip(line), quarry.Difficulty(""), false
	for range mostGrades {
		next, stated, ok := r.cutAny(rest, readers)
		if !ok || (found && stated != grade) {
			break
		}
		rest, grade, found = next, stated, true
	}
	if !found {
		return line, "", false
	}
	return rest, grade, true
}

// CutScale takes a bare position on a scale off the end or the beginning of a
// question line: "(3/5)", "[2/3]". It may be an answer, a date or the number of
// a part as well: only where at least three questions of a document carry one,
// on the same scale, does it state a difficulty.
func (r *Reader) CutScale(line string) (string, quarry.Difficulty, bool) {
	rest, grade, ok := r.cutAny(r.Strip(line), []gradeReader{
		func(text string) (string, quarry.Difficulty, bool) { return r.cutLastBracket(text, r.fractionGrade) },
		func(text string) (string, quarry.Difficulty, bool) { return r.cutFirstBracket(text, r.fractionGrade) },
		r.cutLastFraction,
	})
	if !ok {
		return line, "", false
	}
	return rest, grade, true
}

func (r *Reader) cutAny(text string, readers []gradeReader) (string, quarry.Difficulty, bool) {
	for _, read := range readers {
		if rest, grade, ok := read(text); ok {
			rest = r.Strip(strings.TrimLeft(rest, " \t·•–—:|,-"))
			return rest, grade, holdsWord(rest)
		}
	}
	return text, "", false
}

// bracketGrade reads what stands in brackets: a grade, alone or beside points,
// minutes and tags.
func (r *Reader) bracketGrade(text string) (quarry.Difficulty, bool) {
	if grade, ok := r.statedGrade(text); ok {
		return grade, true
	}
	if len(text) > longestGrade {
		return "", false
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;|·", r) })
	found, count := quarry.Difficulty(""), 0
	for _, part := range parts {
		if grade, ok := r.statedGrade(part); ok {
			found = grade
			count++
		} else if !r.isCount(part) {
			return "", false
		}
	}
	return found, count == 1
}

// isCount reports whether a phrase counts points, minutes or the like.
func (r *Reader) isCount(text string) bool {
	digits, unit, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	if unit == "" {
		unit = strings.TrimLeft(digits, "0123456789.+")
	}
	return r.cues["counted_beside_grades"].Has(strings.TrimRight(unit, ".")) && leading(digits, "0123456789") != ""
}

// endOfLine is how many bytes at a line's end may state a difficulty.
const endOfLine = longestGrade + 16

// tail returns the offset behind which a line's end is looked at.
func tail(text string) int {
	at := max(0, len(text)-endOfLine)
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}

// endsAsked reports whether a sentence ends where a text does, in emphasis or
// not.
func (r *Reader) endsAsked(text string) bool {
	text = strings.TrimRight(text, "*_` ")
	if hasAnySuffix(text, "e.g.", "i.e.", "vs.", "cf.") {
		return false
	}
	return r.EndsAsking(text) || hasAnySuffix(text, "!", ".", "…", ")", "\"", "”", "$", "。")
}

func holdsWord(text string) bool { return strings.ContainsFunc(text, isWordRune) }
