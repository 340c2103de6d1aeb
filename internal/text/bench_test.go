package text_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

// prose is what most texts are: ASCII with a few marks of print.
func prose() string {
	return strings.Repeat("The NVIDIA H100 SXM5 has 80 GB of HBM3 with a bandwidth of 3.35 TB/s – it’s built from 80 billion transistors, "+
		"and doesn't run any slower when all of its 132 SMs are busy. ", 20)
}

// BenchmarkWords compares the words of a text with the fields that the standard library
// makes of it.
func BenchmarkWords(b *testing.B) {
	s := prose()
	b.Run("words", func(b *testing.B) {
		for b.Loop() {
			text.Words(s)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			text.WordsPlain(s)
		}
	})
	b.Run("cut", func(b *testing.B) {
		for b.Loop() {
			for word := range text.CutPlain(s) {
				_ = word.Text
			}
		}
	})
	b.Run("fields", func(b *testing.B) {
		for b.Loop() {
			strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		}
	})
}
