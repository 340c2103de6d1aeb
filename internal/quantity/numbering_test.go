package quantity_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/quantity"
)

func TestARomanNumberIsReadInOneCase(t *testing.T) {
	t.Parallel()
	for letters, want := range map[string]int{
		"i": 1, "IV": 4, "ix": 9, "x": 10, "xxxix": 39, "XX": 20, "xxxx": 0, "Iv": 0, "iix": 0, "l": 0, "": 0,
	} {
		if got := quantity.Roman(letters); got != want {
			t.Errorf("Roman(%q) = %d, want %d", letters, got, want)
		}
	}
}

func TestAGradeOutOfTheHighestIsReadInEveryLanguage(t *testing.T) {
	t.Parallel()
	n := numerals(t, "en", "de", "fr", "es")
	for text, want := range map[string][2]int{
		"4/5": {4, 5}, " 4 / 5 ": {4, 5}, "4⁄5": {4, 5}, "4 of 5": {4, 5}, "4 Out of 10": {4, 10}, "3 von 5": {3, 5}, "3 sur 5": {3, 5},
		"3 de 5": {3, 5}, "450/1000": {450, 1000}, "0/5": {}, "6/5": {}, "4 5": {}, "4/5 stars": {}, "4 offset 5": {}, "4": {}, "of 5": {}, "4/": {}, "": {},
	} {
		if number, of, ok := n.OutOf(text); number != want[0] || of != want[1] || ok != (want[0] > 0) {
			t.Errorf("OutOf(%q) = %d of %d, %t, want %v", text, number, of, ok, want)
		}
	}
}
