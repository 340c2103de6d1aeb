package phrase

import "strings"

// IsPlaceholder reports whether an answer only keeps the place of one.
func IsPlaceholder(answer string) bool {
	bare := strings.ToLower(strings.Trim(answer, " \t\r\n*_`.…()[]<>-–—:"))
	switch bare {
	case "", "todo", "tbd", "tba", "n/a", "answer here", "your answer here", "answer goes here",
		"to be written", "to be added", "to be done", "to do", "fill in", "coming soon", "pending", "wip":
		return true
	}
	return false
}
