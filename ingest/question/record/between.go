package record

import "github.com/quarrykb/quarry/ingest"

// Between marks the lines that belong to no record: brackets, keys on the way,
// what the document says of itself. They are of a rule.
func Between(text *ingest.Text, found ingest.Extraction, rule string) []ingest.Mark {
	taken := make([]bool, text.Lines()+1)
	take := func(first, last int) {
		for n := first; n <= last; n++ {
			taken[n] = true
		}
	}
	for _, q := range found.Questions {
		take(q.Source.LineStart, q.Source.LineEnd)
	}
	for _, f := range found.Facts {
		take(f.Source.LineStart, f.Source.LineEnd)
	}
	for _, p := range found.Passages {
		take(p.Source.LineStart, p.Source.LineEnd)
	}
	for _, m := range found.Marks {
		take(m.Lines.LineStart, m.Lines.LineEnd)
	}
	var marks []ingest.Mark
	for n := 1; n <= text.Lines(); n++ {
		last := len(marks) - 1
		switch {
		case taken[n]:
		case last >= 0 && marks[last].Lines.LineEnd == n-1:
			marks[last] = ingest.Structure(marks[last].Lines.LineStart, n, rule)
		case !text.Blank(n):
			marks = append(marks, ingest.Structure(n, n, rule))
		}
	}
	return marks
}
