package lexicon_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
)

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := lexicon.Load(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLanguageOf(b *testing.B) {
	known, err := lexicon.Load()
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat("A heat pump takes its heat from the air outside, and that is harder when the air is cold. ", 6)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if known.LanguageOf(text) != "en" {
			b.Fatal("the language is not told")
		}
	}
}
