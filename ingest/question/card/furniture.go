package card

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// A link at the end of answers is furniture where most of them have it: at
// least this many, and this share of all.
const (
	fewestRepeated = 4
	shareRepeated  = 0.6
)

// dropRepeatedLinks takes the link off the end of the answers that shows the
// same on most cards, wherever it leads; several of them, one after the other.
func (m markup) dropRepeatedLinks(questions []quarry.Question) {
	for range mostFurniture {
		label, ok := m.repeatedLink(questions)
		if !ok {
			return
		}
		for i := range questions {
			if bare, shown := m.cutTrailingLink(questions[i].Answer); shown == label {
				questions[i].Answer = bare
			}
		}
	}
}

// repeatedLink returns what the link shows that most answers end with.
func (m markup) repeatedLink(questions []quarry.Question) (string, bool) {
	counts := map[string]int{}
	answered, usual := 0, ""
	for _, q := range questions {
		if q.Answer != "" {
			answered++
		}
		if _, label := m.cutTrailingLink(q.Answer); label != "" {
			if counts[label]++; counts[label] > counts[usual] {
				usual = label
			}
		}
	}
	n := counts[usual]
	return usual, n >= fewestRepeated && float64(n) >= shareRepeated*float64(answered)
}

// mostFurniture is how many links one after the other are taken off.
const mostFurniture = 4

// cutTrailingLink splits a link off that a text ends with, and returns what
// stands before it and what the link shows; "" where there is none.
func (m markup) cutTrailingLink(text string) (string, string) {
	if !strings.HasSuffix(text, ")") {
		return text, ""
	}
	from := max(0, len(text)-longestLink)
	at := m.trailing.FindStringSubmatchIndex(text[from:])
	if at == nil {
		return text, ""
	}
	return strings.TrimRight(text[:from+at[2]], " \t\r\n"), strings.TrimSpace(text[from+at[4] : from+at[5]])
}
