package csvrecords

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/internal/text"
)

// kind is what the records of a table are.
type kind int

// The kinds: no table at all, questions, and rows of anything else.
const (
	noTable kind = iota
	questions
	rows
)

// kindOf weighs what speaks for a table. Names of columns that are known
// announce one, even where rows are ragged. Without them the separator must look like one of data, for
// commas and semicolons stand in prose as well.
func (p *Parser) kindOf(t *table, text *ingest.Text) kind {
	if len(t.sample) == 0 || t.isMarkdownTable(text) {
		return noTable
	}
	if t.Table() && t.areTests() {
		t.nameTests()
		return questions
	}
	named := len(t.header.Fields) > 0 && t.isTight(text)
	switch {
	case named && p.records.Infer(t.records(text)).Asks():
		return questions
	case !t.Table():
		return noTable
	case t.Columns == 2 && t.Separator != '\t' && t.areCards(p):
		t.names = []string{"question", "answer"}
		return questions
	case named && t.areRows():
		return rows
	}
	return noTable
}

// isMarkdownTable reports whether records between pipes are rows of a Markdown
// table: one of them rules off its header.
func (t *table) isMarkdownTable(text *ingest.Text) bool {
	return t.Separator == '|' && delimited.Count(t.sample, func(row delimited.Record) bool {
		written := text.Cut(text.Span(row.Start, row.End))
		return strings.Contains(written, "--") && strings.Trim(written, "|:- ") == ""
	}) > 0
}

// areCards reports whether the first of two columns asks, mostly, and the second does not.
func (t *table) areCards(p *Parser) bool {
	asking := delimited.Count(t.sample, func(row delimited.Record) bool { return p.phrases.IsQuestion(row.Text(0)) })
	answering := delimited.Count(t.sample, func(row delimited.Record) bool { return p.phrases.EndsAsking(row.Text(1)) })
	all := len(t.sample)
	return all > 1 && 4*asking >= 3*all && 5*answering <= all
}

// areRows reports whether the records look like data under their header: in some column nearly all
// values are numbers and the header is none, or there are three columns or more.
func (t *table) areRows() bool {
	if t.Columns > 2 && len(t.sample) > 1 {
		return true
	}
	for column := range t.Columns {
		numbers := delimited.Count(t.sample, func(row delimited.Record) bool { return beginsWithDigit(row.Text(column)) })
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

// Limits of tests without a header: a question, its options and the letter of the right one.
const (
	fewestOptions = 2
	mostOptions   = 10
	fewestWords   = 3 // of a question
)

// areTests reports whether nearly all rows are a question, two options or more and the letter of
// one of them, and not always of the same. A header row would say so itself.
func (t *table) areTests() bool {
	options := t.Columns - 2
	if options < fewestOptions || options > mostOptions || len(t.header.Fields) > 0 {
		return false
	}
	letters := map[string]bool{}
	pointing := delimited.Count(t.sample, func(row delimited.Record) bool {
		letters[row.Text(options+1)] = true
		return isTest(row, options)
	})
	return len(t.sample) > 1 && 10*pointing >= 9*len(t.sample) && len(letters) > 1
}

// isTest reports whether the last cell of a row is the letter of one of those
// between it and the first, and no cell is empty.
func isTest(row delimited.Record, options int) bool {
	said := row.Text(options + 1)
	if row.Columns != options+2 || len(said) != 1 || said[0]|0x20 < 'a' || int(said[0]|0x20)-'a' >= options {
		return false
	}
	isBlank := func(f delimited.Field) bool { return strings.TrimSpace(f.Text) == "" }
	return text.WordCount(row.Text(0)) >= fewestWords && !slices.ContainsFunc(row.Fields, isBlank)
}

// nameTests names the columns as a header would.
func (t *table) nameTests() {
	t.names = []string{"question"}
	for i := range t.Columns - 2 {
		t.names = append(t.names, "option "+string(rune('a'+i)))
	}
	t.names = append(t.names, "answer")
}
