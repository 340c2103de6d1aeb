package csvrecords

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/internal/text"
)

// Limits of tests without a header: a question, its options and the letter of
// the right one.
const (
	fewestOptions = 2
	mostOptions   = 10
	fewestWords   = 3 // of a question, on the average
)

// areTests reports whether nearly all rows are a question, two options or more
// and the letter of one of them. A header row would say so itself.
func (t *table) areTests() bool {
	options := t.Columns - 2
	if options < fewestOptions || options > mostOptions {
		return false
	}
	rows := t.sample
	if len(t.header.Fields) > 0 {
		if !isTest(t.header, options) {
			return false
		}
		rows = append([]delimited.Record{t.header}, rows...)
	}
	pointing, words := 0, 0
	letters := map[string]bool{}
	for _, row := range rows {
		words += text.WordCount(row.Text(0))
		if isTest(row, options) {
			pointing++
			letters[row.Text(options+1)] = true
		}
	}
	return len(rows) >= fewestCards && 10*pointing >= 9*len(rows) && words >= fewestWords*len(rows) &&
		(len(letters) > 1 || len(rows) == fewestCards)
}

// isTest reports whether the last cell of a row is the letter of one of those
// between it and the first, and no cell is empty.
func isTest(row delimited.Record, options int) bool {
	if row.Columns != options+2 {
		return false
	}
	said := row.Text(options + 1)
	if len(said) != 1 || said[0]|0x20 < 'a' || int(said[0]|0x20)-'a' >= options {
		return false
	}
	return !slices.ContainsFunc(row.Fields, func(f delimited.Field) bool { return strings.TrimSpace(f.Text) == "" })
}

// nameTests names the columns as a header would, and takes a row that was
// thought to be one back.
func (t *table) nameTests() {
	t.names = []string{"question"}
	for i := range t.Columns - 2 {
		t.names = append(t.names, "option "+string(rune('a'+i)))
	}
	t.names = append(t.names, "answer")
	if len(t.header.Fields) > 0 {
		t.sample = append([]delimited.Record{t.header}, t.sample...)
		t.header = delimited.Record{}
		t.skip--
	}
}
