package ground

import (
	"fmt"
	"sync"

	"github.com/tiktoken-go/tokenizer"

	"github.com/quarrykb/quarry"
)

// tokenizers are read once each, when the first text is counted: their vocabularies
// take megabytes.
type tokenizers struct {
	mu   sync.Mutex
	read map[quarry.Tokenizer]tokenizer.Codec
}

// counter returns what counts tokens by a name; "" is the usual one.
func (t *tokenizers) counter(name quarry.Tokenizer) (counter, error) {
	if name == "" {
		name = quarry.TokenizerO200k
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if codec, ok := t.read[name]; ok {
		return counter{name, codec}, nil
	}
	known := map[quarry.Tokenizer]tokenizer.Encoding{
		quarry.TokenizerO200k: tokenizer.O200kBase, quarry.TokenizerCL100k: tokenizer.Cl100kBase,
	}
	encoding, ok := known[name]
	if !ok {
		return counter{}, quarry.Errorf(quarry.KindInvalid, "the tokenizer %q is not known", name).
			WithFixes(string(quarry.TokenizerO200k), string(quarry.TokenizerCL100k))
	}
	codec, err := tokenizer.Get(encoding)
	if err != nil {
		return counter{}, fmt.Errorf("read the tokenizer %s: %w", name, err)
	}
	if t.read == nil {
		t.read = make(map[quarry.Tokenizer]tokenizer.Codec)
	}
	t.read[name] = codec
	return counter{name, codec}, nil
}

// counter counts the tokens of texts.
type counter struct {
	name  quarry.Tokenizer
	codec tokenizer.Codec
}

// count returns how many tokens a text has. One that cannot be split counts a token
// for each of its bytes, which is never less.
func (c counter) count(text string) int {
	n, err := c.codec.Count(text)
	if err != nil {
		return len(text)
	}
	return n
}
