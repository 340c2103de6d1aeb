package openai

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/modelserver"
	"github.com/quarrykb/quarry/internal/text"
)

// batch is the texts of one request.
type batch struct {
	texts    []string
	at       []int // which of the caller's texts they are
	patience modelserver.Patience
}

// batches packs texts into requests. Those that say nothing are left out: some
// endpoints refuse a whole request for one of them.
func (e *Embedder) batches(texts []string, prefix string) []batch {
	var all []batch
	var next batch
	size := 0
	for i, one := range texts {
		one = text.Clip(one, e.options.TextBytes)
		if !strings.ContainsFunc(one, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			continue
		}
		one = prefix + one
		if len(next.texts) == e.options.Batch || len(next.texts) > 0 && size+len(one) > e.options.BatchBytes {
			all, next, size = append(all, next), batch{}, 0
		}
		next.texts, next.at = append(next.texts, one), append(next.at, i)
		size += len(one)
	}
	if len(next.texts) > 0 {
		all = append(all, next)
	}
	return all
}

// halves cuts a batch in two, where it has more than one text.
func (b batch) halves() (batch, batch, bool) {
	middle := len(b.texts) / 2
	if middle == 0 {
		return batch{}, batch{}, false
	}
	return batch{texts: b.texts[:middle], at: b.at[:middle], patience: b.patience},
		batch{texts: b.texts[middle:], at: b.at[middle:], patience: b.patience}, true
}

// shortest is the length below which a text that is refused is not too long.
const shortest = 256

// shortened leaves the first half of a single text.
func (b batch) shortened() (batch, bool) {
	if len(b.texts[0]) < 2*shortest {
		return batch{}, false
	}
	return batch{texts: []string{text.Clip(b.texts[0], len(b.texts[0])/2)}, at: b.at, patience: b.patience}, true
}
