package bleveindex

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/registry"
)

// smallMark begins the terms of small words. No other term begins with it.
const smallMark = " "

// smallWords are the words that stand everywhere, numbered. Their postings would
// be a third of the index and rank nothing, so that they have none: where they
// stand in a text is kept beside it, in about a byte a word, and read for the few
// entries that may hold a phrase. That one of them stands in a title or in a text is
// a term without places, and so is that two stand side by side: these tell of "the"
// and "but for" all that there is to ask, and of longer phrases in which few entries
// they may stand.
//
// Each small word of a text is its number, in the order of the text. What is not
// the number of a word says how many places are passed over before the next.
type smallWords struct {
	words   []string // by number
	terms   [][]byte // the same, which is not written to
	numbers map[string]byte
}

// leastGaps is how many bytes must be left for gaps.
const leastGaps = 32

func newSmallWords() (smallWords, error) {
	all, err := registry.NewCache().TokenMapNamed(en.StopName)
	if err != nil {
		return smallWords{}, fmt.Errorf("list the words that stand everywhere: %w", err)
	}
	s := smallWords{words: slices.Sorted(maps.Keys(all)), numbers: make(map[string]byte, len(all))}
	if len(s.words) > math.MaxUint8-leastGaps {
		return smallWords{}, fmt.Errorf("%d words stand everywhere: a byte has no room for them", len(s.words))
	}
	for n, word := range s.words {
		s.numbers[word] = byte(n)
		s.terms = append(s.terms, []byte(word))
	}
	return s, nil
}

// layoutOfSmall numbers how it is kept where small words stand.
const layoutOfSmall = "2"

// version stands for the words and for how it is kept where they stand: an index of
// another one cannot tell.
func (s smallWords) version() string {
	sum := sha256.Sum256([]byte(layoutOfSmall + "/" + strings.Join(s.words, "/")))
	return hex.EncodeToString(sum[:8])
}

// isSmall reports whether a term is that of a small word.
func isSmall(term string) bool { return strings.HasPrefix(term, smallMark) }

// has reports whether a word in lower case is a small one.
func (s smallWords) has(word []byte) bool {
	_, ok := s.numbers[string(word)]
	return ok
}

// told returns the terms for small words and for two of them side by side, each
// once.
func (s smallWords) told(words analysis.TokenStream) analysis.TokenStream {
	var told [][]byte
	var single [math.MaxUint8 + 1]bool
	var pairs []uint16 // each by the number of its first word, and then of the other
	var last byte      // the number of the last small word
	place := 0         // where it stands
	for _, word := range words {
		number, ok := s.numbers[string(word.Term)]
		if !ok || word.Type == compound {
			continue
		}
		if !single[number] {
			single[number] = true
			told = append(told, s.terms[number])
		}
		if place > 0 && place+1 == word.Position {
			pairs = append(pairs, uint16(last)<<8|uint16(number))
		}
		last, place = number, word.Position
	}
	slices.Sort(pairs)
	for _, pair := range slices.Compact(pairs) {
		told = append(told, []byte(pairOf(s.words[pair>>8], s.words[pair&math.MaxUint8])))
	}
	return tokensOf(told)
}

// tokensOf returns terms as tokens in their order.
func tokensOf(terms [][]byte) analysis.TokenStream {
	room, tokens := make([]analysis.Token, len(terms)), make(analysis.TokenStream, len(terms))
	for i, term := range terms {
		room[i] = analysis.Token{Term: term, Position: i + 1}
		tokens[i] = &room[i]
	}
	return tokens
}

// pairOf returns the term for two words side by side.
func pairOf(one, other string) string { return one + " " + other }

// encode writes where small words stand among the words of a text.
func (s smallWords) encode(words analysis.TokenStream) []byte {
	var code []byte
	last := 0
	for _, word := range words {
		number, ok := s.numbers[string(word.Term)]
		if !ok || word.Type == compound {
			continue
		}
		code = append(s.skip(code, word.Position-last-1), number)
		last = word.Position
	}
	return code
}

// skip passes over places.
func (s smallWords) skip(code []byte, places int) []byte {
	most := math.MaxUint8 - len(s.words) + 1
	for places > 0 {
		next := min(places, most)
		code = append(code, byte(len(s.words)+next-1)) //nolint:gosec // At most 255: see most.
		places -= next
	}
	return code
}

// find adds where words stand to what is known of them, by their numbers. Other
// words are passed over.
func (s smallWords) find(code []byte, wanted map[byte]*[]int) {
	place := 0
	for _, b := range code {
		if int(b) >= len(s.words) {
			place += int(b) - len(s.words) + 1
			continue
		}
		place++
		if places := wanted[b]; places != nil {
			*places = append(*places, place)
		}
	}
}

// wanted returns the numbers of those of some terms that are small words.
func (s smallWords) wanted(terms []string) map[byte]*[]int {
	numbers := map[byte]*[]int{}
	for _, term := range terms {
		if isSmall(term) {
			numbers[s.numbers[strings.TrimPrefix(term, smallMark)]] = new([]int)
		}
	}
	return numbers
}
