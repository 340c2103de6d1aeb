package csvrecords

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/text"
)

// table is how a text of records is built.
type table struct {
	delimited.Dialect

	names  []string // of columns that a header does not name but their values tell
	kind   kind
	header delimited.Record // without fields where there is none
	skip   int              // records before the first row: a "sep=" line, comments and the header
	start  int              // offset of the first record that is no "sep=" line
	sample []delimited.Record
}

// mostSampled is how many records tell what a table holds.
const mostSampled = 200

// tableOf looks at a text.
func (p *Parser) tableOf(text *ingest.Text) table {
	start, separators := beginning(text.Bytes)
	t := table{start: start}
	if len(separators) == 1 {
		t.skip++
	}
	t.Dialect = delimited.Sniff(text.Bytes, start, separators)
	if !t.Ragged() {
		return t
	}
	t.read(p, text.Bytes)
	t.kind = p.kindOf(&t, text)
	return t
}

// beginning returns where the records begin, and which separators may part
// them: the one that a line "sep=;" names, or all.
func beginning(text []byte) (int, string) {
	start := len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff")))
	rest := text[start:]
	if len(rest) > 5 && strings.EqualFold(string(rest[:4]), "sep=") {
		if end := bytes.IndexByte(rest, '\n'); end == 5 || (end == 6 && rest[5] == '\r') {
			return start + end + 1, string(rest[4:5])
		}
	}
	return start, delimited.Separators
}

// read takes the first records in.
func (t *table) read(p *Parser, text []byte) {
	first := true
	for scanner := delimited.NewScanner(text, t.start, t.Separator); len(t.sample) < mostSampled; {
		next, ok := scanner.Next()
		if !ok || (next.Open >= 0 && !first) {
			break
		}
		switch {
		case next.Blank() || next.Comment():
			if first {
				t.skip++
			}
		case first && p.isHeader(next) && next.Columns == t.Columns:
			t.header, first = next, false
			t.skip++
		default:
			first = false
			t.sample = append(t.sample, next)
		}
	}
}

// Limits of a column's name.
const (
	longestName = 60 // characters
	mostWords   = 7
)

// isHeader reports whether a record may be a row of names: all short, none
// twice, none a sentence, a question or a number.
func (p *Parser) isHeader(next delimited.Record) bool {
	seen := map[string]bool{}
	named := 0
	for i := range next.Fields {
		name := strings.ToLower(next.Text(i))
		if name == "" {
			continue
		}
		if seen[name] || !p.isName(name) {
			return false
		}
		seen[name] = true
		named++
	}
	return named >= 2 && 2*named >= next.Columns
}

func (p *Parser) isName(written string) bool {
	name := strings.TrimSuffix(record.Core(written), ".") // "Item no."
	if utf8.RuneCountInString(written) > 2*longestName {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	return utf8.RuneCountInString(name) <= longestName && text.WordCount(name) <= mostWords &&
		strings.ContainsFunc(name, unicode.IsLetter) && !strings.ContainsRune(".!;:,", last) &&
		!strings.ContainsAny(name, "<>\n") && !p.phrases.EndsAsking(name)
}

// records returns the sampled rows by the names of their columns.
func (t *table) records(text *ingest.Text) []record.Record {
	all := make([]record.Record, len(t.sample))
	for i, row := range t.sample {
		all[i] = t.record(row, text)
	}
	return all
}

// record returns a row by the names of its columns. What stands beyond the last
// of them belongs to it.
func (t *table) record(row delimited.Record, text *ingest.Text) record.Record {
	one := record.Record{Span: text.Span(row.Start, row.End)}
	for i, field := range row.Fields {
		value := doc.Value{Kind: doc.String, Text: spoken(field), Span: text.Span(field.Start, field.End)}
		if value.Text == "" {
			value = doc.Value{}
		}
		if name := t.nameOf(i); name != "" || value.Text != "" || i < len(t.header.Fields) {
			one.Fields = append(one.Fields, doc.Field{Name: name, Value: value})
		}
	}
	return one
}

// nameOf returns the name of a column, counted from 0.
func (t *table) nameOf(column int) string {
	if column < len(t.names) {
		return t.names[column]
	}
	return t.header.Text(column)
}

// spoken returns what a cell says, as Markdown where it is written in HTML, without the apostrophe that keeps a
// spreadsheet from taking it for a formula, as Quarry writes it too. One that another
// closes is a quote.
func spoken(field delimited.Field) string {
	text := strings.TrimSpace(field.Text)
	if strings.Contains(text, "</") && htmltext.HasMarkup(text) { // a tag that nothing closes may be what is asked about
		text = strings.TrimSpace(htmltext.Markdown(text))
	}
	bare := strings.TrimLeft(text, "'")
	isQuoted := text == "'"+bare && strings.HasSuffix(bare, "'")
	if bare == text || bare == "" || !strings.ContainsRune("=+-@", rune(bare[0])) || isQuoted {
		return text
	}
	return text[1:]
}
