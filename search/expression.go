package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry/internal/text"
)

// Expression is what a query's text asks for. Words are alternatives: an entry
// with more of them ranks higher.
type Expression struct {
	Words    string   // free text
	Phrases  []string // each must stand in the entry, its words in this order
	Excluded []string // words and phrases of which none may stand in the entry

	PassedOver []string // phrases whose words are free text, and exclusions, for which there was no room
}

// mostRequired is how many words the phrases of a query have at most, and how many
// its exclusions: each is looked up in what may be every entry.
const mostRequired = 64

// ParseExpression reads a query's text: "in double quotes" is a phrase, and
// -word or -"a phrase" excludes, save that what looks like an option of a command
// ("-O3", "-arch=sm_90", "--verbose") is a word. Everything else is words. There is
// no wrong text: a quote without its partner is nothing, and so is a lonely minus.
// Characters that only say how others are shown are no part of any. There is room for
// so many words in phrases and for as many in exclusions: see PassedOver.
func ParseExpression(written string) Expression {
	var e Expression
	var words []string
	rest := norm.NFC.String(text.Plain(text.Visible(written)))
	for {
		if rest = strings.TrimLeft(rest, " "); rest == "" {
			break
		}
		minus := strings.HasPrefix(rest, "-") && !beginsOption(rest)
		if minus {
			rest = rest[1:]
		}
		next, after, quoted := cutOperand(rest)
		rest = after
		switch {
		case !speaks(next):
		case minus:
			e.Excluded = append(e.Excluded, next)
		case quoted:
			e.Phrases = append(e.Phrases, next)
		default:
			words = append(words, next)
		}
	}
	var passed []string
	e.Phrases, passed = withRoom(e.Phrases)
	e.Words = strings.Join(append(words, passed...), " ")
	e.PassedOver = passed
	e.Excluded, passed = withRoom(e.Excluded)
	e.PassedOver = append(e.PassedOver, passed...)
	return e
}

// withRoom parts what is required from that for which there is no room. Of a phrase
// that is too long in itself the beginning is looked up.
func withRoom(required []string) ([]string, []string) {
	var kept, passed []string
	room := mostRequired
	known := map[string]bool{}
	for _, text := range required {
		needs := min(mostRequired, placesOf(text))
		switch {
		case known[text]:
		case needs > room:
			passed = append(passed, text)
			continue
		default:
			room -= needs
			known[text] = true
		}
		kept = append(kept, text)
	}
	return kept, passed
}

// placesOf returns how many words a text has, where names of code are several, and
// characters that are words are one each; at least 1.
func placesOf(text string) int {
	places, inside, small := 0, false, false
	for _, r := range text {
		alone := unicode.In(r, unicode.Han, unicode.Hiragana)
		speaks := unicode.IsLetter(r) || unicode.IsNumber(r)
		if speaks && (!inside || alone || small && unicode.IsUpper(r)) {
			places++
		}
		inside, small = speaks && !alone, unicode.IsLower(r)
	}
	return max(1, places)
}

// Positive returns everything that is asked for, exclusions left out.
func (e Expression) Positive() string {
	return strings.Join(append([]string{e.Words}, e.Phrases...), " ")
}

// beginsOption reports whether the first word of a text is an option: it has two
// minuses or a sign of equality, or is a letter and a digit.
func beginsOption(written string) bool {
	word, _, _ := strings.Cut(written, " ")
	return strings.HasPrefix(word, "--") || !strings.Contains(word, `"`) &&
		(strings.Contains(word, "=") || len(word) == len("-O3") && text.IsLetter(word[1]) && text.IsDigit(word[2]))
}

// cutOperand takes one word, or one phrase without its quotes, from the front of a text and
// returns what follows it, and whether it was quoted. A quote that closes a word opens no
// phrase: it measures inches.
func cutOperand(text string) (string, string, bool) {
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		if inside, after, closed := strings.Cut(quoted, `"`); closed {
			return inside, after, true
		}
		text = quoted
	}
	end := strings.IndexAny(text, ` "`)
	if end < 0 {
		end = len(text)
	}
	return text[:end], strings.TrimPrefix(text[end:], `"`), false
}

// speaks reports whether anything in the text can be searched for.
func speaks(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r)
	})
}
