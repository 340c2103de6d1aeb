package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// qualifiers reads the marks and words before a number. Of several the first
// counts ("up to about 67"), unless it only says that the number is a typical
// one.
func (s *quantityScanner) qualifiers() quarry.Qualifier {
	found := quarry.Exact
	for range 2 {
		next, ok := s.qualifier()
		if !ok {
			break
		}
		if found == quarry.Exact {
			found = next
		}
		s.space()
	}
	return found
}

func (s *quantityScanner) qualifier() (quarry.Qualifier, bool) {
	first, _ := utf8.DecodeRuneInString(s.rest())
	if first >= '0' && first <= '9' {
		return quarry.Exact, false
	}
	if unicode.IsLetter(first) {
		return s.qualifierWords()
	}
	if s.isStruck() {
		return quarry.Exact, false
	}
	for _, mark := range []struct {
		text string
		is   quarry.Qualifier
	}{
		{"~", quarry.Approx},
		{"≈", quarry.Approx},
		{"∼", quarry.Approx},
		{"≃", quarry.Approx},
		{"≅", quarry.Approx},
		{"≥", quarry.AtLeast},
		{"⩾", quarry.AtLeast},
		{">=", quarry.AtLeast},
		{">", quarry.AtLeast},
		{"≤", quarry.UpTo},
		{"⩽", quarry.UpTo},
		{"<=", quarry.UpTo},
		{"<", quarry.LessThan},
		{`\approx`, quarry.Approx},
		{`\sim`, quarry.Approx},
		{`\geq`, quarry.AtLeast},
		{`\ge`, quarry.AtLeast},
		{`\gt`, quarry.AtLeast},
		{`\leq`, quarry.UpTo},
		{`\le`, quarry.UpTo},
		{`\lt`, quarry.LessThan},
	} {
		if s.take(mark.text) {
			return mark.is, true
		}
	}
	return quarry.Exact, false
}

// isStruck reports whether what stands here is struck out, or ends what is: "~~96
// GB~~" is not about 96 GB.
func (s *quantityScanner) isStruck() bool { return strings.HasPrefix(s.rest(), "~~") }

// A qualifier has so many words, none longer than so many bytes.
const (
	longestQualifier     = 3
	longestQualifierWord = 13
)

// qualifierWords reads the longest qualifier in words that stands here.
func (s *quantityScanner) qualifierWords() (quarry.Qualifier, bool) {
	var ends [longestQualifier]int
	rest, count := s.rest(), 0
	for end := 0; count < longestQualifier; count++ {
		length, space := untilSpace(rest[end:min(len(rest), end+longestQualifierWord+1)])
		if length < 1 || space == 0 {
			break
		}
		ends[count] = end + length
		end += length + space
	}
	for ; count > 0; count-- {
		words := strings.TrimRight(strings.ToLower(rest[:ends[count-1]]), ".:")
		if is, ok := qualifierOf(words); ok {
			s.at += ends[count-1]
			s.pair = words == "between" || words == "zwischen" || words == "entre"
			return is, true
		}
	}
	return quarry.Exact, false
}

// untilSpace returns how many bytes stand before the first space of a text, and
// how many the space has; 0 where there is none.
func untilSpace(text string) (int, int) {
	const unbreakable = "\u00a0"
	for i := range len(text) {
		if text[i] == ' ' {
			return i, 1
		}
		if text[i] == unbreakable[0] && strings.HasPrefix(text[i:], unbreakable) {
			return i, len(unbreakable)
		}
	}
	return len(text), 0
}

// qualifierOf returns what words before a number say of it.
func qualifierOf(words string) (quarry.Qualifier, bool) {
	switch words {
	case "up to", "upto", "max", "maximum", "at most", "no more than", "not more than", "as much as", "as many as",
		"as high as", "fits in", "fit in", "fits into", "fit into", "fits within", "fit within", "maximum of", "max of", "a maximum of", "bis zu", "höchstens", "maximal", "jusqu'à", "jusqu’à",
		"au plus", "hasta", "máx", "como máximo", "fino a", "até":
		return quarry.UpTo, true
	case "at least", "more than", "over", "above", "min", "minimum", "minimum of", "a minimum of", "no less than",
		"not less than", "greater than", "starting at", "from", "mindestens", "mehr als", "über", "ab", "au moins",
		"plus de", "al menos", "más de", "mín", "almeno", "oltre":
		return quarry.AtLeast, true
	case "less than", "fewer than", "under", "below", "lower than", "weniger als", "unter", "moins de", "menos de", "meno di":
		return quarry.LessThan, true
	case "approximately", "approx", "about", "around", "roughly", "nearly", "almost", "circa", "ca", "c", "some",
		"an estimated", "estimated", "est", "close to", "on the order of", "etwa", "rund", "ungefähr", "environ", "aprox",
		"aproximadamente", "unos", "unas", "env", "alrededor de", "cerca de":
		return quarry.Approx, true
	case "typ", "typical", "typically", "exactly", "only", "just", "between", "a total of", "total of", "nominal",
		"nominally", "zwischen", "entre", "de", "von":
		return quarry.Exact, true
	}
	return quarry.Exact, false
}

// behind reads what qualifies a number from behind: "2,500+", "16 GB or more",
// "450 W max.", "(approx.)".
func (s *quantityScanner) behind() quarry.Qualifier {
	start := s.at
	if s.take("+") {
		if startsWithDigits(strings.TrimLeft(s.rest(), " "), 1) { // a sum
			s.refused = true
		}
		return quarry.AtLeast
	}
	s.space()
	end := ""
	if s.take("(") {
		end = ")"
	}
	for _, one := range []struct {
		words string
		is    quarry.Qualifier
	}{
		{"or more", quarry.AtLeast},
		{"or higher", quarry.AtLeast},
		{"or greater", quarry.AtLeast},
		{"or above", quarry.AtLeast},
		{"and up", quarry.AtLeast},
		{"and above", quarry.AtLeast},
		{"and more", quarry.AtLeast},
		{"minimum", quarry.AtLeast},
		{"min", quarry.AtLeast},
		{"or less", quarry.UpTo},
		{"or lower", quarry.UpTo},
		{"or fewer", quarry.UpTo},
		{"maximum", quarry.UpTo},
		{"max", quarry.UpTo},
		{"approximately", quarry.Approx},
		{"approx", quarry.Approx},
		{"est", quarry.Approx},
	} {
		if s.take(one.words) && s.closes(end) {
			return one.is
		}
	}
	s.at = start
	return quarry.Exact
}

// closes reports whether a word ends here, and the bracket that it stands in.
func (s *quantityScanner) closes(bracket string) bool {
	s.take(".")
	next, _ := utf8.DecodeRuneInString(s.rest())
	return s.take(bracket) && !unicode.IsLetter(next) && !unicode.IsDigit(next)
}
