package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
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

// response is what the endpoint answers.
type response struct {
	Data []struct {
		Index     *int     `json:"index"`
		Embedding []number `json:"embedding"`
	} `json:"data"`
}

// number is a float32 that must be there: null is none.
type number float32

// UnmarshalJSON reads a number.
func (n *number) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseFloat(string(text), 32)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return errors.New("a vector holds what is no number")
	}
	*n = number(value)
	return nil
}

// read returns the vectors of an answer, in the order of the texts.
func (e *Embedder) read(body []byte, texts int) ([][]float32, error) {
	var answered response
	if err := json.Unmarshal(body, &answered); err != nil {
		return nil, modelserver.Later(errors.New("the answer is no list of vectors"))
	}
	if len(answered.Data) != texts {
		return nil, fmt.Errorf("the endpoint returned %d vectors for %d texts", len(answered.Data), texts)
	}
	vectors := make([][]float32, texts)
	seen := make([]bool, texts)
	for _, one := range answered.Data {
		if one.Index == nil || *one.Index < 0 || *one.Index >= texts || seen[*one.Index] {
			return nil, errors.New("the endpoint does not say which text a vector belongs to")
		}
		if len(one.Embedding) != len(answered.Data[0].Embedding) {
			return nil, errors.New("the endpoint returned vectors of several lengths")
		}
		seen[*one.Index] = true
		vectors[*one.Index] = plain(one.Embedding)
	}
	return vectors, e.learn(len(answered.Data[0].Embedding))
}

// plain returns the numbers, nil where all are zero.
func plain(numbers []number) []float32 {
	values := make([]float32, len(numbers))
	zero := true
	for i, n := range numbers {
		values[i] = float32(n)
		zero = zero && n == 0
	}
	if zero {
		return nil
	}
	return values
}
