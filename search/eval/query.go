package eval

// Query is what is asked, and which places answer it.
type Query struct {
	ID       string
	Text     string
	Relevant []Judgement // what is not among them is not relevant
}

// Judgement says how well a place answers a query: 0 not at all, 1 partly, 2 and
// more better.
type Judgement struct {
	Place

	Grade int // 0 to HighestGrade
}

// HighestGrade bounds grades: what a hit gains doubles with each.
const HighestGrade = 20

// Place is a part of a document. A collection whose documents are judged as a
// whole names them by path, each with one line.
type Place struct {
	Path      string
	LineStart int // counted from 1
	LineEnd   int // inclusive
}

// overlaps reports whether two places share a line.
func (p Place) overlaps(other Place) bool {
	return p.Path == other.Path && p.LineStart <= other.LineEnd && other.LineStart <= p.LineEnd
}

// Hit is everything that one hit shows: its own place, and those of what was
// folded into it.
type Hit []Place
