package quarry

// LineState is what became of one non-blank line of a document.
type LineState string

// The line states. Each non-blank line has exactly one.
const (
	LineEntry       LineState = "entry"       // in a question, fact or spec
	LineStructure   LineState = "structure"   // heading, separator, table header, front matter
	LineFurniture   LineState = "furniture"   // belongs to the page, not to its content
	LineProse       LineState = "prose"       // in a passage only
	LineUnaccounted LineState = "unaccounted" // in nothing
)

// Report is what ingest says of one document.
type Report struct {
	Format      string
	Parser      string
	Coverage    float64 // 1 − share of unaccounted lines
	Extracted   float64 // share of entry lines among those that are not structure
	Lines       LineCounts
	Counts      Counts
	Unaccounted []LineRange
	Warnings    []string
}

// LineCounts counts non-blank lines by their state.
type LineCounts struct {
	Entry       int
	Structure   int
	Furniture   int
	Prose       int
	Unaccounted int
}

// Total returns the number of non-blank lines.
func (c LineCounts) Total() int {
	return c.Entry + c.Structure + c.Furniture + c.Prose + c.Unaccounted
}

// Counts counts entries by kind.
type Counts struct {
	Question int
	Fact     int
	Spec     int
	Passage  int
}

// LineRange is a run of lines, counted from 1, both ends inclusive.
type LineRange struct {
	LineStart int
	LineEnd   int
}

// Rejection says why a document was not ingested.
type Rejection struct {
	Source string // the path as it was given
	Stage  string
	Line   int // 0 where the whole document is meant
	Reason string
	Code   string // what rejections of one sort have in common, such as "image"; "" for most
}
