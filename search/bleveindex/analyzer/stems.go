package analyzer

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/text"
)

// stemmer makes stems of the words of a language, and keeps them. It may be used by
// several goroutines.
type stemmer struct {
	fresh *sync.Pool // of *text.Stemmer, which may not
	stems cache[[]byte]
}

func newStemmer(language *text.Language) stemmer {
	return stemmer{
		fresh: &sync.Pool{New: func() any { return language.Stemmer(nil) }},
		stems: newCache[[]byte](),
	}
}

// Filter makes stems of words. A name that signs end, "C++", has none.
func (s stemmer) Filter(words analysis.TokenStream) analysis.TokenStream {
	for _, word := range words {
		if !word.KeyWord {
			word.Term = s.of(word.Term)
		}
	}
	return words
}

// of returns the stem of a word in lower case. The caller does not change it.
func (s stemmer) of(word []byte) []byte {
	stem := get(s.stems, word)
	if stem == nil {
		written := string(word)
		stem = s.stems.put(written, []byte(s.stem(written)))
	}
	return slices.Clip(stem.is)
}

// stem returns the stem of a word in lower case, made anew.
func (s stemmer) stem(word string) string {
	fresh, _ := s.fresh.Get().(*text.Stemmer)
	defer s.fresh.Put(fresh)
	return fresh.Stem(withoutPluralOfCode(word))
}

// withoutPluralOfCode takes the "s" off a short form or a number that stands in the
// plural, "gpus" and "4090s": Snowball's rules leave it to a word that has no vowel but
// right before it, for the sake of "gas".
func withoutPluralOfCode(word string) string {
	const shortest = 2
	base, many := strings.CutSuffix(word, "s")
	if !many || len(base) < shortest || base[len(base)-1] == 's' {
		return word
	}
	if before := base[:len(base)-1]; !text.IsDigit(base[len(base)-1]) && strings.ContainsAny(before, "aeiouy") {
		return word
	}
	return base
}

// The size of a cache, for the whole of a process: of the words of a language
// few make up most of every text.
const (
	cacheSize     = 1 << 14
	longestCached = 32 // bytes of a word
)

// cache remembers what was found out about words. A word has one place, which the last
// one to need it has; who loses it is found out about again. It may be used side by
// side, and what it remembers is never changed.
type cache[T any] struct {
	places *[cacheSize]atomic.Pointer[cached[T]]
}

// cached is a word and what was found out.
type cached[T any] struct {
	word string
	is   T
}

func newCache[T any]() cache[T] { return cache[T]{new([cacheSize]atomic.Pointer[cached[T]])} }

// get returns what is cached of a word, nil for nothing.
func get[T any, W string | []byte](c cache[T], word W) *cached[T] {
	if found := c.places[placeOf(word)].Load(); found != nil && found.word == string(word) {
		return found
	}
	return nil
}

// put remembers what was found out, and returns it.
func (c cache[T]) put(word string, is T) *cached[T] {
	found := &cached[T]{word, is}
	if len(word) <= longestCached {
		c.places[placeOf(word)].Store(found)
	}
	return found
}

// placeOf returns the place of a word: its hash by FNV-1a (Fowler, Noll and Vo).
func placeOf[W string | []byte](word W) uint32 {
	const basis, prime = 2166136261, 16777619
	sum := uint32(basis)
	for i := range len(word) {
		sum = (sum ^ uint32(word[i])) * prime
	}
	return (sum ^ sum>>16) % cacheSize
}
