package eval

import "unicode"

// Query is what is asked, and which places answer it.
type Query struct {
	ID       string
	Text     string
	Relevant []Judgement // what is not among them is not relevant
}

// Judgement says how well a place answers a query: 0 not at all, 1 partly, 2 and
// more better.
type Judgement struct {
	Place

	Grade int // 0 to HighestGrade
}

// HighestGrade bounds grades: what a hit gains doubles with each.
const HighestGrade = 20

// Place is a part of a document. A collection whose documents are judged as a
// whole names them by path, each with one line.
type Place struct {
	Path      string
	LineStart int // counted from 1
	LineEnd   int // inclusive
}

// overlaps reports whether two places share a line.
func (p Place) overlaps(other Place) bool {
	return p.Path == other.Path && p.LineStart <= other.LineEnd && other.LineStart <= p.LineEnd
}

// Hit is everything that one hit shows: its own place, and those of what was
// folded into it.
type Hit []Place

// WithTypos returns the queries as a hasty reader types them: each has lost the
// middle letter of its longest word, of the first where several are as long. A
// word that holds a digit loses none, for it names something else then.
func WithTypos(queries []Query) []Query {
	hasty := make([]Query, len(queries))
	for i, query := range queries {
		query.Text = loseLetter(query.Text)
		hasty[i] = query
	}
	return hasty
}

func loseLetter(text string) string {
	letters := []rune(text)
	start, length := longestWord(letters)
	if length < 2 {
		return text
	}
	middle := start + length/2
	return string(letters[:middle]) + string(letters[middle+1:])
}

// longestWord returns where the longest run of letters begins that no digit is
// part of, and how long it is.
func longestWord(text []rune) (int, int) {
	best, length, start, pure := 0, 0, 0, true
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (unicode.IsLetter(text[i]) || unicode.IsDigit(text[i])) {
			pure = pure && !unicode.IsDigit(text[i])
			continue
		}
		if pure && i-start > length {
			best, length = start, i-start
		}
		start, pure = i+1, true
	}
	return best, length
}
