package pattern

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// longestTask is the longest task of several sentences, in bytes.
const longestTask = 2000

// asksAtEnd reports whether the last sentence of several begins as examiners do, as
// in "A ball falls for 3 s. Compute its speed."; what stands before it is context.
func (w words) asksAtEnd(words string) bool {
	bare := strings.TrimRight(words, " .*_)")
	if len(bare) > longestTask {
		return false
	}
	for rest := bare; ; {
		at := strings.LastIndex(rest, ". ")
		if at <= 0 {
			return false
		}
		if last := bare[at+2:]; w.Asking(last) >= phrase.Strong {
			return true
		} else if len(strings.Fields(last)) > 2 { // "approx. 5 m"
			return false
		}
		rest = rest[:at]
	}
}

// raiseTasks lets the items ask whose last sentence does, under a title that
// promises questions: elsewhere they are steps.
func raiseTasks(all []*candidate, announced []bool) {
	for i, c := range all {
		if c.task && announced[i] {
			c.strength = phrase.Strong
		}
	}
}
