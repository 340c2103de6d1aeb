package static

import (
	"encoding/json"
	"strings"
	"unicode"
)

// splitters returns what a text is cut by, one after the other.
func splitters(s step, depth int) ([]func(string) []string, error) {
	switch s.kind {
	case "":
		return nil, nil
	case "Sequence":
		var read struct {
			Steps []step `json:"pretokenizers"`
		}
		if err := json.Unmarshal(s.raw, &read); err != nil || depth == deepest || len(read.Steps) > mostSteps {
			return nil, refuse("tokenizer.json: a sequence of pre-tokenizers cannot be read")
		}
		var all []func(string) []string
		for _, one := range read.Steps {
			some, err := splitters(one, depth+1)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
		return all, nil
	}
	one, err := splitter(s)
	return []func(string) []string{one}, err
}

func splitter(s step) (func(string) []string, error) {
	switch s.kind {
	case "BertPreTokenizer":
		return func(text string) []string { return pieceBy(text, punctuationAlone) }, nil
	case "Whitespace":
		return func(text string) []string { return pieceBy(text, wordsAndSigns) }, nil
	case "WhitespaceSplit":
		return strings.Fields, nil
	case "Metaspace":
		return metaspace(s)
	}
	return nil, refuse("tokenizer.json: the pre-tokenizer %.40q is not supported", s.kind)
}

// class says how a character stands to its neighbours: those of one class stand
// together, save that a lone one stands alone.
type class uint8

const (
	space class = iota
	word
	sign
	lone
)

func punctuationAlone(r rune) class {
	switch {
	case unicode.IsSpace(r):
		return space
	case r <= unicode.MaxASCII && unicode.In(r, unicode.P, unicode.S), unicode.Is(unicode.P, r):
		return lone
	}
	return word
}

func wordsAndSigns(r rune) class {
	switch {
	case unicode.IsSpace(r):
		return space
	case unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc):
		return word
	}
	return sign
}

// pieceBy cuts a text where the class changes, and leaves spaces out.
func pieceBy(text string, of func(rune) class) []string {
	var all []string
	begin, before := 0, space
	for at, r := range text {
		now := of(r)
		if now == before && now != lone {
			continue
		}
		if before != space {
			all = append(all, text[begin:at])
		}
		begin, before = at, now
	}
	if before != space {
		all = append(all, text[begin:])
	}
	return all
}

// metaspace writes spaces as a character that pieces begin with.
func metaspace(s step) (func(string) []string, error) {
	read := struct {
		Mark   string `json:"replacement"`
		Add    *bool  `json:"add_prefix_space"`
		Scheme string `json:"prepend_scheme"`
		Split  *bool  `json:"split"`
	}{Mark: "▁"}
	if err := json.Unmarshal(s.raw, &read); err != nil || read.Mark == "" || len(read.Mark) > len("▁") {
		return nil, refuse("tokenizer.json: the pre-tokenizer Metaspace cannot be read")
	}
	prefix := read.Scheme != "never"
	if read.Scheme == "" && read.Add != nil {
		prefix = *read.Add
	}
	split := read.Split == nil || *read.Split
	return func(text string) []string {
		if text == "" {
			return nil
		}
		text = strings.ReplaceAll(text, " ", read.Mark)
		if prefix && !strings.HasPrefix(text, read.Mark) {
			text = read.Mark + text
		}
		if !split {
			return []string{text}
		}
		return beginWith(text, read.Mark)
	}, nil
}

// beginWith cuts a text before every mark.
func beginWith(text, mark string) []string {
	var all []string
	for text != "" {
		next := strings.Index(text[1:], mark)
		if next < 0 {
			return append(all, text)
		}
		all, text = append(all, text[:next+1]), text[next+1:]
	}
	return all
}
