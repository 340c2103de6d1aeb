package answer

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// folded returns the words of a text in small letters, one space between them. The
// minus and the point of a number are a part of it, and so is what ends the name "C++".
func folded(text string) string { return fold(text, false) }

// spelled returns the words of a text and its signs, one space between them.
func spelled(text string) string {
	return fold(strings.Trim(html.UnescapeString(text), " \t\n*_`\"'.,;:"), true)
}

// fold writes the signs of a text as programs do, those that mean the same in one way.
func fold(text string, signs bool) string { //nolint:revive // whether signs are words
	plain := strings.NewReplacer(
		"≤", "<=", "⩽", "<=", "=<", "<=", "≥", ">=", "⩾", ">=", "≠", "!=", "<>", "!=", "−", "-", "–", "-", "×", "*", "÷", "/",
	).Replace(strings.ToLower(text))
	var out strings.Builder
	characters := []rune("  " + plain + " ")
	before := space
	for at := 2; at < len(characters)-1; at++ {
		now := sortOf(characters, at)
		if now == sign && !signs {
			now = space
		}
		if now != space {
			if now != before && out.Len() > 0 {
				out.WriteByte(' ')
			}
			out.WriteRune(characters[at])
		}
		before = now
	}
	return out.String()
}

// sort says what a character of a text is of.
type sort int

const (
	space sort = iota
	letter
	sign
)

// sortOf tells what a character is of that has two before it and one behind.
func sortOf(text []rune, at int) sort {
	before, r, next := text[at-1], text[at], text[at+1]
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
	switch {
	case word(r),
		r == '-' && unicode.IsDigit(next) && !word(before), r == '.' && unicode.IsDigit(before) && unicode.IsDigit(next),
		(r == '+' || r == '#') && !word(next) && (unicode.IsLetter(before) || before == r && unicode.IsLetter(text[at-2])):
		return letter
	case strings.ContainsRune("-<>=!+/%&|^~*#@$\\", r):
		return sign
	case r < utf8.RuneSelf, unicode.IsSpace(r), unicode.IsPunct(r):
		return space
	}
	return letter
}

// clash reports whether two texts relate things by different signs: "<", ">". A text
// without any does not clash.
func clash(a, b string) bool {
	one, other := relating(a), relating(b)
	return len(one) > 0 && len(other) > 0 && !slices.Equal(one, other)
}

// relating returns the signs of a text that relate what stands around them.
func relating(text string) []string {
	if !strings.ContainsAny(text, "<=>≤⩽≥⩾≠&") {
		return nil
	}
	signs := []string{"<", ">", "<=", ">=", "=", "==", "===", "!=", "!=="}
	return slices.DeleteFunc(strings.Fields(spelled(text)), func(word string) bool { return !slices.Contains(signs, word) })
}

// signed writes the relations of a text that stand in words as signs: "is greater than".
func (l *language) signed(s string) string {
	for _, one := range []struct { // "greater than or equal to" before "greater than"
		words lexicon.Words
		sign  string
	}{{l.cues["relates_at_least"], ">="}, {l.cues["relates_at_most"], "<="}, {l.cues["relates_greater"], ">"}, {l.cues["relates_less"], "<"}} {
		for _, phrase := range one.words.List() {
			s = strings.ReplaceAll(s, " "+phrase+" ", " "+one.sign+" ")
		}
	}
	return s
}
