package quarry

import (
	"crypto/sha256"
	"encoding/hex"
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

// Verify holds what an entry claims against the stored text: the text's hash
// is the one recorded, every span lies inside the text on the lines that it
// names, and every word and number of the claims stands in the quote, its
// context or its headings.
func Verify(text []byte, textSHA256 string, source Source, claims ...string) Verification {
	sum := sha256.Sum256(text)
	v := Verification{TextSHA256: hex.EncodeToString(sum[:])}
	quote, inside := cut(text, source.Span)
	v.Quote = quote
	evidence := []string{quote}
	for _, context := range source.Context {
		piece, ok := cut(text, context.Span)
		inside = inside && ok
		evidence = append(evidence, piece)
		v.Context = append(v.Context, Quote{Context: context, Text: piece})
	}
	v.MissingWords = missingWords(append(evidence, source.Heading...), claims)
	v.Verified = inside && v.TextSHA256 == textSHA256 && len(v.MissingWords) == 0
	return v
}

// cut returns the span's text and whether the span lies inside the text and
// on its lines.
func cut(text []byte, s Span) (string, bool) {
	if s.ByteStart < 0 || s.ByteEnd > len(text) || s.ByteStart >= s.ByteEnd {
		return "", false
	}
	first := 1 + strings.Count(string(text[:s.ByteStart]), "\n")
	last := first + strings.Count(string(text[s.ByteStart:s.ByteEnd-1]), "\n")
	return string(text[s.ByteStart:s.ByteEnd]), first == s.LineStart && last == s.LineEnd
}

// missingWords looks for every word of the claims among the evidence, letters
// and digits only: an entry has its source's markup taken away, so "FP16" may
// stand there as "**FP**16".
func missingWords(evidence, claims []string) []string {
	hay := fold(strings.Join(evidence, " "))
	flat := strings.Join(hay, "")
	numbers := map[string]bool{}
	for _, word := range hay {
		for _, number := range digitRuns(word) {
			numbers[number] = true
		}
	}
	var missing []string
	for _, word := range fold(strings.Join(claims, " ")) {
		if !strings.Contains(flat, word) || !allIn(digitRuns(word), numbers) {
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
