package static

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// deepest is how far sequences may hold sequences, and mostSteps how many steps
// one may have.
const (
	deepest   = 3
	mostSteps = 128
)

// normalisers returns the changes that a text goes through.
func normalisers(s step, depth int) ([]func(string) string, error) {
	switch s.kind {
	case "":
		return []func(string) string{valid}, nil
	case "Sequence":
		var read struct {
			Steps []step `json:"normalizers"`
		}
		if err := json.Unmarshal(s.raw, &read); err != nil || depth == deepest || len(read.Steps) > mostSteps {
			return nil, refuse("tokenizer.json: a sequence of normalisers cannot be read")
		}
		all := []func(string) string{valid}
		for _, one := range read.Steps {
			some, err := normalisers(one, depth+1)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
		return all, nil
	}
	one, err := normaliser(s)
	return []func(string) string{valid, one}, err
}

func normaliser(s step) (func(string) string, error) {
	switch s.kind {
	case "BertNormalizer":
		return bertNormaliser(s)
	case "Lowercase":
		return strings.ToLower, nil
	case "NFC":
		return norm.NFC.String, nil
	case "NFD":
		return norm.NFD.String, nil
	case "NFKC":
		return norm.NFKC.String, nil
	case "NFKD":
		return norm.NFKD.String, nil
	case "StripAccents":
		return withoutMarks, nil
	case "Strip":
		return strip(s)
	case "Replace":
		return replace(s)
	case "Prepend":
		return prepend(s)
	}
	return nil, refuse("tokenizer.json: the normaliser %.40q is not supported", s.kind)
}

func withoutMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, text)
}

func bertNormaliser(s step) (func(string) string, error) {
	read := struct {
		Clean   bool  `json:"clean_text"`
		Chinese bool  `json:"handle_chinese_chars"`
		Strip   *bool `json:"strip_accents"`
		Lower   bool  `json:"lowercase"`
	}{Clean: true, Chinese: true, Lower: true}
	if err := json.Unmarshal(s.raw, &read); err != nil {
		return nil, refuse("tokenizer.json: the BertNormalizer cannot be read")
	}
	marks := read.Lower
	if read.Strip != nil {
		marks = *read.Strip
	}
	return func(text string) string {
		if read.Clean {
			text = strings.Map(clean, text)
		}
		if read.Chinese {
			text = apart(text)
		}
		if marks {
			text = withoutMarks(norm.NFD.String(text))
		}
		if read.Lower {
			text = strings.ToLower(text)
		}
		return text
	}, nil
}

// clean makes every white space a space, and drops what cannot be seen.
func clean(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == unicode.ReplacementChar, unicode.In(r, unicode.C):
		return -1
	}
	return r
}

// apart puts spaces around every Chinese character.
func apart(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.Is(unicode.Han, r) && unicode.IsLetter(r) {
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func strip(s step) (func(string) string, error) {
	var read struct {
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	if err := json.Unmarshal(s.raw, &read); err != nil {
		return nil, refuse("tokenizer.json: the normaliser Strip cannot be read")
	}
	return func(text string) string {
		if read.Left {
			text = strings.TrimLeftFunc(text, unicode.IsSpace)
		}
		if read.Right {
			text = strings.TrimRightFunc(text, unicode.IsSpace)
		}
		return text
	}, nil
}

// mostPattern is how long a pattern and what stands in its place may be.
const mostPattern = 256

func replace(s step) (func(string) string, error) {
	var read struct {
		Pattern struct{ String, Regex string } `json:"pattern"`
		Content string                         `json:"content"`
	}
	plain, pattern := &read.Pattern.String, &read.Pattern.Regex
	if err := json.Unmarshal(s.raw, &read); err != nil || (*plain == "") == (*pattern == "") ||
		max(len(*plain), len(*pattern), len(read.Content)) > mostPattern {
		return nil, refuse("tokenizer.json: the normaliser Replace cannot be read")
	}
	if *plain != "" {
		return func(text string) string { return strings.ReplaceAll(text, *plain, read.Content) }, nil
	}
	compiled, err := regexp.Compile(*pattern)
	if err != nil {
		return nil, refuse("tokenizer.json: the pattern %.60q is not supported", *pattern)
	}
	return func(text string) string { return compiled.ReplaceAllLiteralString(text, read.Content) }, nil
}

func prepend(s step) (func(string) string, error) {
	var read struct {
		Text string `json:"prepend"`
	}
	if err := json.Unmarshal(s.raw, &read); err != nil || len(read.Text) > mostPattern {
		return nil, refuse("tokenizer.json: the normaliser Prepend cannot be read")
	}
	return func(text string) string {
		if text == "" {
			return text
		}
		return read.Text + text
	}, nil
}
