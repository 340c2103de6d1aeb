package pattern

import "strings"

// mostNumber is up to which number the digits of a label are read.
const mostNumber = 100_000

// numberIn returns the number that a label's digits write, of either width and whatever
// stands around them, 3 of "第3問"; the last of several, 2 of "Task 4.2". It is -1 for none.
func numberIn(label string) int {
	label, number := strings.TrimRight(label, " .:)*"), -1
	label = label[strings.LastIndexByte(label, '.')+1:]
	for _, r := range label {
		if digit, ok := digitOf(r); ok && number < mostNumber {
			number = 10*max(number, 0) + digit
		}
	}
	return number
}

// digitOf returns the value of a digit of either width, false for anything else.
func digitOf(r rune) (int, bool) {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0'), true
	case r >= '０' && r <= '９':
		return int(r - '０'), true
	}
	return 0, false
}
