package csvrecords

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
)

// kindOf weighs what speaks for a table. Names of columns that are known
// announce one, even where rows are ragged. Without them the separator must look like one of data, for
// commas and semicolons stand in prose as well.
func (p *Parser) kindOf(t *table, text *ingest.Text) kind {
	if len(t.sample) == 0 {
		return noTable
	}
	if t.Table() && t.areTests() {
		t.nameTests()
		return questions
	}
	named := len(t.header.Fields) > 0
	tight := t.isTight(text)
	if named && (tight || t.someColumnAsks(p)) && p.records.Infer(t.records(text)).Asks() {
		return questions
	}
	if !t.Table() {
		return noTable
	}
	if t.Columns == 2 && t.Separator != '\t' && t.areCards(p, text) {
		return cards
	}
	if named && tight && t.areRows() {
		return rows
	}
	return noTable
}

// someColumnAsks reports whether half of the values of a column ask.
func (t *table) someColumnAsks(p *Parser) bool {
	for column := range t.Columns {
		asking := 0
		for _, row := range t.sample {
			if p.phrases.IsQuestion(row.Text(column)) {
				asking++
			}
		}
		if 2*asking >= len(t.sample) {
			return true
		}
	}
	return false
}

// areCards reports whether the first of two columns asks, nearly always, and
// the second does not. Where quotes show that the separator is one, it is enough
// that most ask.
func (t *table) areCards(p *Parser, text *ingest.Text) bool {
	asking, answering, quoted := 0, 0, 0
	for _, row := range t.sample {
		if p.phrases.IsQuestion(row.Text(0)) {
			asking++
		}
		if p.phrases.EndsAsking(row.Text(1)) {
			answering++
		}
		if isQuoted(row, text.Bytes) {
			quoted++
		}
	}
	all := len(t.sample)
	fewest := 8
	if 3*quoted >= all {
		fewest = 5
	}
	return all >= fewestCards && 10*asking >= fewest*all && 5*answering <= all
}

// isQuoted reports whether a field of a row stands between quotes as only
// programs write them.
func isQuoted(row delimited.Record, text []byte) bool {
	return !row.Loose && slices.ContainsFunc(row.Fields, func(f delimited.Field) bool {
		return f.End > f.Start+1 && text[f.Start] == '"' && text[f.End-1] == '"'
	})
}

// fewestCards is the least number of cards without a header.
const fewestCards = 2

// longestCell is the most characters that a cell of a table has on the average.
const longestCell = 120

// areRows reports whether the records look like data under their header: in
// some column nearly all values are numbers and the header is none, or there are
// three columns of short values or more.
func (t *table) areRows() bool {
	numeric := false
	length, cells := 0, 0
	for column := range t.Columns {
		numbers := 0
		for _, row := range t.sample {
			value := row.Text(column)
			length += utf8.RuneCountInString(value)
			cells++
			if beginsWithDigit(value) {
				numbers++
			}
		}
		numeric = numeric || (10*numbers >= 8*len(t.sample) && !beginsWithDigit(t.header.Text(column)))
	}
	return length <= longestCell*cells && (numeric || t.Columns > 2 && len(t.sample) > 1)
}

func beginsWithDigit(value string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(value, "+-−~≈<>$€£ "))
	return unicode.IsDigit(first)
}

// isTight reports whether few of the separators have white space behind them.
// After a comma of prose there is always some.
func (t *table) isTight(text *ingest.Text) bool {
	loose, all := 0, 0
	for _, row := range t.sample {
		for _, field := range row.Fields[1:] {
			all++
			before := text.Bytes[field.Start-1]
			if before == ' ' || (field.Start < len(text.Bytes) && text.Bytes[field.Start] == ' ') {
				loose++
			}
		}
	}
	return 2*loose <= all
}
