package csvrecords

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/delimited"
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

// joins reports whether two fields touch with a digit each.
func joins(text []byte, left, right delimited.Field) bool {
	return left.End > left.Start && right.End > right.Start && text[left.End] == ',' && right.Start == left.End+1 &&
		isDigit(text[left.End-1]) && isDigit(text[right.Start])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// lastWord returns where the last word of a field begins.
func lastWord(text []byte, field delimited.Field) int {
	at := field.End
	for at > field.Start && field.End-at < longestNumber && text[at-1] > ' ' && text[at-1] < 0x80 {
		at--
	}
	return at
}

// firstWord returns where the first word of a field ends.
func firstWord(text []byte, field delimited.Field) int {
	at := field.Start
	for at < field.End && at-field.Start < longestNumber && text[at] > ' ' && text[at] < 0x80 {
		at++
	}
	return at
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
