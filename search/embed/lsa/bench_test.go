package lsa_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/lsa"
)

// generated returns so many texts of sixty words, of which a third belong to one
// of forty fields and the rest are as frequent as words are.
func generated(count int) []string {
	random := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(random, 1.2, 4, 30_000)
	all := make([]string, count)
	for i := range all {
		var b strings.Builder
		field := random.IntN(40)
		for range 60 {
			word := words.Uint64()
			if random.IntN(3) == 0 {
				word = uint64(1000 + field*50 + random.IntN(50))
			}
			fmt.Fprintf(&b, "w%d ", word)
		}
		all[i] = b.String()
	}
	return all
}

func BenchmarkTrain(b *testing.B) {
	for _, count := range []int{1_000, 10_000, 100_000} {
		all := generated(count)
		b.Run(strconv.Itoa(count), func(b *testing.B) {
			for b.Loop() {
				trained(b, all)
			}
		})
	}
}

func BenchmarkVector(b *testing.B) {
	trainer, _ := trained(b, generated(2_000))
	for b.Loop() {
		trainer.Vector(1_000)
	}
}

func BenchmarkEmbed(b *testing.B) {
	all := generated(2_000)
	_, model := trained(b, all)
	for b.Loop() {
		if _, err := model.Embed(b.Context(), all[1_000:1_001], search.TextEntry); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	_, model := trained(b, generated(10_000))
	encoded := model.Encode()
	b.SetBytes(int64(len(encoded)))
	for b.Loop() {
		if _, err := lsa.Decode(strings.Fields, encoded); err != nil {
			b.Fatal(err)
		}
	}
}
