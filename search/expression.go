package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Expression is what a query's text asks for. Words are alternatives: an entry
// with more of them ranks higher.
type Expression struct {
	Words    string   // free text
	Phrases  []string // each must stand in the entry, its words in this order
	Excluded []string // words and phrases of which none may stand in the entry
}

// ParseExpression reads a query's text: "in double quotes" is a phrase, and
// -word or -"a phrase" excludes. Everything else is words. There is no wrong
// text: a quote without its partner is nothing, and so is a lonely minus.
func ParseExpression(text string) Expression {
	var e Expression
	var words []string
	rest := norm.NFC.String(plain(text))
	for {
		if rest = strings.TrimLeft(rest, " "); rest == "" {
			break
		}
		minus := strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "--")
		if minus {
			rest = rest[1:]
		}
		var next operand
		next, rest = cutOperand(rest)
		switch {
		case !speaks(next.text):
		case minus:
			e.Excluded = append(e.Excluded, next.text)
		case next.quoted:
			e.Phrases = append(e.Phrases, next.text)
		default:
			words = append(words, next.text)
		}
	}
	e.Words = strings.Join(words, " ")
	return e
}

// Positive returns everything that is asked for, exclusions left out.
func (e Expression) Positive() string {
	return strings.Join(append([]string{e.Words}, e.Phrases...), " ")
}

// plain makes every separator and control character a space and every double
// quotation mark the same.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r), r == unicode.ReplacementChar:
			return ' '
		case r == '“', r == '”', r == '„', r == '«', r == '»':
			return '"'
		}
		return r
	}, text)
}

// operand is one word, or one phrase without its quotes.
type operand struct {
	text   string
	quoted bool
}

// cutOperand takes one operand from the front of a text and returns what
// follows it. A quote that closes a word opens no phrase: it measures inches.
func cutOperand(text string) (operand, string) {
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		if inside, after, closed := strings.Cut(quoted, `"`); closed {
			return operand{text: inside, quoted: true}, after
		}
		text = quoted
	}
	end := strings.IndexAny(text, ` "`)
	if end < 0 {
		end = len(text)
	}
	return operand{text: text[:end]}, strings.TrimPrefix(text[end:], `"`)
}

// speaks reports whether anything in the text can be searched for.
func speaks(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r)
	})
}
