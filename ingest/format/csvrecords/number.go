package csvrecords

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
)

// longestEvidence is the most bytes of numbers that one entry rests on. Wider
// rows are no statements that anybody reads.
const longestEvidence = 1500

// numbers returns the places of the numbers in a row that nothing but the table's comma parts:
// "16,320" is two of them here, and one anywhere else. An entry of the row rests on each.
func numbers(row delimited.Record, text *ingest.Text, role quarry.ContextRole) []quarry.Context {
	var found []quarry.Context
	add := func(start, end int) {
		if span := text.Span(start, end); len(found) == 0 || found[len(found)-1].Span != span {
			found = append(found, quarry.Context{Role: role, Span: span})
		}
	}
	for i := 1; i < len(row.Fields); i++ {
		left, right := row.Fields[i-1], row.Fields[i]
		if joins(text.Bytes, left, right) {
			before := bytes.Fields(text.Bytes[max(left.Start, left.End-longestEvidence):left.End])
			behind := bytes.Fields(text.Bytes[right.Start:min(right.End, right.Start+longestEvidence)])
			add(left.End-len(before[len(before)-1]), left.End)
			add(right.Start, right.Start+len(behind[0]))
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

// isTooWide reports whether a row has more numbers than an entry may rest on.
func isTooWide(evidence []quarry.Context) bool {
	size := 0
	for _, piece := range evidence {
		size += piece.Span.ByteEnd - piece.Span.ByteStart
	}
	return size > longestEvidence
}

// rejoin puts fields together that a separator in their words has parted: of a row with too many,
// those that begin with a space belong to the field before them, as in "older, still".
func rejoin(row delimited.Record, columns int, text []byte) delimited.Record {
	surplus := row.Columns - columns
	if surplus <= 0 || row.Columns > delimited.MaxColumns {
		return row
	}
	fields := row.Fields[:1:1]
	for _, field := range row.Fields[1:] {
		if surplus == 0 || field.Start == field.End || text[field.Start] != ' ' {
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
