package bleveindex

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// The bounds of completing what somebody types.
const (
	mostTyped     = 16   // words
	mostBeginning = 4096 // words of a segment that begin like the last one
)

// Complete ranks the entries whose titles hold every word of a text, the last of
// them at least by its beginning: questions first, then passages, facts and
// specs, of one kind those with shorter titles. A text that ends in a space
// begins no further word.
func (i *Index) Complete(ctx context.Context, text string, most int) ([]search.Ranked, error) {
	typed := beginning{words: asTyped(i.schema.analyzer.words(text)), whole: strings.HasSuffix(text, " ")}
	if len(typed.words) == 0 || len(typed.words) > mostTyped {
		return nil, nil
	}
	g, err := i.acquire()
	if err != nil {
		return nil, err
	}
	memory, _ := i.pool.Get().(*scratch)
	defer i.pool.Put(memory)
	var ranked []search.Ranked
	err = safely(func() error {
		reader, err := g.read()
		if err != nil {
			return err
		}
		s := &snapshot{generation: g, IndexSnapshot: reader, memory: memory}
		if err = s.complete(ctx, typed); err == nil {
			ranked, err = best(s.listings(), memory, most)
		}
		return errors.Join(err, reader.Close())
	})
	g.users.Done()
	if broken, ok := errors.AsType[damage](err); ok {
		i.condemn(g, broken.Error())
		return nil, unavailable().Because(broken)
	}
	return ranked, err
}

// beginning is what was typed so far.
type beginning struct {
	words []string
	whole bool // no letter of the last word is missing
}

// asTyped returns words as they are written, whole names of code left out.
func asTyped(words analysis.TokenStream) []string {
	var typed []string
	for _, word := range words {
		if word.Type != compound {
			typed = append(typed, string(word.Term))
		}
	}
	return typed
}

// complete fills the memory with what matches.
func (s *snapshot) complete(ctx context.Context, typed beginning) error {
	s.memory.matches = s.memory.matches[:0]
	kinds, err := s.kinds.of(s.IndexSnapshot)
	if err != nil {
		return err
	}
	columns, err := openColumns(s.IndexSnapshot, fieldTyped)
	if err != nil {
		return err
	}
	for i := range columns {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := completion{beginning: typed, column: &columns[i], held: make([]uint8, len(kinds[i])), kinds: kinds[i]}
		if err := c.read(); err != nil {
			return fmt.Errorf("complete %q: %w", typed.words[len(typed.words)-1], err)
		}
		s.memory.matches = append(s.memory.matches, c.found...)
	}
	return nil
}

// completion finds titles in one segment.
type completion struct {
	beginning
	*column

	held  []uint8 // by document: how many of the words it has; beyond all, that it is found
	kinds []uint8
	found []match
}

// read finds the documents that have all words.
func (c *completion) read() error {
	last := len(c.words) - 1
	for n, word := range c.words[:last] {
		if err := c.count(word, n); err != nil {
			return err
		}
	}
	if c.whole {
		return c.take(c.words[last], last)
	}
	start := []byte(c.words[last])
	terms := c.dictionary.AutomatonIterator(nil, start, behind(start))
	for range mostBeginning {
		next, err := terms.Next()
		if err != nil || next == nil {
			return err
		}
		if err := c.take(next.Term, last); err != nil {
			return err
		}
	}
	return nil
}

// count notes which documents have a word, and the n words before it.
func (c *completion) count(word string, n int) error {
	return c.each(word, func(p segment.Posting) {
		if number := p.Number(); int(c.held[number]) == n {
			c.held[number]++
		}
	})
}

// take finds the documents that have a last word and all before it, each once.
func (c *completion) take(word string, before int) error {
	return c.each(word, func(p segment.Posting) {
		number := p.Number()
		if int(c.held[number]) != before || c.kinds[number] == 0 {
			return
		}
		c.held[number] = mostTyped + 1
		c.found = append(c.found, match{
			number: c.offset + number, score: precedence(quarry.EntryKinds()[c.kinds[number]-1]) + p.Norm(),
		})
	})
}

// precedence is how early a kind is offered: more than the shortness of a title
// can make up for.
func precedence(kind quarry.EntryKind) float64 {
	switch kind { //nolint:exhaustive // the others are no titles that people look for
	case quarry.EntryQuestion:
		return 6
	case quarry.EntryPassage:
		return 4
	case quarry.EntryFact:
		return 2
	}
	return 0
}

func (c *completion) each(word string, visit func(segment.Posting)) error {
	found, err := c.find([]byte(word))
	if err != nil {
		return err
	}
	for {
		next, err := found.Next()
		if err != nil || next == nil {
			return err
		}
		visit(next)
	}
}

// behind returns the first bytes that do not begin like some, nil where there
// are none.
func behind(start []byte) []byte {
	end := append([]byte(nil), start...)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i]++; end[i] != 0 {
			return end[:i+1]
		}
	}
	return nil
}
