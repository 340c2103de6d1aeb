package analyzer

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

// stopMark begins what stands for a stop word in a phrase. No other term begins with it.
const stopMark = " "

// StopWords are the words that stand everywhere, numbered. Their postings would
// be a third of the index and rank nothing, so that they have none: where they
// stand in a text is kept beside it, in about a byte a word, and read for the few
// entries that may hold a phrase. That one of them stands in a title or in a text is
// a term without places, and so is that two stand side by side: these tell of "the"
// and "but for" all that there is to ask, and of longer phrases in which few entries
// they may stand.
//
// Each stop word of a text is its number, in the order of the text. What is not
// the number of a word says how many places are passed over before the next.
type StopWords struct {
	words   []string // by number
	terms   [][]byte // the same, which is not written to
	numbers map[string]byte
}

func newStopWords() (StopWords, error) {
	const leastGaps = 32 // values of a byte that must be left for gaps
	all, err := registry.NewCache().TokenMapNamed(en.StopName)
	if err != nil {
		return StopWords{}, fmt.Errorf("list the stop words: %w", err)
	}
	s := StopWords{words: slices.Sorted(maps.Keys(all)), numbers: make(map[string]byte, len(all))}
	if len(s.words) > math.MaxUint8-leastGaps {
		return StopWords{}, fmt.Errorf("there are %d stop words: a byte has no room for them", len(s.words))
	}
	for n, word := range s.words {
		s.numbers[word] = byte(n)
		s.terms = append(s.terms, []byte(word))
	}
	return s, nil
}

// Version stands for the words and for how it is kept where they stand: an index of
// another one cannot tell.
func (s StopWords) Version() string {
	const layout = "2"
	sum := sha256.Sum256([]byte(layout + "/" + strings.Join(s.words, "/")))
	return hex.EncodeToString(sum[:8])
}

// IsStopWord reports whether a term of a phrase is a stop word.
func IsStopWord(term string) bool { return strings.HasPrefix(term, stopMark) }

// has reports whether a word in lower case is a stop word.
func (s StopWords) has(word []byte) bool {
	_, ok := s.numbers[string(word)]
	return ok
}

// Terms returns the terms for stop words and for two of them side by side, each once.
func (s StopWords) Terms(words analysis.TokenStream) analysis.TokenStream {
	var terms [][]byte
	var single [math.MaxUint8 + 1]bool
	var pairs []uint16 // each by the number of its first word, and then of the other
	var last byte      // the number of the last stop word
	place := 0         // where it stands
	for _, word := range words {
		number, ok := s.numbers[string(word.Term)]
		if !ok || word.Type == Compound {
			continue
		}
		if !single[number] {
			single[number] = true
			terms = append(terms, s.terms[number])
		}
		if place > 0 && place+1 == word.Position {
			pairs = append(pairs, uint16(last)<<8|uint16(number))
		}
		last, place = number, word.Position
	}
	slices.Sort(pairs)
	for _, pair := range slices.Compact(pairs) {
		terms = append(terms, []byte(pairOf(s.words[pair>>8], s.words[pair&math.MaxUint8])))
	}
	return tokensOf(terms)
}

// pairOf returns the term for two words side by side.
func pairOf(one, other string) string { return one + " " + other }

// Encode writes where stop words stand among the words of a text.
func (s StopWords) Encode(words analysis.TokenStream) []byte {
	widest := math.MaxUint8 - len(s.words) + 1 // gap that a byte can say
	var code []byte
	last := 0
	for _, word := range words {
		number, ok := s.numbers[string(word.Term)]
		if !ok || word.Type == Compound {
			continue
		}
		for gap := word.Position - last - 1; gap > 0; {
			next := min(gap, widest)
			code = append(code, byte(len(s.words)+next-1)) //nolint:gosec // At most 255: see widest.
			gap -= next
		}
		code = append(code, number)
		last = word.Position
	}
	return code
}

// StopPlaces is where stop words stand in a text, by their numbers.
type StopPlaces map[byte]*[]int

// Places begins to look for those of some terms that are stop words. It returns where
// each of these will be told, by the term.
func (s StopWords) Places(terms []string) (StopPlaces, map[string]*[]int) {
	numbers, places := StopPlaces{}, map[string]*[]int{}
	for _, term := range terms {
		if IsStopWord(term) {
			places[term] = new([]int)
			numbers[s.numbers[term[len(stopMark):]]] = places[term]
		}
	}
	return numbers, places
}

// Decode adds where the wanted stop words stand by what Encode wrote. Others are
// passed over.
func (s StopWords) Decode(code []byte, wanted StopPlaces) {
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
