package bleveindex

import (
	"context"
	"fmt"
	"strings"

	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/score"
)

// The bounds of completing what is being typed.
const (
	mostTyped     = 64   // words
	mostBeginning = 4096 // words of a segment that begin like the last one
)

// Complete ranks the entries whose titles hold every word of a text, the last of
// them at least by its beginning: questions first, then passages, facts and
// specs, of one kind those with shorter titles. A text that ends in a space
// begins no further word. Where nothing completes it, words that no entry has are
// taken for slips of the pen; the ranking then says what was completed instead.
func (i *Index) Complete(ctx context.Context, text string, most int) (search.Ranking, error) {
	var ranking search.Ranking
	err := i.look(func(s *snapshot) error {
		known, err := readRecord(s)
		if err != nil {
			return err
		}
		corrected, err := s.completeOrRepair(ctx, text)
		if err != nil {
			return err
		}
		ranking, err = s.list(search.Ranking{Revision: known.Cursor, CorrectedQuery: corrected}, most)
		return err
	})
	return ranking, err
}

// completeOrRepair fills the memory with what completes a text, or what completes
// it without its slips: then it returns what that is.
func (s *snapshot) completeOrRepair(ctx context.Context, text string) (string, error) {
	typed := s.schema.typed(text)
	if err := s.complete(ctx, typed); err != nil || len(s.memory.Matches) > 0 {
		return "", err
	}
	better, err := s.schema.speller.In(s.IndexSnapshot, s.schema.analyzer).RepairTyped(text, typed.words, typed.whole)
	if err != nil || better == text {
		return "", err
	}
	if err := s.complete(ctx, s.schema.typed(better)); err != nil || len(s.memory.Matches) == 0 {
		return "", err
	}
	return better, nil
}

// beginning is what was typed so far.
type beginning struct {
	words []string
	whole bool // no letter of the last word is missing
}

// typed reads what was typed, whole names of code left out. Of too many words none is read.
func (s *schema) typed(text string) beginning {
	var words []string
	for _, word := range s.analyzer.Words(text) {
		if word.Type != analyzer.Compound {
			words = append(words, string(word.Term))
		}
	}
	if len(words) > mostTyped {
		words = nil
	}
	return beginning{words: words, whole: strings.HasSuffix(text, " ")}
}

// complete fills the memory with what matches.
func (s *snapshot) complete(ctx context.Context, typed beginning) error {
	s.memory.Matches = s.memory.Matches[:0]
	if len(typed.words) == 0 {
		return nil
	}
	kinds, err := s.kinds.Of(s.IndexSnapshot, postings.ReadKinds)
	if err != nil {
		return err
	}
	columns, err := postings.Open(s.IndexSnapshot, postings.FieldTyped)
	if err != nil {
		return err
	}
	for i := range columns {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := completion{beginning: typed, Column: &columns[i], held: make([]uint8, len(kinds[i])), kinds: kinds[i]}
		if err := c.read(); err != nil {
			return fmt.Errorf("complete %q: %w", typed.words[len(typed.words)-1], err)
		}
		s.memory.Matches = append(s.memory.Matches, c.found...)
	}
	return nil
}

// completion finds titles in one segment.
type completion struct {
	beginning
	*postings.Column

	held  []uint8 // by document: how many of the words it has; beyond all, that it is found
	kinds []uint8
	found []score.Match
}

// read finds the documents that have all words.
func (c *completion) read() error {
	last := len(c.words) - 1
	for n, word := range c.words[:last] {
		err := c.each(word, func(p segment.Posting) { // note who has it, and the n words before it
			if number := p.Number(); int(c.held[number]) == n {
				c.held[number]++
			}
		})
		if err != nil {
			return err
		}
	}
	if c.whole {
		return c.take(c.words[last], last)
	}
	start := []byte(c.words[last])
	terms := c.Dictionary.AutomatonIterator(nil, start, behind(start))
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

// take finds the documents that have a last word and all before it, each once.
func (c *completion) take(word string, before int) error {
	return c.each(word, func(p segment.Posting) {
		number := p.Number()
		if int(c.held[number]) != before || c.kinds[number] == 0 {
			return
		}
		c.held[number] = mostTyped + 1
		c.found = append(c.found, score.Match{
			Number: c.Offset + number, Score: precedence(quarry.EntryKinds()[c.kinds[number]-1]) + p.Norm(),
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
	found, err := c.Find([]byte(word))
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
