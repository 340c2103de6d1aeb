package record

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// Lengths of passages.
const (
	// PieceBytes is the length from which a text is cut into passages.
	PieceBytes = 1800
	// longText is how many characters make a text a passage and no value.
	longText = 240
	// shortestAside is the least of a text beside a question that is a passage.
	shortestAside = 80
)

// isPassage reports whether a field is a text at length.
func (s Schema) isPassage(field doc.Field) bool {
	return isLong(field.Value, s.has(textRole, field.Name))
}

// isLong reports whether a value is a text at length, or of several words where its name
// says that it is a text.
func isLong(v doc.Value, isText bool) bool {
	return v.Kind == doc.String && (utf8.RuneCountInString(v.Text) >= longText || isText && text.WordCount(v.Text) > 1)
}

// passages keeps the texts at length, each once where records repeat it. The
// name of the record is their last heading.
func (s Schema) passages(r *Reader, record Record, found *ingest.Extraction) {
	for _, field := range record.Fields {
		if !s.isPassage(field) || s.Asks() && (!s.has(textRole, field.Name) || len(field.Value.Text) < shortestAside) {
			continue
		}
		source := s.source(r, record)
		if named := r.subject(s, record); named >= 0 {
			source.Heading = append(source.Heading, phrase.Short(plain(record.Fields[named].Value)))
		}
		if n := len(found.Passages); n == 0 || !strings.HasSuffix(plain(field.Value), found.Passages[n-1].Text) {
			keepPassages(field.Value, source, found)
		}
	}
}

// keepPassages keeps a text in pieces. Where their places are known each is its
// own, for a long text is no evidence of a short one.
func keepPassages(v doc.Value, source quarry.Source, found *ingest.Extraction) {
	parts := v.Items
	if len(parts) == 0 {
		parts = pieces(v)
	}
	for _, part := range parts {
		one := quarry.Passage{Text: plain(part), Source: source}
		one.Source.Heading = slices.Clone(source.Heading)
		if size(part.Span) > 0 {
			one.Source.Span = part.Span
		}
		found.Passages = append(found.Passages, one)
	}
}

// pieces cuts a text into passages.
func pieces(v doc.Value) []doc.Value {
	var found []doc.Value
	for rest := plain(v); rest != ""; {
		head := rest[:Piece(rest, "\n\n", "\n")]
		found = append(found, doc.Value{Kind: doc.String, Text: head, Span: v.Span})
		rest = strings.TrimSpace(rest[len(head):])
	}
	return found
}

// Piece returns how much of a text is its first passage: all of a short one, or what ends
// in its second half with a paragraph or a line, as some breaks tell, the best of them
// first, or else with a sentence or a word.
func Piece(written string, breaks ...string) int {
	if len(written) <= PieceBytes {
		return len(written)
	}
	head := text.Clip(written, PieceBytes)
	for _, mark := range append(breaks, ". ", "? ", "! ", "。", " ") {
		if at := strings.LastIndex(head, mark); at > PieceBytes/2 {
			return at + len(mark)
		}
	}
	return len(head)
}
