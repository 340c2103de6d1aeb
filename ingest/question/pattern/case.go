package pattern

import "github.com/quarrykb/quarry/ingest"

// Case is a line that may open a question, as the model is told of it.
type Case struct {
	Texts    []string  // what it may ask: its own words, and these with all that belongs to them
	Features []float64 // one for each of [Features]
}

// Cases returns the lines of a text that may open questions, from the first on: what the
// model is fitted to.
func (f *Finder) Cases(lines *ingest.Lines) []Case {
	t, all := f.read(lines)
	groups := groupsOf(all, func(c *candidate) form { return c.form })
	cases := make([]Case, len(all))
	for i, c := range all {
		words, _, _ := t.words.CutGrade(c.words)
		cases[i] = Case{Texts: []string{t.words.Strip(words), c.words}, Features: c.features}
		one := asked{candidate: c, group: groups[c.form], end: t.bounds.next(c.last, c.form.heading, len(t.lines))}
		for _, next := range all[i+1:] {
			if next.form == c.form {
				one.end = min(one.end, next.line)
				break
			}
		}
		if found, ok := t.question(one); ok {
			cases[i].Texts = append(cases[i].Texts, found.Question.Text)
		}
	}
	return cases
}
