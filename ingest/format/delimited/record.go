package delimited

import (
	"bytes"
	"slices"
	"strings"
)

// MaxColumns is the most fields that are kept of one record.
const MaxColumns = 512

// Record is one record of a text.
type Record struct {
	Fields  []Field // at most MaxColumns
	Columns int     // how many there are
	Start   int     // offset of its first byte
	End     int     // offset behind its last byte, without the line break
	Loose   bool    // a quote in it opens no quoted field, or closes none properly
	// Open is the offset of a quote that opens a field and is never closed, -1
	// where there is none, or where other quotes of the record mean nothing
	// either. The field ends at the next separator then.
	Open int
}

// Field is one field of a record.
type Field struct {
	Text  string // without the quotes around it, and each doubled quote single
	Start int    // offset of its first byte as written
	End   int    // offset behind its last byte as written
}

// Blank reports whether all fields hold nothing but white space.
func (r Record) Blank() bool {
	return !slices.ContainsFunc(r.Fields, func(field Field) bool { return strings.TrimSpace(field.Text) != "" })
}

// Comment reports whether it is a line that most programs pass over.
func (r Record) Comment() bool { return r.Columns == 1 && strings.HasPrefix(r.Text(0), "#") }

// Count returns of how many records something is true.
func Count(records []Record, holds func(Record) bool) int {
	count := 0
	for _, one := range records {
		if holds(one) {
			count++
		}
	}
	return count
}

// Text returns the text of a field, counted from 0, without white space at its
// ends; "" where the record has no such field.
func (r Record) Text(n int) string {
	if n < 0 || n >= len(r.Fields) {
		return ""
	}
	return strings.TrimSpace(r.Fields[n].Text)
}

// Scanner reads the records of a text one after the other, in time linear in the text. A byte-order
// mark at its beginning belongs to no record, and blank lines are none.
type Scanner struct {
	text      []byte
	separator byte
	at        int
}

// NewScanner returns a scanner of the records of a text from an offset on.
func NewScanner(text []byte, start int, separator byte) *Scanner {
	if start == 0 && bytes.HasPrefix(text, []byte(byteOrderMark)) {
		start = len(byteOrderMark)
	}
	return &Scanner{text: text, separator: separator, at: start}
}

const byteOrderMark = "\ufeff"

// Next returns the next record, and false behind the last one.
func (s *Scanner) Next() (Record, bool) {
	for s.at < len(s.text) && blankLine(s.text[s.at:]) > 0 {
		s.at += blankLine(s.text[s.at:])
	}
	if s.at >= len(s.text) {
		return Record{}, false
	}
	record := Record{Start: s.at, Open: -1}
	for {
		field, next := s.field(&record)
		record.Columns++
		if len(record.Fields) < MaxColumns {
			record.Fields = append(record.Fields, field)
		}
		s.at = next
		if next >= len(s.text) || s.text[next] != s.separator {
			break
		}
		s.at++
	}
	record.End = s.at
	s.at = min(len(s.text), s.at+lineBreak(s.text[s.at:]))
	return record, true
}

// field reads the field that begins here, and returns the offset of what ends
// it: a separator, a line break or the end of the text.
func (s *Scanner) field(record *Record) (Field, int) {
	open := s.at + len(s.text[s.at:]) - len(bytes.TrimLeft(s.text[s.at:], " "))
	if open < len(s.text) && s.text[open] == '"' {
		found := closeQuote(s.text, open, s.separator)
		if found.proper {
			inner := string(s.text[open+1 : found.quote])
			return Field{Text: strings.ReplaceAll(inner, `""`, `"`), Start: open, End: found.quote + 1}, found.next
		}
		if found.quote < 0 && !record.Loose {
			record.Open = open
		}
		record.Loose = true
	}
	end := endOfBare(s.text, s.at, s.separator)
	return Field{Text: string(s.text[s.at:end]), Start: s.at, End: end}, end
}

// endOfBare returns the offset of what ends a field that is not quoted.
func endOfBare(text []byte, at int, separator byte) int {
	for i := at; i < len(text); i++ {
		if text[i] == separator || lineBreak(text[i:]) > 0 {
			return i
		}
	}
	return len(text)
}

// closed is where a quoted field ends.
type closed struct {
	quote  int  // offset of the quote that closes it, or of the one that does so improperly; -1 where none does
	next   int  // offset of what ends the field
	proper bool // nothing stands between the quote and the field's end but spaces
}

// closeQuote looks for the end of the field that the quote at an offset opens.
func closeQuote(text []byte, open int, separator byte) closed {
	for at := open + 1; ; {
		quote := bytes.IndexByte(text[at:], '"')
		if quote < 0 {
			return closed{quote: -1}
		}
		at += quote
		if at+1 < len(text) && text[at+1] == '"' {
			at += 2
			continue
		}
		next := at + 1
		for next < len(text) && text[next] == ' ' {
			next++
		}
		ends := next == len(text) || text[next] == separator || lineBreak(text[next:]) > 0
		return closed{quote: at, next: next, proper: ends}
	}
}

// lineBreak returns the length of the line break that a text begins with.
func lineBreak(text []byte) int {
	switch {
	case len(text) > 0 && text[0] == '\n':
		return 1
	case len(text) > 1 && text[0] == '\r' && text[1] == '\n':
		return len("\r\n")
	}
	return 0
}

// blankLine returns the length of the line that a text begins with, its break
// included, where it holds nothing but spaces; otherwise 0.
func blankLine(text []byte) int {
	spaces := len(text) - len(bytes.TrimLeft(text, " "))
	if spaces == len(text) {
		return spaces
	}
	if ends := lineBreak(text[spaces:]); ends > 0 {
		return spaces + ends
	}
	return 0
}
