package pattern

import (
	"sort"

	"github.com/quarrykb/quarry"
)

// level is a line that states the difficulty of all questions below it.
type level struct {
	line  int
	grade quarry.Difficulty
}

// readLevels finds the lines that stand apart and state a difficulty and nothing else. They
// are of what stands below them where the first stands above all questions; elsewhere each
// is of the question above it.
func (t *reader) readLevels(taken []*candidate) {
	var all []level
	for n := 1; n < len(t.lines); n++ {
		if k := t.lines[n].kind; k != text && k != filler || !t.text.StandsApart(n) {
			continue
		}
		if grade, ok := t.words.GradeLine(t.text.Line(n)); ok {
			all = append(all, level{n, grade})
		}
	}
	if len(all) > 0 && len(taken) > 0 && all[0].line < taken[0].line {
		t.levels = all
	}
}

// levelAbove returns the last level above a line under the same title, false where there is none.
func (t *reader) levelAbove(line int) (quarry.Difficulty, bool) {
	at := sort.Search(len(t.levels), func(i int) bool { return t.levels[i].line > line })
	if at == 0 || t.bounds.next(t.levels[at-1].line, 0, line) < line {
		return "", false
	}
	return t.levels[at-1].grade, true
}

// isLevel reports whether a line states the difficulty of what stands below it.
func (t *reader) isLevel(n int) bool {
	at := sort.Search(len(t.levels), func(i int) bool { return t.levels[i].line >= n })
	return at < len(t.levels) && t.levels[at].line == n
}
