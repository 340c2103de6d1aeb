package bleveindex

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
)

// shortestMended is how many bytes a name of code has that may have lost, added,
// changed or swapped a letter. Shorter ones have too many neighbours.
const shortestMended = 8

// identifier is a name of code as a query writes it, and the term that it became.
type identifier struct {
	name   string
	term   string
	starts []int    // of its parts
	parts  []string // the terms of these
}

// identifiers returns the names of code in a text that could have a slip of the
// pen. One that holds a digit is never another.
func (s *schema) identifiers(text string) []identifier {
	var all []identifier
	for _, token := range s.analyzer.words(text) {
		if token.Type != compound || len(token.Term) < shortestMended || len(token.Term) > longestSpelled || !isName(token.Term) {
			continue
		}
		at := strings.Index(strings.ToLower(text), string(token.Term))
		if at < 0 || len(strings.ToLower(text)) != len(text) {
			continue // Hyphens join it, or its case cannot be told.
		}
		next := identifier{name: text[at : at+len(token.Term)]}
		for _, cut := range cutsOf([]byte(next.name)) {
			next.starts = append(next.starts, cut[0])
			next.parts = append(next.parts, plainTerms(s.analyzer.terms(s.analyzer.words(next.name[cut[0]:cut[1]])))...)
		}
		for _, term := range s.analyzer.terms(analysis.TokenStream{token}) {
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

// mended returns a text with those of its names of code that no entry has, and of
// which some part is in no entry either, made the likeliest of those one slip from
// them.
func (s *snapshot) mended(text string, names []identifier) (string, error) {
	for _, name := range names[:min(mostRepairs, len(names))] {
		near, err := s.namesNear(name)
		if err != nil {
			return "", err
		}
		if better := name.as(near); better != "" {
			text = replaceRuns(text, leadingName, func(run string) string {
				if run == name.name {
					return better
				}
				return run
			})
		}
	}
	return text, nil
}

// namesNear returns the term of the name that may be meant by one; "" where none is
// near, it is known itself, or all of its parts are: "cudaMemcpyAsync" is no slip
// for "cudaMemcpySync".
func (s *snapshot) namesNear(name identifier) (string, error) {
	if known, err := s.hasAll(name.parts); known || err != nil {
		return "", err
	}
	counts := map[string]int{}
	for _, field := range []string{fieldTitle, fieldText} {
		if err := s.countNear(field, name.term, counts); err != nil {
			return "", err
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
	return best, nil
}

// countNear counts the entries that have each of the terms one slip from one in a
// field.
func (s *snapshot) countNear(field, term string, into map[string]int) error {
	near, err := s.closeTo(field, term, 1)
	if err != nil {
		return err
	}
	columns, err := openColumns(s.IndexSnapshot, field)
	if err != nil {
		return err
	}
	for _, one := range near {
		count, err := frequency(columns, one)
		if err != nil {
			return err
		}
		into[one] += count
	}
	return nil
}

// hasAll reports whether entries have every one of some terms.
func (s *snapshot) hasAll(terms []string) (bool, error) {
	var columns []column
	for _, field := range scoredNames() {
		next, err := openColumns(s.IndexSnapshot, field)
		if err != nil {
			return false, err
		}
		columns = append(columns, next...)
	}
	for _, term := range terms {
		count, err := frequency(columns, term)
		if err != nil {
			return false, fmt.Errorf("look up the parts of a name: %w", err)
		}
		if count == 0 {
			return false, nil
		}
	}
	return true, nil
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
	behind := alikeBehind(i.term[from:], term[from:])
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

// alikeBehind returns how many bytes two words end alike with.
func alikeBehind(one, other string) int {
	alike := 0
	for alike < min(len(one), len(other)) && one[len(one)-1-alike] == other[len(other)-1-alike] {
		alike++
	}
	return alike
}

// leadingName returns the name of code that a text begins with, without the full
// stop of a sentence; "" where it begins with none.
func leadingName(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !isNamed(r) && (r < '0' || r > '9') })
	if end < 0 {
		end = len(text)
	}
	return strings.TrimRight(text[:end], ".")
}
