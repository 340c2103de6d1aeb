package record

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry/ingest"
)

// Between marks the lines that nothing else marks: brackets, keys on the way, what the
// document says of itself, and those of its records, which their entries account for.
// They are of a rule.
func Between(text *ingest.Text, found ingest.Extraction, rule string) []ingest.Mark {
	var between []ingest.Mark
	from := 1
	byPlace := func(a, b ingest.Mark) int { return cmp.Compare(a.Lines.LineStart, b.Lines.LineStart) }
	for _, mark := range slices.SortedFunc(slices.Values(found.Marks), byPlace) {
		if mark.Lines.LineStart > from {
			between = append(between, ingest.Structure(from, mark.Lines.LineStart-1, rule))
		}
		from = max(from, mark.Lines.LineEnd+1)
	}
	if from <= text.Lines() {
		between = append(between, ingest.Structure(from, text.Lines(), rule))
	}
	return between
}
