package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// stepOf returns which step of a scale a bare number or a row of stars is, 0 for none.
func stepOf(grade string) int {
	grade = strings.TrimSpace(grade)
	if stars := strings.Count(grade, "★"); stars*len("★") == len(grade) {
		return stars
	}
	n, _ := strconv.Atoi(grade)
	return n
}

// scaleOf returns the highest of such steps, where they show which scale they are of: 3
// or 5; 0 where they do not.
func scaleOf(all []*column) int {
	at := slices.IndexFunc(all, func(c *column) bool { return c.role == gradeRole })
	switch {
	case at < 0 || all[at].steps < all[at].records:
	case all[at].highest == 3:
		return 3
	case all[at].highest == 4 || all[at].highest == 5:
		return 5
	}
	return 0
}

// grade returns the difficulty that a record states: by a word, "4/5" or a bare number of
// a known scale. Tables that Quarry writes say of it themselves that it is not stated.
func (r *Reader) grade(s Schema, record Record) (quarry.Difficulty, bool) {
	source, ok := valueOf(record, "difficulty_source")
	if ok && !strings.EqualFold(plain(source), string(quarry.DifficultyStated)) {
		return "", false
	}
	for _, v := range s.values(gradeRole, record) {
		stated := plain(v)
		if n := stepOf(stated); n > 0 && s.scale > 0 {
			stated = fmt.Sprintf("%d/%d", n, s.scale)
		}
		if grade, ok := r.phrases.TitleGrade("difficulty: " + stated); ok {
			return grade, true
		}
	}
	return "", false
}
