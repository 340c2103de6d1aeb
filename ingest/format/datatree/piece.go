package datatree

import (
	"bytes"
	"cmp"
	"encoding/json"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// pieces cuts a long text in quotes, which ends where the scanner stands, into
// pieces with places of their own: between paragraphs, or else lines, sentences
// or words.
func (s *jsonScanner) pieces(start int) []doc.Value {
	if s.at-start <= record.PieceBytes {
		return nil
	}
	var found []doc.Value
	line, end := s.text.LineOf(start), s.at-1
	for from := start + 1; from < end; {
		to := from + cut(s.content[from:end])
		var text string
		quoted := append(append([]byte{'"'}, s.content[from:to]...), '"')
		if json.Unmarshal(quoted, &text) == nil && len(bytes.TrimSpace([]byte(text))) > 0 {
			span := quarry.Span{ByteStart: from, ByteEnd: to, LineStart: line, LineEnd: line}
			found = append(found, doc.Value{Kind: doc.String, Text: text, Span: span})
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

// character returns the length of the character that a text begins with, as it
// is written: "\n", "\u00e9", or one of two halves such as "\ud83d\ude00".
func character(text []byte) int {
	escape := []byte(`\ud83d`)
	switch {
	case text[0] != '\\':
		_, size := utf8.DecodeRune(text)
		return size
	case !bytes.HasPrefix(text, escape[:2]):
		return min(len(text), len(`\n`))
	case len(text) >= 2*len(escape) && isHalf(text) && isHalf(text[len(escape):]):
		return 2 * len(escape)
	}
	return min(len(text), len(escape))
}

// isHalf reports whether a text begins with half of a character.
func isHalf(text []byte) bool { return bytes.HasPrefix(bytes.ToLower(text[:3]), []byte(`\ud`)) }
