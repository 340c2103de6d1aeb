package grounding

import "github.com/quarrykb/quarry"

// CountTwice counts the tokens of a text, and once more when its lines are kept.
func (b *Builder) CountTwice(name quarry.Tokenizer, text string) (int, int, error) {
	counter, err := b.tokens.counter(name)
	if err != nil {
		return 0, 0, err
	}
	return counter.count(text), counter.count(text), nil
}
