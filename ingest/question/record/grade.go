package record

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// scaleOf returns the highest grade of bare numbers, where they show which scale they
// are of: 3 or 5; 0 where they do not.
func scaleOf(all []*column) int {
	at := slices.IndexFunc(all, func(c *column) bool { return c.role == gradeRole })
	switch {
	case at < 0 || all[at].grades < all[at].records:
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
		if _, err := strconv.Atoi(stated); err == nil {
			stated += "/" + strconv.Itoa(s.scale)
		}
		if grade, ok := r.phrases.TitleGrade("difficulty: " + stated); ok {
			return grade, true
		}
	}
	return "", false
}
