package jsontree

import (
	"bytes"
	"cmp"
	"encoding/json"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// pieces cuts a long text in quotes, which ends where the scanner stands, into
// pieces with places of their own: between paragraphs, or else lines, sentences
// or words.
func (s *scanner) pieces(began place) []record.Value {
	if s.at-began.at <= record.PieceBytes {
		return nil
	}
	var found []record.Value
	end := s.at - 1
	for from := began.at + 1; from < end; {
		to := from + cut(s.content[from:end])
		var text string
		quoted := append(append([]byte{'"'}, s.content[from:to]...), '"')
		if json.Unmarshal(quoted, &text) == nil && len(bytes.TrimSpace([]byte(text))) > 0 {
			span := quarry.Span{ByteStart: from, ByteEnd: to, LineStart: began.line, LineEnd: began.line}
			found = append(found, record.Value{Kind: record.Text, Text: text, Span: span})
		}
		from = to
	}
	return found
}

// cut returns where the next piece of a text ends, as it is written: behind the
// last line break, sentence or word in its second half, and never within an
// escape or a character.
func cut(text []byte) int {
	if len(text) <= record.PieceBytes {
		return len(text)
	}
	line, sentence, word, at := 0, 0, 0, 0
	for at < record.PieceBytes {
		length := character(text[at:])
		c := text[at : at+length]
		at += length
		switch {
		case at <= record.PieceBytes/2:
		case string(c) == `\n`:
			line = at
		case string(c) == " " && (text[at-2] == '.' || text[at-2] == '?' || text[at-2] == '!'), string(c) == "。":
			sentence = at
		case string(c) == " ":
			word = at
		}
	}
	return cmp.Or(line, sentence, word, at)
}

// Lengths of the escapes "\n", "\u00e9" and of one with two halves.
const (
	shortEscape = 2
	longEscape  = 6
)

// character returns the length of the character that a text begins with, as it
// is written.
func character(text []byte) int {
	if text[0] != '\\' || len(text) < shortEscape {
		_, size := utf8.DecodeRune(text)
		return size
	}
	if text[1] != 'u' {
		return shortEscape
	}
	if isHalf(text) && isHalf(text[min(len(text), longEscape):]) {
		return longEscape + longEscape
	}
	return min(len(text), longEscape)
}

// isHalf reports whether a text begins with half of a character: "\ud835".
func isHalf(text []byte) bool {
	return len(text) >= longEscape && (bytes.HasPrefix(text, []byte(`\ud`)) || bytes.HasPrefix(text, []byte(`\uD`)))
}
