package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// Scales of grades that are bare numbers.
const (
	threeGrades = 3
	fiveGrades  = 5
)

// scaleOf returns the highest grade of a column of bare numbers, where it shows
// which scale it is of; 0 where it does not.
func scaleOf(all []*column, grades []string) int {
	for _, c := range all {
		if !slices.Contains(grades, c.name) || c.records == 0 {
			continue
		}
		highest := 0
		for text := range c.distinct {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if text == "" && c.lists > 0 || err != nil || n < 1 || n > fiveGrades {
				return 0
			}
			highest = max(highest, n)
		}
		switch {
		case highest > threeGrades:
			return fiveGrades
		case highest == threeGrades:
			return threeGrades
		}
		return 0
	}
	return 0
}

// grade returns the difficulty that a record states.
func (r *Reader) grade(s Schema, record Record) (quarry.Grade, bool) {
	for _, name := range s.grades {
		v, ok := valueOf(record, name)
		if !ok || !v.scalar() {
			continue
		}
		text := plain(v)
		if n, err := strconv.Atoi(text); err == nil {
			if s.scale == 0 || n > s.scale {
				continue
			}
			return quarry.StatedGrade(graded(n, s.scale)), true
		}
		if grade, ok := r.lexicon.GradeOf(text); ok {
			return quarry.StatedGrade(grade), true
		}
		if grade, ok := outOf(text); ok {
			return quarry.StatedGrade(grade), true
		}
		if grade, ok := phrase.TitleGrade(r.lexicon, text); ok {
			return quarry.StatedGrade(grade), true
		}
	}
	return quarry.NoGrade(), false
}

// outOf reads "4/5", "4 of 5" and "4 out of 5".
func outOf(text string) (quarry.Difficulty, bool) {
	parts := strings.FieldsFunc(strings.ReplaceAll(text, "out of", "/"), func(r rune) bool { return r == '/' || r == ' ' })
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "of" })
	if len(parts) != 2 {
		return "", false
	}
	n, err := strconv.Atoi(parts[0])
	scale, wrong := strconv.Atoi(parts[1])
	if err != nil || wrong != nil || n < 1 || n > scale || scale < threeGrades {
		return "", false
	}
	return graded(n, scale), true
}

// graded puts a grade into a third of its scale, the middle one the larger:
// 1 and 2 of 5 are easy, 3 is medium.
func graded(n, scale int) quarry.Difficulty {
	switch middle := float64(scale+1) / 2; {
	case float64(n) < middle-0.5:
		return quarry.Easy
	case float64(n) > middle+0.5:
		return quarry.Hard
	}
	return quarry.Medium
}
