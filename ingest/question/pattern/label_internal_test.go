package pattern

import "testing"

func TestALabelIsNumberedByItsDigits(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]int{"12": 12, "Q4.": 4, "第３問": 3, "12345678": 123456, "Task 4.2:": 2, "Section 2, Exercise 3": 3, "0": 0, "b": -1, "": -1} {
		if number := numberIn(label); number != want {
			t.Errorf("numberIn(%q) = %d, want %d", label, number, want)
		}
	}
}
