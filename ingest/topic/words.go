package topic

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// phrase is a text as it is looked through: its words in the singular, and where each stands.
type phrase struct {
	written string
	plain   []string // in lower case
	words   []string // in the singular
	spans   []text.Span
}

func (r *Reader) phrase(written string) phrase {
	p := phrase{written: written}
	for span := range text.CutPlain(written) {
		plain := strings.ToLower(span.Text)
		p.spans = append(p.spans, span)
		p.plain = append(p.plain, plain)
		p.words = append(p.words, r.singular(plain))
	}
	return p
}

// behind returns what stands between a word and the next.
func (p phrase) behind(i int) string {
	if i+1 < len(p.spans) {
		return p.written[p.spans[i].End:p.spans[i+1].Start]
	}
	return p.written[p.spans[i].End:]
}

// singular returns a word in the singular. Several of what a code names are written with an
// "s", too ("H100s"), unless that is another code ("L40S").
func (r *Reader) singular(word string) string {
	base, many := strings.CutSuffix(word, "s")
	if many && base != "" && text.IsDigit(base[len(base)-1]) && !r.begins[word] {
		return base
	}
	return r.language.Singular(word)
}

// content counts the words that say something.
func (r *Reader) content(words []string) int {
	count := 0
	for _, word := range words {
		if !r.stops[word] {
			count++
		}
	}
	return count
}

func hasPrefix(words, prefix []string) bool {
	if len(words) < len(prefix) {
		return false
	}
	for i, word := range prefix {
		if words[i] != word {
			return false
		}
	}
	return true
}
