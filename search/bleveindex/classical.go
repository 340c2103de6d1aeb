package bleveindex

import (
	"strings"
	"unicode/utf8"
)

// shortestClassical is how many letters stand before an ending that a word has from
// Latin or Greek: what is shorter has such an ending by chance.
const shortestClassical = 3

// classicalForms returns the other number that a word has where it is Latin or
// Greek: "stomata" of "stoma" and the other way round. What it makes of other words
// is none.
func classicalForms(word string) []string {
	var forms []string
	for _, pair := range [][2]string{
		{"a", "ata"}, {"on", "a"}, {"um", "a"}, {"us", "i"}, {"is", "es"}, {"ix", "ices"}, {"ex", "ices"}, {"a", "ae"},
	} {
		for _, endings := range [][2]string{pair, {pair[1], pair[0]}} {
			stem, ok := strings.CutSuffix(word, endings[0])
			if ok && utf8.RuneCountInString(stem) >= shortestClassical {
				forms = append(forms, stem+endings[1])
			}
		}
	}
	return forms
}

// inOtherNumber returns the likeliest of an unknown word's other numbers, if it is
// Latin or Greek and entries have any; "" where it is not, or they have none. It
// is no slip, and comes before all that are.
func (s *snapshot) inOtherNumber(from *coOccurrence, unknown spelled) (string, error) {
	return from.likeliest(meantBy(unknown.word, classicalForms(unknown.word)))
}
