package lexicon

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// JoinNames returns a query's text with the names of devices written together that
// it writes apart, "H100" for "H 100" and "h-100". A document's text is never read
// so: there "a 100 GB/s link" is more likely than an A100. A number that has a unit,
// an article and what stands in double quotes stay as they are.
func (l *Lexicon) JoinNames(query string) string {
	words := slices.Collect(text.CutPlain(query))
	var joined strings.Builder
	written := 0
	for i := 1; i < len(words); i++ {
		if !l.isNameApart(query, words[:i+1]) {
			continue
		}
		joined.WriteString(query[written:words[i-1].End])
		written = words[i].Start
	}
	joined.WriteString(query[written:])
	return joined.String()
}

// longestStem is how many letters a name has at most before its digits.
const longestStem = 4

// isNameApart reports whether the last two words are a device's name and can be
// nothing else.
func (l *Lexicon) isNameApart(written string, words []text.Span) bool {
	stem, number := words[len(words)-2], words[len(words)-1]
	letters, rest := stem.Text, number.Text
	between := written[stem.End:number.Start]
	switch {
	case between != " " && between != "-", !isStem(letters), !text.IsDigit(rest[0]):
		return false
	case len(letters) == 1 && (len(rest) == 1 || !text.IsDigit(rest[1])), between == " " && strings.EqualFold(letters, "a"):
		return false
	case strings.Count(written[:stem.Start], `"`)%2 == 1, l.isMeasured(written[number.Start:], rest):
		return false
	}
	before := stem.Start
	if n := len(words) - 3; n >= 0 {
		before = words[n].Start
		if belongsBefore(written, words[n], stem) {
			return false
		}
	}
	name := letters + singular(rest)
	named := l.DevicesIn(name)
	return len(named) == 1 && named[0].Written == name && len(l.DevicesIn(written[before:number.End])) == len(l.DevicesIn(written[before:stem.End]))
}

// belongsBefore reports whether a word belongs to the one before it: as the unit of
// a number, or joined by a hyphen.
func belongsBefore(written string, before, word text.Span) bool {
	between := written[before.End:word.Start]
	return between == "-" || strings.TrimSpace(between) == "" && strings.Trim(before.Text, "0123456789") == ""
}

func isStem(word string) bool {
	return len(word) <= longestStem && strings.IndexFunc(word, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }) < 0
}

// isMeasured reports whether a text begins with a quantity that is more than its
// first word.
func (l *Lexicon) isMeasured(written, first string) bool {
	behind := written[len(first):]
	if strings.HasPrefix(strings.TrimLeft(behind, " "), "%") || len(behind) > 1 && (behind[0] == '.' || behind[0] == ',') && text.IsDigit(behind[1]) {
		return true
	}
	q, at, ok := l.FindQuantity(quantity.DecimalPoint, written, "")
	return ok && at == 0 && len(q.Text) > len(first) && l.Normalize(q.Bounds).Unit != "1"
}
