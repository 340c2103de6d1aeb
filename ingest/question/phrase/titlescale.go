package phrase

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// TitleGrades returns what titles that stand side by side say of difficulty
// together, "" for each that they say nothing of: "Middle" between "Junior" and
// "Senior", and the levels of a scale that is counted from 1, "Level 2" of five.
func (r *Reader) TitleGrades(titles []string) []quarry.Difficulty {
	if grades := r.countedGrades(titles); grades != nil {
		return grades
	}
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

// countedGrades returns the grades of titles that are the levels of a scale, all
// of it and in order, nil for any others.
func (r *Reader) countedGrades(titles []string) []quarry.Difficulty {
	if len(titles) < shortestScale || len(titles) > longestScale {
		return nil
	}
	grades := make([]quarry.Difficulty, len(titles))
	for i, title := range titles {
		bare := strings.ToLower(strings.Trim(withoutEmphasis(Short(title)), " .:*_"))
		level, ok := r.levelNumber(bare)
		if !ok || level != i+1 {
			return nil
		}
		grades[i], _ = onScale(level, len(titles))
	}
	return grades
}

// levelNumber reads the number of "Level 2" and "Stufe 3: Profis".
func (r *Reader) levelNumber(title string) (int, bool) {
	name, rest, _ := strings.Cut(title, " ")
	if !r.cues["levels"].Has(name) {
		return 0, false
	}
	number, after, ok := shortNumber(rest)
	return number, ok && (after == "" || strings.ContainsRune(" :.–—-(", []rune(after)[0]))
}

// longestMeaning is the longest line that says what names mean, in bytes.
const longestMeaning = 200

// NamedGrades returns the difficulties that a line gives names to: "Bronze is
// easy, silver is medium and gold is hard", "L3 = junior, L5 = senior". It
// returns nothing for a line that says less than two, or anything else. The
// names are folded.
func (r *Reader) NamedGrades(line string) map[string]quarry.Difficulty {
	if len(line) > longestMeaning {
		return nil
	}
	bare := strings.ToLower(strings.TrimRight(withoutEmphasis(strings.TrimSpace(line)), ". "))
	bare = strings.ReplaceAll(strings.ReplaceAll(bare, ", and ", ", "), " and ", ", ")
	named := map[string]quarry.Difficulty{}
	for _, piece := range strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune(",;|·", r) }) {
		name, grade, ok := r.namedGrade(piece)
		if !ok {
			return nil
		}
		named[name] = grade
	}
	if len(named) < 2 {
		return nil
	}
	return named
}

// namedGrade reads "gold is hard", "L3 = junior", "silver (medium)".
func (r *Reader) namedGrade(piece string) (string, quarry.Difficulty, bool) {
	piece = strings.TrimSuffix(strings.TrimSpace(piece), ")")
	for _, between := range []string{" = ", "=", ": ", " is ", " means ", " – ", " — ", " - ", " (", " → ", " -> ", " for "} {
		name, value, ok := strings.Cut(piece, between)
		if name = strings.TrimSpace(name); !ok || name == "" || text.WordCount(name) > 2 {
			continue
		}
		if grade, ok := r.lexicon.GradeOf(r.withoutNoun(strings.TrimSpace(value))); ok {
			return name, grade, true
		}
	}
	return "", "", false
}
