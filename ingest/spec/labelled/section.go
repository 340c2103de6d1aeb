package labelled

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// Section is a title with what stands below it, and below the titles of lower levels.
type Section struct {
	Title  doc.Text
	Level  int
	Parent *Section // nil of the outermost

	// Over is the title by its looks alone before this one that this one may stand below: both
	// are bold, and this one alone ends in a colon.
	Over string

	// Alike reports whether titles beside this one have the same labels below them, so
	// that each names one of several things.
	Alike bool

	labels   map[string]bool
	children []*Section
}

// PseudoLevel is the level of a line that is a title by its looks alone.
const PseudoLevel = 10

// Path returns the titles from the outermost down to this one.
func (s *Section) Path() []*Section {
	if s == nil {
		return nil
	}
	return append(s.Parent.Path(), s)
}

// met takes note of a label below this title and all above it.
func (s *Section) met(label string) {
	for ; s != nil && len(s.labels) < mostCompared; s = s.Parent {
		s.labels[label] = true
	}
}

// mostCompared is how many labels below a title are held against those below others.
const mostCompared = 400

// fewestAlike is how many labels two titles have in common at least that each name one
// of several things.
const fewestAlike = 2

// sections keeps the title that a walk is under.
type sections struct {
	root []*Section
	now  *Section
	bold *Section // the last title by its looks alone that ended in no colon
}

// enter goes below one more title, which ends where two blanks stand behind its number:
// what follows them stands beside it.
func (s *sections) enter(title doc.Text, level int) {
	bare := strings.TrimLeft(title.Text, "0123456789. \t")
	number := title.Text[:len(title.Text)-len(bare)]
	bare, _, _ = strings.Cut(bare, "  ")
	title.Text = strings.TrimSpace(number + bare)
	for s.now != nil && s.now.Level >= level {
		s.now = s.now.Parent
	}
	next := &Section{Title: title, Level: level, Parent: s.now, labels: map[string]bool{}}
	if s.now == nil {
		s.root = append(s.root, next)
	} else {
		s.now.children = append(s.now.children, next)
	}
	s.now = next
}

// enterPseudo goes below a line that is a title by its looks alone. Of one that ends in a
// colon it is remembered which one that does not stands before it.
func (s *sections) enterPseudo(title doc.Text) {
	bare := strings.TrimRight(title.Text, ": ")
	led := bare != title.Text
	title.Text = bare
	s.enter(title, PseudoLevel)
	switch {
	case !led:
		s.bold = s.now
	case s.bold != nil && s.bold.Parent == s.now.Parent:
		s.now.Over = s.bold.Title.Text
	}
}

// compare finds the titles that each name one of several things: those whose neighbours
// have the same labels below them, or mostly look like names.
func compare(beside []*Section, looks func(title string) float64) {
	met, models := map[string]int{}, 0
	for _, one := range beside {
		for label := range one.labels {
			met[label]++
		}
		if looks(one.Title.Text) >= 1 {
			models++
		}
	}
	several := models > 1 && 2*models >= len(beside)
	for _, one := range beside {
		shared := 0
		for label := range one.labels {
			if met[label] > 1 {
				shared++
			}
		}
		one.Alike = several && looks(one.Title.Text) > 0 || shared >= fewestAlike
		compare(one.children, looks)
	}
}

// folded returns a label as labels are compared.
func folded(label string) string { return text.SlugWith(label, ' ') }
