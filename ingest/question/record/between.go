package record

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry/ingest"
)

// Between marks the lines that neither a passage nor a mark accounts for: brackets, keys
// on the way, what the document says of itself. They are of a rule, which questions and
// facts on them outdo.
func Between(text *ingest.Text, found ingest.Extraction, rule string) []ingest.Mark {
	var between []ingest.Mark
	taken := slices.Clone(found.Marks)
	for _, passage := range found.Passages {
		taken = append(taken, ingest.Structure(passage.Source.LineStart, passage.Source.LineEnd, rule))
	}
	from := 1
	byPlace := func(a, b ingest.Mark) int { return cmp.Compare(a.Lines.LineStart, b.Lines.LineStart) }
	for _, mark := range slices.SortedFunc(slices.Values(taken), byPlace) {
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
