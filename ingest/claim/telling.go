package claim

import "strings"

// What tells rows of one name apart, the best first: a circumstance that numbers
// were measured at, words, values.
const (
	tellsCircumstance = iota
	tellsWords
	tellsValue
)

// tells says how well the cells below a title tell rows of one name apart.
func (l *label) tells() int {
	switch first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(l.text)), " "); {
	case first == "at", first == "@":
		return tellsCircumstance
	case l.measures():
		return tellsValue
	}
	return tellsWords
}

// telling returns what a cell below the title says of its row, where it tells it
// from others of the name: a number says nothing without the title.
func (l *label) telling(cell Cell) string {
	words := strings.TrimSpace(cell.Text)
	if !startsNumber(words) {
		return words
	}
	if titled := strings.TrimSpace(l.bare + " " + withUnit(cell, l).Text); len(titled) <= longestVariant {
		return titled
	}
	return words
}
