package delimited

import (
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Ragged gathers what is to be said about records that are not like the others.
type Ragged struct {
	// Columns is how many the records should have.
	Columns int

	lines []string
	more  int
}

// mostWarnings is how many records are named one by one.
const mostWarnings = 20

// Note takes in a record that begins on a line.
func (r *Ragged) Note(line int, record Record) {
	if record.Loose {
		r.say(fmt.Sprintf("line %d: a quote stands in a field that is not quoted as a whole, and was taken as a character", line))
	}
	if record.Columns != r.Columns {
		r.say(fmt.Sprintf("line %d: %d fields where other records have %d", line, record.Columns, r.Columns))
	}
}

func (r *Ragged) say(warning string) {
	if len(r.lines) < mostWarnings {
		r.lines = append(r.lines, warning)
		return
	}
	r.more++
}

// Lines returns the warnings.
func (r *Ragged) Lines() []string {
	if r.more == 0 {
		return r.lines
	}
	return append(r.lines, fmt.Sprintf("%d more records have other fields than expected, or stray quotes", r.more))
}

// TooWide is the error of a record with more columns than are read.
func TooWide(line int, record Record) error {
	return &ingest.LineError{Line: line, Err: quarry.Errorf(quarry.KindTooLarge,
		"a record of %d columns; at most %d are read", record.Columns, MaxColumns)}
}
