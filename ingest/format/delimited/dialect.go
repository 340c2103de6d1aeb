package delimited

import (
	"cmp"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Dialect is how a text separates fields, and how regularly.
type Dialect struct {
	Separator byte
	Columns   int // that most records have
	Records   int // that were looked at
	Regular   int // of them have that many columns
}

// mostSampled is how many records tell the separator. That the rest of the text
// is like them is seen once it is known.
const mostSampled = 200

// Table reports whether the records look like rows of one table: nine in ten of
// at least two have the same number of columns, two or more.
func (d Dialect) Table() bool {
	return d.Records >= 2 && d.Columns >= 2 && 10*d.Regular >= 9*d.Records
}

// Ragged reports whether three in four of the records have the same number of
// columns: a table only where something else says so.
func (d Dialect) Ragged() bool {
	return d.Records >= 2 && d.Columns >= 2 && 4*d.Regular >= 3*d.Records
}

// Sniff looks at the first records of a text, from an offset on, and returns the separator of those
// given that most regularly parts them; of equals the earlier one. Comments are not looked at.
func Sniff(text []byte, start int, separators string) Dialect {
	var best Dialect
	for _, separator := range []byte(separators) {
		if found := measure(text, start, separator, mostSampled); better(found, best) {
			best = found
		}
	}
	if !best.Table() || best.Records < mostSampled {
		return best
	}
	return measure(text, start, best.Separator, len(text))
}

func better(a, b Dialect) bool {
	switch {
	case a.Columns < 2 || b.Columns < 2:
		return b.Columns < 2 && a.Columns > b.Columns
	case a.Table() != b.Table():
		return a.Table()
	}
	return a.Regular*b.Records > b.Regular*a.Records
}

// measure counts the columns of the first records. Behind a quote that is never closed
// nothing is counted: it may be the inside of a field.
func measure(text []byte, start int, separator byte, most int) Dialect {
	counts := make(map[int]int)
	found := Dialect{Separator: separator}
	scanner := NewScanner(text, start, separator)
	for record, ok := scanner.Next(); ok && found.Records < most; record, ok = scanner.Next() {
		if record.Open >= 0 && found.Records >= 2 {
			break
		}
		if !record.Blank() && !record.Comment() {
			counts[record.Columns]++
			found.Records++
		}
	}
	for columns, regular := range counts {
		if cmp.Or(cmp.Compare(regular, found.Regular), cmp.Compare(columns, found.Columns)) > 0 {
			found.Columns, found.Regular = columns, regular
		}
	}
	return found
}

// Separators are the characters that part fields, the least doubtful first.
const Separators = "\t;|,"

// Faults says what about a record that begins on a line is not as others of so many columns are.
func (r Record) Faults(line, columns int) []string {
	var all []string
	if r.Loose {
		all = append(all, fmt.Sprintf("line %d: a quote stands in a field that is not quoted as a whole, and was taken as a character", line))
	}
	if r.Columns != columns {
		all = append(all, fmt.Sprintf("line %d: %d fields where other records have %d", line, r.Columns, columns))
	}
	return all
}

// TooWide is the error of a record with more columns than are read.
func TooWide(line int, record Record) error {
	return &ingest.LineError{Line: line, Err: quarry.Errorf(quarry.KindTooLarge,
		"a record of %d columns; at most %d are read", record.Columns, MaxColumns)}
}
