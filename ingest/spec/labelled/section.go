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

	// Alike reports whether titles beside this one have the same labels below them, so
	// that each names one of several things.
	Alike bool

	read     int // how many values were read before it
	labels   map[string]bool
	children []*Section
}

// deepest is how many titles by their looks stand below each other at most.
const deepest = 4

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
	for ; s != nil && len(s.labels) < mostLabels; s = s.Parent {
		s.labels[label] = true
	}
}

// mostLabels is how many labels below a title are remembered.
const mostLabels = 400

// fewestAlike is how many labels two titles have in common at least that each name one
// of several things.
const fewestAlike = 2

// bare returns the title without the number that it may begin with, and without brackets.
func (s *Section) bare() string {
	return Unbracketed(strings.TrimLeft(s.Title.Text, "0123456789.) "))
}

// sections keeps the title that a walk is under.
type sections struct {
	root []*Section
	now  *Section
}

// enter goes below one more title.
func (s *sections) enter(title doc.Text, level int) {
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

// enterPseudo goes below a line that is a title by its looks alone: below another one that
// nothing stands under yet, or else beside it.
func (s *sections) enterPseudo(title doc.Text, read int) {
	level := PseudoLevel
	if s.now != nil && s.now.Level >= PseudoLevel && s.now.read == read {
		level = min(s.now.Level+1, PseudoLevel+deepest)
	}
	s.enter(title, level)
	s.now.read = read
}

// leave goes up to a title that was left for ones below it.
func (s *sections) leave(to *Section) { s.now = to }

// compare finds the titles that each name one of several things: those whose neighbours
// have the same labels below them, or mostly look like names.
func (s *sections) compare(looks func(title string) float64) { compareAll(s.root, looks) }

func compareAll(beside []*Section, looks func(title string) float64) {
	met, models := map[string]int{}, 0
	for _, one := range beside {
		for label := range one.labels {
			met[label]++
		}
		if looks(one.bare()) >= 1 {
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
		one.Alike = several && looks(one.bare()) > 0 || shared >= fewestAlike && (shared > fewestAlike || 3*shared >= len(one.labels))
		compareAll(one.children, looks)
	}
}

// folded returns a label as labels are compared.
func folded(label string) string { return text.SlugWith(label, ' ') }
