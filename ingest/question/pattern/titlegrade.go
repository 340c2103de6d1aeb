package pattern

import "github.com/quarrykb/quarry"

// readTitleGrades notes the titles that state a difficulty only beside others of
// their level, and those below them that state no other.
func (t *reader) readTitleGrades() {
	t.graded = t.siblingGrades()
	if len(t.graded) > 0 {
		t.inheritGrades()
	}
}

// inheritGrades gives the titles below one that states a difficulty the same,
// unless they state another.
func (t *reader) inheritGrades() {
	var titles sectionPath
	for n, l := range t.lines {
		if l.kind != heading {
			continue
		}
		titles.enter(l.form.heading, n)
		_, stated := t.words.TitleGrade(l.words)
		if above := t.graded[titles.above(l.form.heading)]; t.graded[n] == "" && !stated && above != "" {
			t.graded[n] = above
		}
	}
}

// siblingGrades asks what the titles under one title say together.
func (t *reader) siblingGrades() map[int]quarry.Difficulty {
	siblings := map[[2]int][]int{}
	var titles sectionPath
	for n, l := range t.lines {
		if l.kind == heading {
			titles.enter(l.form.heading, n)
			place := [2]int{l.form.heading, titles.above(l.form.heading)}
			siblings[place] = append(siblings[place], n)
		}
	}
	found := map[int]quarry.Difficulty{}
	for _, lines := range siblings {
		var words []string
		for _, n := range lines {
			words = append(words, t.lines[n].words)
		}
		for i, grade := range t.words.TitleGrades(words) {
			if grade != "" {
				found[lines[i]] = grade
			}
		}
	}
	return found
}
