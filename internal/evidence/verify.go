package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
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
	starts   []int          // offsets of the lines
	headings headingIndex   // built when the first heading is looked up
	escapes  *regexp.Regexp // where the text is JSON, or YAML written like it: words have escapes
}

// NewVerifier returns a verifier for a text whose hash was recorded as
// textSHA256.
func NewVerifier(text []byte, textSHA256 string) *Verifier {
	sum := sha256.Sum256(text)
	v := &Verifier{text: text, sha256: hex.EncodeToString(sum[:]), starts: []int{0}}
	v.intact = v.sha256 == textSHA256
	if isJSON(text) || isYAML(text) {
		v.escapes = escapes()
	}
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
		if at := v.heading(heading); at != noHeading && at < source.ByteStart {
			pieces = append(pieces, heading)
		}
	}
	if v.escapes != nil { // what escapes and lists of numbers stand for is said as well
		for _, piece := range slices.Clone(pieces) {
			plain := v.readable(piece)
			pieces = append(pieces, plain, parted(piece), parted(plain))
		}
	}
	found.MissingWords = newEvidence(pieces).missing(strings.Join(claims, " "))
	found.Verified = inside && v.intact && len(found.MissingWords) == 0
	return found
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

// Verify holds the claims of evidence against its texts, and answers in their order. A
// claim on a text that is not there is not verified.
func Verify(e quarry.Evidence) []Verification {
	verifiers := make(map[quarry.DocumentID]*Verifier, len(e.Texts))
	found := make([]Verification, len(e.Claims))
	for i, claim := range e.Claims {
		id := claim.Source.DocumentID
		if verifiers[id] == nil {
			verifiers[id] = NewVerifier(e.Texts[id].Text, e.Texts[id].SHA256)
		}
		found[i] = verifiers[id].Verify(claim.Source, claim.Words...)
	}
	return found
}
