package datatree

import (
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Limits of one document. Every value is held as a tree.
const (
	maxDepth  = 64
	maxValues = 500_000
)

const byteOrderMark = "\ufeff"

// source is a text in one of the languages, and how much of it is read.
type source struct {
	text     *ingest.Text
	pieces   *ingest.Pieces
	language string
	values   int
}

// count takes in one more value, which begins at an offset.
func (s *source) count(at, depth int) error {
	if s.values++; s.values > maxValues {
		return s.refuse(at, quarry.KindTooLarge, "more than %d values in one document", maxValues)
	}
	if depth > maxDepth {
		return s.refuse(at, quarry.KindInvalid, "nested more than %d deep", maxDepth)
	}
	return nil
}

// refuse says what is wrong at an offset, by its line.
func (s *source) refuse(at int, kind quarry.Kind, format string, args ...any) error {
	return s.refuseLine(s.text.LineOf(max(0, min(at, len(s.text.Bytes)-1))), kind, format, args...)
}

func (s *source) refuseLine(line int, kind quarry.Kind, format string, args ...any) error {
	return &ingest.LineError{Line: line, Err: quarry.Errorf(kind, "not valid "+s.language+": "+format, args...)}
}

// twice refuses a key at an offset that stands at another already.
func (s *source) twice(name string, first, second int) error {
	return s.refuse(second, quarry.KindInvalid, "the key %q stands twice in one object, on lines %d and %d",
		short(name), s.text.LineOf(first), s.text.LineOf(second))
}

// short returns a text as far as a message shows it.
func short(text string) string {
	const most = 100
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
