package grounding

import (
	"cmp"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/tiktoken-go/tokenizer"

	"github.com/quarrykb/quarry"
)

// tokenizers are read once each, when the first text is counted: their vocabularies
// take megabytes.
type tokenizers map[quarry.Tokenizer]func() (counter, error)

func newTokenizers() tokenizers {
	known := make(tokenizers)
	for name, encoding := range map[quarry.Tokenizer]tokenizer.Encoding{
		quarry.TokenizerO200k: tokenizer.O200kBase, quarry.TokenizerCL100k: tokenizer.Cl100kBase,
	} {
		known[name] = sync.OnceValues(func() (counter, error) {
			codec, err := tokenizer.Get(encoding)
			if err != nil {
				return counter{}, fmt.Errorf("read the tokenizer %s: %w", name, err)
			}
			kept, err := lru.New[string, int](keptLines)
			return counter{name, codec, kept}, err
		})
	}
	return known
}

// counter returns what counts tokens by a name; "" is the usual one.
func (t tokenizers) counter(name quarry.Tokenizer) (counter, error) {
	read, ok := t[cmp.Or(name, quarry.TokenizerO200k)]
	if !ok {
		return counter{}, quarry.Errorf(quarry.KindInvalid, "the tokenizer %q is not known", name).
			WithFixes(string(quarry.TokenizerO200k), string(quarry.TokenizerCL100k))
	}
	return read()
}

// How many lines are kept with their tokens, and of how many bytes at most.
const (
	keptLines   = 1 << 14
	longestLine = 512
)

// counter counts the tokens of texts. It may be used side by side.
type counter struct {
	name  quarry.Tokenizer
	codec tokenizer.Codec
	kept  *lru.Cache[string, int] // the tokens of lines: the same passages come again and again
}

// count returns how many tokens a text has: as many as its lines have, for itself each,
// where no token goes on from one into the next.
func (c counter) count(text string) int {
	sum := 0
	for text != "" {
		end := ownLine(text)
		sum += c.countLine(text[:end])
		text = text[end:]
	}
	return sum
}

// countLine counts a line that may be kept. One that cannot be split counts a token for
// each of its bytes, which is never less.
func (c counter) countLine(line string) int {
	if n, ok := c.kept.Get(line); ok {
		return n
	}
	n, err := c.codec.Count(line)
	if err != nil {
		n = len(line)
	}
	if len(line) <= longestLine {
		c.kept.Add(strings.Clone(line), n) // a part would hold on to its text
	}
	return n
}

// ownLine returns the length of the lines with which a text begins whose tokens are
// theirs alone. Both tokenizers split a text by a pattern before they look for tokens,
// and none of its parts goes on behind the end of a line but with space and, in one of
// them, with slashes.
func ownLine(text string) int {
	for at := 0; ; {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return len(text)
		}
		at += end + 1
		next, _ := utf8.DecodeRuneInString(text[at:])
		if '!' <= next && next <= '~' && next != '/' || unicode.IsLetter(next) {
			return at
		}
	}
}
