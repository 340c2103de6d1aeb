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
func dropRepeatedLinks(questions []quarry.Question) {
	for range mostFurniture {
		label, ok := repeatedLink(questions)
		if !ok {
			return
		}
		for i := range questions {
			if bare, shown := cutTrailingLink(questions[i].Answer); shown == label {
				questions[i].Answer = bare
			}
		}
	}
}

// repeatedLink returns what the link shows that most answers end with.
func repeatedLink(questions []quarry.Question) (string, bool) {
	counts := map[string]int{}
	answered, usual := 0, ""
	for _, q := range questions {
		if q.Answer != "" {
			answered++
		}
		if _, label := cutTrailingLink(q.Answer); label != "" {
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
func cutTrailingLink(text string) (string, string) {
	if !strings.HasSuffix(text, ")") {
		return text, ""
	}
	from, open := max(0, len(text)-longestLink), len(text)
	for range mostNested {
		open = from + strings.LastIndexByte(text[from:open], '[')
		if open < from {
			break
		}
		label, length := bracketed(text[open:])
		if length > 0 && open+length == len(text) && !strings.HasPrefix(text[max(0, open-1):], "!") {
			return strings.TrimRight(text[:open], " \t\r\n"), strings.TrimSpace(label)
		}
		if length > 0 {
			break
		}
	}
	return text, ""
}

// mostNested is how many brackets may stand in what a link shows.
const mostNested = 8
