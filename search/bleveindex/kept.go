package bleveindex

import "sync/atomic"

// The size of what is kept, for the whole of a process: of the words of a language
// few make up most of every text.
const (
	keptWords   = 1 << 14
	longestKept = 32 // bytes of a word
)

// kept remembers what was found out about words. A word has one place, which the last
// one to need it has; who loses it is found out about again. It may be used side by
// side, and what it remembers is never changed.
type kept[T any] struct {
	places *[keptWords]atomic.Pointer[known[T]]
}

// known is a word and what was found out.
type known[T any] struct {
	word string
	is   T
}

func newKept[T any]() kept[T] { return kept[T]{new([keptWords]atomic.Pointer[known[T]])} }

// get returns what is known of a word, nil for nothing.
func get[T any, W string | []byte](k kept[T], word W) *known[T] {
	if found := k.places[placeOf(word)].Load(); found != nil && found.word == string(word) {
		return found
	}
	return nil
}

// put remembers what was found out, and returns it.
func (k kept[T]) put(word string, is T) *known[T] {
	found := &known[T]{word, is}
	if len(word) <= longestKept {
		k.places[placeOf(word)].Store(found)
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
	return (sum ^ sum>>16) % keptWords
}
