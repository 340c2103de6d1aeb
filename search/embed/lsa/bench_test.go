package lsa_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/search/embed/lsa"
)

// zipf returns a text of so many words of a vocabulary, the first the commonest.
func zipf(random *rand.Rand, words *rand.Zipf, count int) string {
	var b strings.Builder
	topic := random.IntN(40)
	for range count {
		word := words.Uint64()
		if random.IntN(3) == 0 {
			word = uint64(1000 + topic*50 + random.IntN(50))
		}
		fmt.Fprintf(&b, "w%d ", word)
	}
	return b.String()
}

func BenchmarkTrain(b *testing.B) {
	for _, texts := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(texts), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			words := rand.NewZipf(random, 1.2, 4, 30_000)
			all := make([]string, texts)
			for i := range all {
				all[i] = zipf(random, words, 60)
			}
			for b.Loop() {
				trainer := lsa.NewTrainer(strings.Fields)
				for _, text := range all {
					trainer.Add(text)
				}
				model, err := trainer.Train(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(model.Dim()), "dim")
			}
		})
	}
}
