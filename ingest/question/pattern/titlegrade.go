package pattern

import (
	"maps"
	"strings"

	"github.com/quarrykb/quarry"
)

// readTitleGrades notes the titles that state a difficulty only beside others of
// their level, or by a name that the text explains, and those below them that
// state no other.
func (t *reader) readTitleGrades() {
	t.graded = t.siblingGrades()
	named := t.namedGrades()
	for n, l := range t.lines {
		if grade, ok := named[strings.ToLower(strings.Trim(l.words, " *_:."))]; ok && l.kind == heading {
			t.graded[n] = grade
		}
	}
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

// namedGrades returns the names that the text gives to difficulties, each in a
// line of its own or several in one.
func (t *reader) namedGrades() map[string]quarry.Difficulty {
	named := map[string]quarry.Difficulty{}
	for n := range t.lines {
		if t.lines[n].kind == text {
			maps.Copy(named, t.words.NamedGrades(t.lines[n].words))
		}
	}
	if legend(named).grades() < fewestGrades {
		return nil
	}
	return named
}
