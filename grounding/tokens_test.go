package grounding_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/grounding"
)

// Lines are counted for themselves; this holds them against the tokenizers, over texts
// of whatever their patterns treat in ways of its own.
func TestATextHasTheTokensThatItsTokenizerSays(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"\n", "\n", "\n\n", " ", "  ", "\t", "/", "//", ">", "</passage>", "[1]", "Clay", "clay's", "’s", "GPU", "12345", "é", "漢字", "́",
		"\u00a0", "\u2028", "\u3000", "\u200b", "🙂", "- ", "```", "<|endoftext|>", "\v", "\f", "\x1c", "\u0085", "'ll", "...", "_",
	}
	b := grounding.NewBuilder(grounding.Setup{Lexicon: kilns(t)})
	for name, encoding := range map[quarry.Tokenizer]tokenizer.Encoding{
		quarry.TokenizerO200k: tokenizer.O200kBase, quarry.TokenizerCL100k: tokenizer.Cl100kBase,
	} {
		codec, err := tokenizer.Get(encoding)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 4000 {
			picked := make([]string, 1+random.IntN(24))
			for i := range picked {
				picked[i] = pieces[random.IntN(len(pieces))]
			}
			holdCount(t, b, name, codec, strings.Join(picked, ""))
		}
	}
}

func holdCount(t *testing.T, b *grounding.Builder, name quarry.Tokenizer, codec tokenizer.Codec, text string) {
	t.Helper()
	want, err := codec.Count(text)
	if err != nil {
		t.Fatal(err)
	}
	if first, again, err := b.CountTwice(name, text); err != nil || first != want || again != want {
		t.Fatalf("%q has %d tokens of %s, then %d, error %v; want %d", text, first, name, again, err, want)
	}
}
