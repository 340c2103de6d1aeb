package spelling

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// shortestName is how many bytes a name of code has that may have lost, added,
// changed or swapped a letter. Shorter ones have too many neighbours.
const shortestName = 8

// identifier is a name of code as a query writes it, and the term that it became.
type identifier struct {
	name   string
	term   string
	starts []int    // of its parts
	parts  []string // the terms of these
}

// identifiers returns the names of code in a text that could have a slip of the
// pen. One that holds a digit is never another.
func (s *Speller) identifiers(text string) []identifier {
	var all []identifier
	for _, token := range s.analyzer.Words(text) {
		if token.Type != analyzer.Compound || len(token.Term) < shortestName || len(token.Term) > analyzer.LongestSpelled ||
			!isName(token.Term) {
			continue
		}
		at := strings.Index(strings.ToLower(text), string(token.Term))
		if at < 0 || len(strings.ToLower(text)) != len(text) {
			continue // Hyphens join it, or its case cannot be told.
		}
		next := identifier{name: text[at : at+len(token.Term)]}
		for _, part := range analyzer.PartsOf([]byte(next.name)) {
			next.starts = append(next.starts, part[0])
			next.parts = append(next.parts, s.analyzer.TermsOf(next.name[part[0]:part[1]])...)
		}
		for _, term := range s.analyzer.Terms(analysis.TokenStream{token}) {
			next.term = string(term.Term)
		}
		all = append(all, next)
	}
	return all
}

// isName reports whether a word has nothing but ASCII letters and what parts them.
func isName(word []byte) bool {
	return !bytes.ContainsFunc(word, func(r rune) bool { return !isNamed(r) })
}

// isNamed reports whether a character may stand in a name of code without digits.
func isNamed(r rune) bool {
	return r == '_' || r == '.' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// likeliestName returns the name that may be meant by one, the likeliest of those one slip
// from it; "" where none is near, it is known itself, or all of its parts are:
// "cudaMemcpyAsync" is no slip for "cudaMemcpySync".
func (d *Dictionary) likeliestName(name identifier) (string, error) {
	fields, err := postings.OpenScored(d.reader)
	if err != nil {
		return "", err
	}
	columns, known := slices.Concat(fields[:]...), true
	for _, part := range name.parts {
		if known, err = postings.Occurs(columns, part); err != nil || !known {
			break
		}
	}
	if known || err != nil {
		return "", err
	}
	counts := map[string]int{}
	for _, field := range []int{postings.Title, postings.Text} {
		near, err := d.termsNear(postings.Scored()[field], name.term, 1)
		if err != nil {
			return "", err
		}
		for _, one := range near {
			count, err := postings.Frequency(fields[field], one)
			if err != nil {
				return "", err
			}
			counts[one] += count
		}
	}
	if counts[name.term] > 0 {
		return "", nil
	}
	best, most := "", 0.0
	for _, term := range slices.Sorted(maps.Keys(counts)) {
		if likely := name.likely(term) * float64(counts[term]); likely > most {
			best, most = term, likely
		}
	}
	return name.as(best), nil
}

// likely returns how often another name is written as this one, 0 where they are
// two names: a part that begins otherwise is another part, as "irecv" is not
// "recv".
func (i identifier) likely(term string) float64 {
	if !isName([]byte(term)) || slices.Contains(i.starts, alikeBefore(i.term, term)) {
		return 0
	}
	return slipWeight(i.term, term)
}

// as returns the name with the difference between its term and another one made in
// it, so that the rest stays as it is written; "" where that cannot be told.
func (i identifier) as(term string) string {
	if term == "" {
		return ""
	}
	from := alikeBefore(i.term, term)
	one, other := i.term[from:], term[from:]
	behind := 0
	for behind < min(len(one), len(other)) && one[len(one)-1-behind] == other[len(other)-1-behind] {
		behind++
	}
	end := len(i.term) - behind
	if len(i.name) < end || !strings.EqualFold(i.name[:end], i.term[:end]) {
		return ""
	}
	instead := term[from : len(term)-behind]
	if i.name == strings.ToUpper(i.name) {
		instead = strings.ToUpper(instead)
	}
	return i.name[:from] + instead + i.name[end:]
}

// alikeBefore returns how many bytes two words begin alike with.
func alikeBefore(one, other string) int {
	alike := 0
	for alike < min(len(one), len(other)) && one[alike] == other[alike] {
		alike++
	}
	return alike
}

// leadingName returns the name of code that a text begins with, without the full
// stop of a sentence; "" where it begins with none.
func leadingName(text string) (string, string) {
	end := strings.IndexFunc(text, func(r rune) bool { return !isNamed(r) && (r < '0' || r > '9') })
	if end < 0 {
		end = len(text)
	}
	name := strings.TrimRight(text[:end], ".")
	return name, name
}
