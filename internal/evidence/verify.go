package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
)

// Verification is the answer to: does the source really say this?
type Verification struct {
	Verified     bool
	Quote        string // the bytes of the span
	TextSHA256   string // of the stored text, computed now
	Context      []Quote
	MissingWords []string // words and numbers of the entry that stand nowhere in quote, context and headings
}

// Quote is a piece of context with its text.
type Quote struct {
	quarry.Context

	Text string
}

// Verifier holds the entries of one document against its stored text. The text
// is hashed and its lines are counted once, and what was found out about a
// heading is remembered: a verifier is not for use by several goroutines.
type Verifier struct {
	text     []byte
	sha256   string
	intact   bool
	starts   []int        // offsets of the lines
	headings headingIndex // built when the first heading is looked up
	json     bool         // the text is JSON, or YAML written like it: words have escapes
}

// NewVerifier returns a verifier for a text whose hash was recorded as
// textSHA256.
func NewVerifier(text []byte, textSHA256 string) *Verifier {
	sum := sha256.Sum256(text)
	v := &Verifier{text: text, sha256: hex.EncodeToString(sum[:]), starts: []int{0}}
	v.intact = v.sha256 == textSHA256
	v.json = isJSON(text) || isYAML(text)
	for i, c := range text {
		if c == '\n' {
			v.starts = append(v.starts, i+1)
		}
	}
	return v
}

// Verify holds what an entry claims against the stored text: the text's hash
// is the one recorded, every span lies inside the text on the lines that it
// names, and every word and number of the claims stands in the quote, its
// context or its headings. Numbers are held whole, separators and all: 35.3 is
// not 3.35. A heading is the entry's own word for where it stands, so it counts
// only where the text itself has it, on a line before the entry.
func (v *Verifier) Verify(source quarry.Source, claims ...string) Verification {
	quote, inside := v.cut(source.Span)
	found := Verification{TextSHA256: v.sha256, Quote: quote}
	pieces := []string{quote}
	for _, context := range source.Context {
		piece, ok := v.cut(context.Span)
		inside = inside && ok
		pieces = append(pieces, piece)
		found.Context = append(found.Context, Quote{Context: context, Text: piece})
	}
	for _, heading := range source.Heading {
		if at, ok := v.heading(heading); ok && at < source.ByteStart {
			pieces = append(pieces, heading)
		}
	}
	found.MissingWords = newEvidence(v.read(pieces)).missing(strings.Join(claims, " "))
	found.Verified = inside && v.intact && len(found.MissingWords) == 0
	return found
}

// read returns the pieces, and of a text that is JSON what their escapes and
// lists of numbers stand for as well.
func (v *Verifier) read(pieces []string) []string {
	if !v.json {
		return pieces
	}
	for _, piece := range pieces {
		if plain, ok := readable(piece); ok {
			pieces = append(pieces, plain)
		}
		if plain, ok := parted(piece); ok {
			pieces = append(pieces, plain)
		}
	}
	return pieces
}

// cut returns the span's text and whether the span lies inside the text and
// on its lines.
func (v *Verifier) cut(s quarry.Span) (string, bool) {
	if s.ByteStart < 0 || s.ByteEnd > len(v.text) || s.ByteStart >= s.ByteEnd {
		return "", false
	}
	first := sort.SearchInts(v.starts, s.ByteStart+1)
	last := sort.SearchInts(v.starts, s.ByteEnd)
	return string(v.text[s.ByteStart:s.ByteEnd]), first == s.LineStart && last == s.LineEnd
}
