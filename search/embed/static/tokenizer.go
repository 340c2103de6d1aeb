package static

import (
	"encoding/json"

	"github.com/quarrykb/quarry/internal/text"
)

const mostTokenizer = 64 << 20

// tokenizer splits texts as tokenizer.json says.
type tokenizer struct {
	normalise []func(string) string
	split     []func(string) []string
	encode    func(word string, to []int32) []int32
}

// step is a part of tokenizer.json that has a type; what further fields mean
// depends on that.
type step struct {
	kind string
	raw  json.RawMessage
}

// UnmarshalJSON keeps the fields for later. What is null has no type.
func (s *step) UnmarshalJSON(text []byte) error {
	var typed struct {
		Type string `json:"type"`
	}
	s.raw = append(s.raw[:0], text...)
	err := json.Unmarshal(text, &typed)
	s.kind = typed.Type
	return err
}

type tokenizerFile struct {
	Added []struct {
		Content string `json:"content"`
		Special bool   `json:"special"`
	} `json:"added_tokens"`
	Normalizer   step `json:"normalizer"`
	PreTokenizer step `json:"pre_tokenizer"`
	Model        step `json:"model"`
}

// readTokenizer reads tokenizer.json, whose tokens must have one of so many rows.
func readTokenizer(text []byte, rows int) (*tokenizer, error) {
	var file tokenizerFile
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, refuse("tokenizer.json: it is no JSON of a tokenizer")
	}
	for _, added := range file.Added {
		if !added.Special {
			return nil, refuse("tokenizer.json: the added token %.60q is not supported", added.Content)
		}
	}
	read := &tokenizer{}
	var err error
	if read.normalise, err = normalisers(file.Normalizer, 0); err != nil {
		return nil, err
	}
	if read.split, err = splitters(file.PreTokenizer, 0); err != nil {
		return nil, err
	}
	read.encode, err = encoder(file.Model, rows)
	return read, err
}

// encoder returns what makes tokens of a word.
func encoder(s step, rows int) (func(string, []int32) []int32, error) {
	if s.kind == "" { // older files do not say it
		var guess struct {
			Prefix *string `json:"continuing_subword_prefix"`
			Merges any     `json:"merges"`
		}
		if err := json.Unmarshal(s.raw, &guess); err == nil && guess.Prefix != nil && guess.Merges == nil {
			s.kind = "WordPiece"
		}
	}
	switch s.kind {
	case "WordPiece":
		return wordPiece(s, rows)
	case "Unigram":
		return unigram(s, rows)
	}
	return nil, refuse("tokenizer.json: the model %.40q is not supported", s.kind)
}

// tokens returns the tokens of a text that the vocabulary has.
func (t *tokenizer) tokens(written string) []int32 {
	for _, change := range t.normalise {
		written = text.Clip(change(written), 2*mostText)
	}
	words := []string{written}
	for _, split := range t.split {
		var next []string
		for _, word := range words {
			next = append(next, split(word)...)
		}
		words = next
	}
	var tokens []int32
	for _, word := range words {
		if word != "" {
			tokens = t.encode(word, tokens)
		}
	}
	return tokens
}
