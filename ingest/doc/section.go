package doc

import "sort"

// Section is a heading with what stands below it, up to the next one.
type Section struct {
	Heading *Heading // nil for what stands before the first
	Titles  []string // of the headings that it stands under, and its own
	Blocks  []Block

	above int // the section that it stands under
}

// Level returns the level of the section's heading, 0 without one.
func (s Section) Level() int {
	if s.Heading == nil {
		return 0
	}
	return s.Heading.Level
}

// Sections cuts a document at its headings, the first section being what stands before
// them. A heading stands under the nearest one above it of a lower level. Titles are as
// short makes them.
func (d Document) Sections(short func(string) string) []Section {
	all := []Section{{}}
	var above []int // the sections that the next heading may stand under
	for _, b := range d.Blocks {
		heading, ok := b.(*Heading)
		if !ok {
			last := &all[len(all)-1]
			last.Blocks = append(last.Blocks, b)
			continue
		}
		for len(above) > 0 && all[above[len(above)-1]].Level() >= heading.Level {
			above = above[:len(above)-1]
		}
		next := Section{Heading: heading}
		if n := len(above); n > 0 {
			next.above = above[n-1]
			next.Titles = append(next.Titles, all[next.above].Titles...)
		}
		next.Titles = append(next.Titles, short(heading.Marked().Text))
		above = append(above, len(all))
		all = append(all, next)
	}
	return all
}

// Above returns the titles that a line stands under, and a heading of some level on it; 0
// for no heading.
func Above(sections []Section, line, level int) []string {
	n := sort.Search(len(sections)-1, func(i int) bool { return sections[i+1].Heading.First >= line })
	for level > 0 && sections[n].Level() >= level {
		n = sections[n].above
	}
	return sections[n].Titles
}
