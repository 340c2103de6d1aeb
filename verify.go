package quarry

import (
	"crypto/sha256"
	"encoding/hex"
	"html"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
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
	Context

	Text string
}

// Verify holds one entry against its document's stored text; see Verifier.
func Verify(text []byte, textSHA256 string, source Source, claims ...string) Verification {
	return NewVerifier(text, textSHA256).Verify(source, claims...)
}

// Verifier holds the entries of one document against its stored text. The text
// is hashed and its lines are counted once.
type Verifier struct {
	text   []byte
	sha256 string
	intact bool
	starts []int // offsets of the lines
}

// NewVerifier returns a verifier for a text whose hash was recorded as
// textSHA256.
func NewVerifier(text []byte, textSHA256 string) *Verifier {
	sum := sha256.Sum256(text)
	v := &Verifier{text: text, sha256: hex.EncodeToString(sum[:]), starts: []int{0}}
	v.intact = v.sha256 == textSHA256
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
// context or its headings.
func (v *Verifier) Verify(source Source, claims ...string) Verification {
	quote, inside := v.cut(source.Span)
	found := Verification{TextSHA256: v.sha256, Quote: quote}
	evidence := []string{quote}
	for _, context := range source.Context {
		piece, ok := v.cut(context.Span)
		inside = inside && ok
		evidence = append(evidence, piece)
		found.Context = append(found.Context, Quote{Context: context, Text: piece})
	}
	found.MissingWords = missingWords(append(evidence, source.Heading...), claims)
	found.Verified = inside && v.intact && len(found.MissingWords) == 0
	return found
}

// cut returns the span's text and whether the span lies inside the text and
// on its lines.
func (v *Verifier) cut(s Span) (string, bool) {
	if s.ByteStart < 0 || s.ByteEnd > len(v.text) || s.ByteStart >= s.ByteEnd {
		return "", false
	}
	first := sort.SearchInts(v.starts, s.ByteStart+1)
	last := sort.SearchInts(v.starts, s.ByteEnd)
	return string(v.text[s.ByteStart:s.ByteEnd]), first == s.LineStart && last == s.LineEnd
}

// missingWords looks for every word of the claims among the evidence, letters
// and digits only: an entry has its source's markup taken away, so "FP16" may
// stand there as "**FP**16", and an entity such as &eacute; as the letter. Most
// words stand there whole, so that the slow look through all the evidence is
// for the few that do not.
func missingWords(evidence, claims []string) []string {
	joined := strings.Join(evidence, " ")
	hay := fold(joined + " " + html.UnescapeString(joined))
	whole, numbers := map[string]bool{}, map[string]bool{}
	for _, word := range hay {
		whole[word] = true
		for _, number := range digitRuns(word) {
			numbers[number] = true
		}
	}
	var flat string
	var missing []string
	for _, word := range fold(strings.Join(claims, " ")) {
		if whole[word] {
			continue
		}
		if flat == "" {
			flat = strings.Join(hay, "")
		}
		found := strings.Contains(flat, word) && allIn(digitRuns(word), numbers)
		if whole[word] = found; !found {
			missing = append(missing, word)
		}
	}
	return missing
}

func allIn(numbers []string, known map[string]bool) bool {
	for _, number := range numbers {
		if !known[number] {
			return false
		}
	}
	return true
}

// fold splits a text into lower-case words of letters and digits, NFKC.
func fold(text string) []string {
	return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

func digitRuns(word string) []string {
	return strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
}
