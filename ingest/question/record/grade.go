package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
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
		if slices.Contains(grades, c.name) && c.records > 0 {
			return c.scale()
		}
	}
	return 0
}

func (c *column) scale() int {
	highest := 0
	for text := range c.distinct {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 || n > fiveGrades {
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

// grade returns the difficulty that a record states.
func (r *Reader) grade(s Schema, record Record) (quarry.Grade, bool) {
	if isGuessed(record) {
		return quarry.NoGrade(), false
	}
	for _, name := range s.grades {
		v, ok := valueOf(record, name)
		if !ok || !v.scalar() {
			continue
		}
		if grade, ok := r.graded(plain(v), s.scale); ok {
			return quarry.StatedGrade(grade), true
		}
	}
	return quarry.NoGrade(), false
}

// isGuessed reports whether a record says of its own grade that it is not
// stated, as tables that Quarry writes do.
func isGuessed(record Record) bool {
	return slices.ContainsFunc(record.Fields, func(f Field) bool {
		return strings.EqualFold(f.Name, "difficulty_source") && !strings.EqualFold(strings.TrimSpace(f.Value.Text), string(quarry.DifficultyStated))
	})
}

// graded reads a grade: a bare number of a known scale, a word, "4/5".
func (r *Reader) graded(text string, scale int) (quarry.Difficulty, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return third(n, scale), scale > 0 && n <= scale
	}
	if grade, ok := r.lexicon.GradeOf(text); ok {
		return grade, true
	}
	if n, highest, ok := r.numerals.OutOf(text); ok && highest >= threeGrades {
		return third(n, highest), true
	}
	return r.phrases.TitleGrade(text)
}

// third puts a grade into a third of its scale, the middle one the larger:
// 1 and 2 of 5 are easy, 3 is medium.
func third(n, scale int) quarry.Difficulty {
	switch middle := float64(scale+1) / 2; {
	case float64(n) < middle-0.5:
		return quarry.Easy
	case float64(n) > middle+0.5:
		return quarry.Hard
	}
	return quarry.Medium
}
