package qatable

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/text"
)

// Limits of records that labels make.
const (
	fewestRecords = 3 // that begin with the same label
	mostLabel     = 3 // words
	longestLabel  = 40
)

// labelledAt returns the records of labels that begin on a line, as "Term: …" above
// "Meaning: …": all begin with the same label, and nothing but blank lines and rules
// stands between them. A label that asks by itself is none: who reads lines knows it.
func (f *Finder) labelledAt(lines *ingest.Lines, n int) (table, bool) {
	found := table{first: n, last: n}
	first, _ := labelOf(lines.Line(n))
	if _, asks := f.phrases.CutQuestionLabel(first + ": …"); asks || first == "" || n > 1 && !parts(lines, n-1) {
		return found, false
	}
	often := map[string]int{}
	for ; n > 0 && lines.Free(n); n = lines.Next(n) {
		label, _ := labelOf(lines.Line(n))
		if label == first {
			found.last = lastOf(lines, n, first, often)
			found.rows = append(found.rows, record.Record{Span: lines.LineSpan(n, found.last)})
			n = found.last
		} else if !parts(lines, n) {
			break
		}
	}
	if len(found.rows) < fewestRecords {
		return found, false
	}
	delete(often, "") // lines without a label
	for i, one := range found.rows {
		found.rows[i].Fields = fieldsOf(lines, one.Span, func(label string) bool { return 2*often[label] > len(found.rows) })
	}
	return found, true
}

// parts reports whether a line is blank or a rule.
func parts(lines *ingest.Lines, n int) bool { return strings.Trim(lines.Line(n), "-=*_~ \t\r") == "" }

// lastOf returns the last line of a record, above a blank line, a rule or the next record,
// and counts its labels.
func lastOf(lines *ingest.Lines, n int, first string, often map[string]int) int {
	for often[first]++; lines.Free(n+1) && !parts(lines, n+1); n++ {
		label, _ := labelOf(lines.Line(n + 1))
		if label == first {
			return n
		}
		often[label]++
	}
	return n
}

// fieldsOf returns what a record says behind its labels. A line without one that most
// records have goes on with the line above.
func fieldsOf(lines *ingest.Lines, span quarry.Span, isCommon func(string) bool) []doc.Field {
	var fields []doc.Field
	last := span.LineEnd
	for n := last; n >= span.LineStart; n-- {
		label, said := labelOf(lines.Line(n))
		if !isCommon(label) {
			continue
		}
		if n < last {
			said += "\n" + lines.Cut(lines.LineSpan(n+1, last))
		}
		fields = append(fields, doc.Field{Name: label, Value: doc.Value{Kind: doc.String, Text: said}})
		last = n - 1
	}
	slices.Reverse(fields)
	return fields
}

// labelOf returns the label that a line begins with, in emphasis or not, and what stands
// behind it; "" where it has none.
func labelOf(line string) (string, string) {
	at := strings.IndexAny(line, ":：")
	if at < 0 {
		return "", ""
	}
	label, said := strings.Trim(line[:at], "0123456789.)*_-+• "), strings.TrimLeft(line[at:], ":：")
	if strings.ContainsAny(line[:at], "*_") {
		said = strings.TrimLeft(said, "*_")
	}
	isOther := func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }
	if len(label) > longestLabel || text.WordCount(label) > mostLabel || strings.ContainsFunc(label, isOther) {
		return "", ""
	}
	return label, strings.TrimSpace(said)
}
