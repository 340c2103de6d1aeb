package generate

import (
	"math/rand/v2"
	"strings"
)

// How words are spread over notes: a few are in every sentence, most are rare,
// and some keep to their field.
const (
	mostWords    = 60_000
	wordSlope    = 1.2
	wordShift    = 30 // the commonest word stands in about every third note
	wordFields   = 250
	wordsOfField = 80
	scatter      = 7919 // shares no factor with mostWords
)

// glue are words that say nothing, about as frequent as they are in English.
func glue() []string {
	return []string{
		"the", "of", "the", "and", "to", "a", "in", "the", "is", "of", "that", "it", "for", "with", "as", "and",
		"on", "are", "this", "by", "to", "be", "at", "or", "an", "in", "not", "if", "but", "they", "then", "such",
	}
}

// vocabulary draws words for one note.
type vocabulary struct {
	random *rand.Rand
	words  *rand.Zipf
	field  uint64
	glue   []string
}

func newVocabulary(random *rand.Rand) *vocabulary {
	return &vocabulary{
		random: random, words: rand.NewZipf(random, wordSlope, wordShift, mostWords-1),
		field: random.Uint64N(wordFields), glue: glue(),
	}
}

// telling draws a word that says something: one of the field's own out of four.
func (v *vocabulary) telling() string {
	if v.random.IntN(4) == 0 {
		return coined(1000 + v.field*wordsOfField + v.random.Uint64N(wordsOfField))
	}
	return coined(v.words.Uint64())
}

// sentence writes so many words, two of five of them glue, and returns those that
// say something.
func (v *vocabulary) sentence(into *strings.Builder, words int) []string {
	var said []string
	for i := range words {
		word := v.glue[v.random.IntN(len(v.glue))]
		if v.random.IntN(5) > 1 {
			word = v.telling()
			said = append(said, word)
		}
		if i == 0 {
			word = capital(word)
		} else {
			into.WriteByte(' ')
		}
		into.WriteString(word)
	}
	return said
}

// coined is the n-th commonest word. No two are alike, and neighbours are not
// spelled alike.
func coined(n uint64) string {
	const onsets, vowels = "bdfghklmnprtvz", "aeiou"
	codas := [...]string{"", "n", "r", "l", "t", "k", "m", "x", "p"}
	n = n * scatter % mostWords
	coda := codas[n%uint64(len(codas))]
	n /= uint64(len(codas))
	word := make([]byte, 0, 8)
	for i := 0; i < 2 || n > 0; i++ {
		word = append(word, onsets[n%uint64(len(onsets))])
		n /= uint64(len(onsets))
		word = append(word, vowels[n%uint64(len(vowels))])
		n /= uint64(len(vowels))
	}
	return string(word) + coda
}
