package generate

import "strings"

// querySeed keeps queries from being sentences of the documents.
const querySeed = 0x51

// Queries writes so many texts that a reader might search for: two to six
// words of one field, some with a rare name, and every fourth a whole question.
func Queries(seed uint64, count int) []string {
	queries := make([]string, count)
	for i := range queries {
		w := newWriter(seed^querySeed, uint64(i))
		if i%4 == 0 {
			queries[i] = w.say(askings())
			continue
		}
		queries[i] = w.fill(w.one(wanted()))
	}
	return queries
}

func wanted() []string {
	return []string{
		"{part} {stuff}", "{trait} {part}", "{stuff} per {part}", "{name} {part} limit",
		"{thing} {action} {stuff}", strings.Join([]string{"{part}", "{part}", "{trait}", "{stuff}"}, " "),
	}
}
