package lexicon_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
)

func BenchmarkDefault(b *testing.B) {
	for b.Loop() {
		if _, err := lexicon.Default(); err != nil {
			b.Fatal(err)
		}
	}
}
