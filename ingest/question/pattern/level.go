package pattern

import (
	"slices"
	"sort"

	"github.com/quarrykb/quarry"
)

// level is a line that states the difficulty of all questions below it.
type level struct {
	line  int
	grade quarry.Difficulty
}

// readLevels finds the lines that state a difficulty for what stands below
// them: each stands apart, right above a question, the first above all of them,
// and they are fewer than the questions.
func (t *reader) readLevels(taken []*candidate) {
	if len(taken) == 0 {
		return
	}
	opens := map[int]bool{}
	for _, c := range taken {
		opens[c.line] = true
	}
	all, ok := t.statedAlone(opens)
	if !ok {
		return
	}
	if len(all) > 0 && all[0].line < taken[0].line && len(all) < len(taken) {
		t.levels = all
	}
}

// statedAlone returns the lines that state a difficulty and nothing else, and
// reports whether all of them stand right above questions.
func (t *reader) statedAlone(opens map[int]bool) ([]level, bool) {
	var all []level
	for n := 1; n < len(t.lines); n++ {
		if k := t.lines[n].kind; (k != text && k != filler) || opens[n] || !t.text.StandsApart(n) {
			continue
		}
		grade, ok := t.words.GradeLine(t.text.Line(n))
		switch {
		case ok && !opens[t.text.Next(n)]:
			return nil, false
		case ok:
			all = append(all, level{n, grade})
		}
	}
	return all, true
}

// levelAbove returns the difficulty that a line states for a question below it,
// under the same title.
func (t *reader) levelAbove(line int) (quarry.Difficulty, bool) {
	at := sort.Search(len(t.levels), func(i int) bool { return t.levels[i].line > line })
	if at == 0 {
		return "", false
	}
	above := t.levels[at-1]
	if t.bounds.next(above.line, 0, line) < line-1 && t.lines[line].kind != heading {
		return "", false
	}
	return above.grade, true
}

// isLevel reports whether a line states the difficulty of what stands below it.
func (t *reader) isLevel(n int) bool {
	_, found := slices.BinarySearchFunc(t.levels, n, func(l level, n int) int { return l.line - n })
	return found
}
