package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
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

// grade returns the difficulty that a record states: by a word, "4/5" or a bare number, where
// those of all records show whether their scale has 3 or 5 steps. Tables that Quarry writes say of
// it themselves that it is not stated.
func (r *Reader) grade(s Schema, record Record) (quarry.Difficulty, bool) {
	at := slices.IndexFunc(record.Fields, func(f doc.Field) bool { return f.Name == "difficulty_source" && !f.Value.IsEmpty() })
	if at >= 0 && !strings.EqualFold(plain(record.Fields[at].Value), string(quarry.DifficultyStated)) {
		return "", false
	}
	for _, field := range s.fields(gradeRole, record) {
		stated, c := plain(field.Value), s.byName[field.Name]
		if n := stepOf(stated); n > 0 && c.steps == c.records && c.highest >= 3 && c.highest <= 5 {
			stated = fmt.Sprintf("%d/%d", n, c.highest|1) // 4 is of 5
		}
		if grade, ok := r.phrases.TitleGrade("difficulty: " + stated); ok {
			return grade, true
		}
	}
	return "", false
}
