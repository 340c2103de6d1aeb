package csvrecords

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
)

// longestNumber is the most bytes of a number that a comma of the table parts
// from another. A row with a longer one is too wide.
const longestNumber = longestEvidence

// numbers returns the places of the numbers in a row that nothing but the
// table's comma parts: "16,320" is two of them here, and one anywhere else. An
// entry of the row rests on each.
func numbers(row delimited.Record, text *ingest.Text) []quarry.Context {
	var found []quarry.Context
	add := func(start, end int) {
		span := quarry.Span{ByteStart: start, ByteEnd: end, LineStart: text.LineOf(start), LineEnd: text.LineOf(start)}
		if n := len(found); n == 0 || found[n-1].Span != span {
			found = append(found, quarry.Context{Role: quarry.RoleRow, Span: span})
		}
	}
	for i := 1; i < len(row.Fields); i++ {
		left, right := row.Fields[i-1], row.Fields[i]
		if joins(text.Bytes, left, right) {
			add(lastWord(text.Bytes, left), left.End)
			add(right.Start, firstWord(text.Bytes, right))
		}
	}
	return found
}

// joins reports whether two fields touch with a number each, "¾" included.
func joins(text []byte, left, right delimited.Field) bool {
	if left.End <= left.Start || right.End <= right.Start || text[left.End] != ',' || right.Start != left.End+1 {
		return false
	}
	last, _ := utf8.DecodeLastRune(text[left.Start:left.End])
	first, _ := utf8.DecodeRune(text[right.Start:right.End])
	return unicode.IsNumber(last) && unicode.IsNumber(first)
}

// lastWord returns where the last word of a field begins.
func lastWord(text []byte, field delimited.Field) int {
	word := text[max(field.Start, field.End-longestNumber):field.End]
	space := bytes.LastIndexFunc(word, unicode.IsSpace)
	if space < 0 {
		return field.End - len(word)
	}
	_, size := utf8.DecodeRune(word[space:])
	return field.End - len(word) + space + size
}

// firstWord returns where the first word of a field ends.
func firstWord(text []byte, field delimited.Field) int {
	word := text[field.Start:min(field.End, field.Start+longestNumber)]
	if end := bytes.IndexFunc(word, unicode.IsSpace); end >= 0 {
		return field.Start + end
	}
	return field.Start + len(word)
}

// longestEvidence is the most bytes of numbers that one entry rests on. Wider
// rows are no statements that anybody reads.
const longestEvidence = 1500

// isTooWide reports whether a row has more numbers than an entry may rest on.
func isTooWide(evidence []quarry.Context) bool {
	size := 0
	for _, piece := range evidence {
		size += piece.Span.ByteEnd - piece.Span.ByteStart
	}
	return size > longestEvidence
}

// rejoin puts fields together that a separator in their words has parted: of a
// row with too many, those that begin with a space belong to the field before
// them, as in "older, still".
func rejoin(row delimited.Record, columns int, text []byte) delimited.Record {
	surplus := row.Columns - columns
	if surplus <= 0 || row.Columns > delimited.MaxColumns {
		return row
	}
	var fields []delimited.Field
	for i, field := range row.Fields {
		isRest := surplus > 0 && i > 0 && field.Start < field.End && text[field.Start] == ' '
		if !isRest {
			fields = append(fields, field)
			continue
		}
		last := &fields[len(fields)-1]
		last.Text += string(text[last.End:field.End])
		last.End = field.End
		surplus--
	}
	row.Fields, row.Columns = fields, len(fields)
	return row
}
