package csvrecords

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
)

// kind is what the records of a table are.
type kind int

// The kinds: no table at all, questions in named columns, cards of two columns
// without names, and rows of anything else.
const (
	noTable kind = iota
	questions
	cards
	rows
)

// kindOf weighs what speaks for a table. Names of columns that are known
// announce one, even where rows are ragged. Without them the separator must look like one of data, for
// commas and semicolons stand in prose as well.
func (p *Parser) kindOf(t *table, text *ingest.Text) kind {
	if len(t.sample) == 0 || t.isMarkdownTable() {
		return noTable
	}
	named, tight := len(t.header.Fields) > 0, t.isTight(text)
	switch {
	case named && tight && p.records.Infer(t.records(text)).Asks():
		return questions
	case !t.Table():
		return noTable
	case t.Columns == 2 && t.Separator != '\t' && t.areCards(p):
		return cards
	case named && tight && t.areRows():
		return rows
	}
	return noTable
}

// count returns how many of the sampled rows something is true of.
func (t *table) count(holds func(row delimited.Record) bool) int {
	count := 0
	for _, row := range t.sample {
		if holds(row) {
			count++
		}
	}
	return count
}

// isMarkdownTable reports whether records between pipes are rows of a Markdown
// table: one of them rules off its header.
func (t *table) isMarkdownTable() bool {
	isRule := func(row delimited.Record) bool {
		ruled := false
		for i := range row.Fields {
			cell := row.Text(i)
			if strings.Trim(cell, ":-") != "" || cell != "" && !strings.Contains(cell, "--") {
				return false
			}
			ruled = ruled || cell != ""
		}
		return ruled
	}
	return t.Separator == '|' && t.count(isRule) > 0
}

// areCards reports whether the first of two columns asks, mostly, and the second
// does not.
func (t *table) areCards(p *Parser) bool {
	asking := t.count(func(row delimited.Record) bool { return p.phrases.IsQuestion(row.Text(0)) })
	answering := t.count(func(row delimited.Record) bool { return p.phrases.EndsAsking(row.Text(1)) })
	all := len(t.sample)
	return all > 1 && 4*asking >= 3*all && 5*answering <= all
}

// areRows reports whether the records look like data under their header: in
// some column nearly all values are numbers and the header is none, or there are
// three columns or more.
func (t *table) areRows() bool {
	if t.Columns > 2 && len(t.sample) > 1 {
		return true
	}
	for column := range t.Columns {
		numbers := t.count(func(row delimited.Record) bool { return beginsWithDigit(row.Text(column)) })
		if 10*numbers >= 8*len(t.sample) && !beginsWithDigit(t.header.Text(column)) {
			return true
		}
	}
	return false
}

func beginsWithDigit(value string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(value, "+-−~≈<>$€£ "))
	return unicode.IsDigit(first)
}

// isTight reports whether few of the separators have white space beside them.
// After a comma of prose there is always some.
func (t *table) isTight(text *ingest.Text) bool {
	loose, all := 0, 0
	for _, row := range t.sample {
		for _, field := range row.Fields[1:] {
			all++
			if text.Bytes[field.Start-1] == ' ' || (field.Start < len(text.Bytes) && text.Bytes[field.Start] == ' ') {
				loose++
			}
		}
	}
	return 2*loose <= all
}
