package qatable

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// labelPattern finds the labels that lines begin with, of three words at most, behind
// numbers and in emphasis or not.
const labelPattern = `(?m)^[-+•*_\d.) \t]*(\p{L}+(?: \p{L}+){0,2})[*_]* ?[:：]+[*_]*`

// fewestRecords is how many begin with the same label.
const fewestRecords = 3

// labelledAt returns the records of labels that begin on a line, as "Term: …" above
// "Meaning: …": all begin with the same label, and nothing but blank lines and rules
// stands between them. A label that asks by itself is none: who reads lines knows it.
func (f *Finder) labelledAt(lines *ingest.Lines, n int) []record.Record {
	if n > 1 && !isBreak(lines, n-1) {
		return nil
	}
	first := f.labelOf(lines, n)
	if _, asks := f.phrases.CutQuestionLabel(first + ": …"); asks || first == "" {
		return nil
	}
	var rows []record.Record
	for ; lines.Free(n); n++ {
		if isBreak(lines, n) {
			continue
		}
		if f.labelOf(lines, n) != first {
			break
		}
		begin := n
		for lines.Free(n+1) && !isBreak(lines, n+1) && f.labelOf(lines, n+1) != first {
			n++
		}
		span := lines.LineSpan(begin, n)
		rows = append(rows, record.Record{Span: span, Fields: f.fieldsOf(lines.Cut(span))})
	}
	if len(rows) < fewestRecords {
		return nil
	}
	return rows
}

func field(name, said string) doc.Field {
	return doc.Field{Name: name, Value: doc.Value{Kind: doc.String, Text: strings.TrimSpace(said)}}
}

// isBreak reports whether a line is blank or a rule.
func isBreak(lines *ingest.Lines, n int) bool { return strings.Trim(lines.Line(n), "-=*_~ \t\r") == "" }

// labelOf returns the label that a line begins with, "" where it has none.
func (f *Finder) labelOf(lines *ingest.Lines, n int) string {
	if found := f.label.FindStringSubmatch(lines.Line(n)); found != nil {
		return found[1]
	}
	return ""
}

// fieldsOf returns what a record says behind its labels, each up to the next.
func (f *Finder) fieldsOf(written string) []doc.Field {
	var fields []doc.Field
	said := f.label.Split(written, -1)[1:]
	for i, label := range f.label.FindAllStringSubmatch(written, -1) {
		fields = append(fields, field(label[1], said[i]))
	}
	return fields
}
