package datatree

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/passage"
)

// pieces cuts a long text in quotes, which ends where the scanner stands, into
// pieces with places of their own.
func (s *jsonScanner) pieces(start int) []doc.Value {
	if s.at-start <= passage.Longest {
		return nil
	}
	var found []doc.Value
	line, end := s.text.LineOf(start), s.at-1
	for from := start + 1; from < end; {
		text, size := piece(string(s.content[from:min(end, from+2*passage.Longest)]))
		if strings.TrimSpace(text) != "" {
			span := quarry.Span{ByteStart: from, ByteEnd: from + size, LineStart: line, LineEnd: line}
			found = append(found, doc.Value{Kind: doc.String, Text: text, Span: span})
		}
		from += size
	}
	return found
}

// piece returns what the first piece of a text says, and its length as it is written. It
// is cut shorter where it would end within an escape, or between the two of one character.
func piece(written string) (string, int) {
	said, size := "", passage.First(written, `\n`)
	for cut := size; cut > 0 && cut > size-len(`\ud83d\ude00`); cut-- {
		var text string
		if json.Unmarshal([]byte(`"`+written[:cut]+`"`), &text) != nil {
			continue
		}
		if !strings.HasSuffix(text, string(utf8.RuneError)) {
			return text, cut
		}
		said = text
	}
	return said, size
}
