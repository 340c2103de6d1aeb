package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/quarrykb/quarry/internal/modelserver"
)

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
