package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// boundByRoom takes numbers of the room that something fits in for what they are: no
// measure of it, but the most that it can have.
func boundByRoom(text string, numbers []number) {
	for i := range numbers {
		n := &numbers[i]
		if (n.Qualifier == quarry.Exact || n.Qualifier == quarry.Approx) && n.Unit != "" && saysFits(text[:n.start]) {
			n.Qualifier = quarry.UpTo
		}
	}
}

// saysFits reports whether a text ends with the words before the room that something
// fits in.
func saysFits(before string) bool {
	before = strings.TrimRight(before[max(0, len(before)-widestLead):], " ")
	verb, ok := "", false
	for _, into := range []string{" in", " into", " within", " inside"} {
		if verb, ok = strings.CutSuffix(before, into); ok {
			break
		}
	}
	if !ok {
		return false
	}
	switch strings.ToLower(verb[strings.LastIndexByte(verb, ' ')+1:]) {
	case "fit", "fits", "fitting", "fitted":
		return true
	}
	return false
}
