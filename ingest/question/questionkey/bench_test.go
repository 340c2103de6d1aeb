package questionkey_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest/question/questionkey"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func BenchmarkKey(b *testing.B) {
	words, err := lexicon.Load()
	if err != nil {
		b.Fatal(err)
	}
	r := questionkey.NewReader(words)
	for name, text := range map[string]string{
		"usual":  "What is the difference between a CUDA core and a Tensor core on the H100?",
		"words":  strings.Repeat("kernel memory ", 280),
		"ands":   strings.Repeat("a and b of ", 350),
		"names":  strings.Repeat("H100 ", 790),
		"sizes":  strings.Repeat("3 GB ", 790),
		"digits": strings.Repeat("7", 3990),
		"groups": strings.Repeat("1,000", 790),
	} {
		q := open(text)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r.Key(q)
			}
		})
	}
}
