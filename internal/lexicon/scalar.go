package lexicon

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// place is where something stands in the data.
type place struct {
	file string
	line int
}

// String returns "file:line".
func (p place) String() string {
	if p.file == "" {
		return "the built-in lexicon"
	}
	return p.file + ":" + strconv.Itoa(p.line)
}

func (p place) errorf(format string, args ...any) error {
	if p.file == "" {
		return unplaced{quarry.Errorf(quarry.KindInvalid, format, args...)}
	}
	return quarry.Errorf(quarry.KindInvalid, "lexicon %s: "+format, append([]any{p}, args...)...)
}

// unplaced is a fault of what stands in no file: of a built-in entry as a file has
// changed it, or of an entry that has no word.
type unplaced struct{ fault error }

func (u unplaced) Error() string { return u.fault.Error() }
func (u unplaced) Unwrap() error { return u.fault }

// scalar is a word of the data that remembers where it stands. Numbers keep the
// spelling they are written in.
type scalar struct {
	value string
	at    place
}

// longestText is the longest word or phrase in bytes.
const longestText = 200

type fileKey struct{}

// inFile tells the texts that are decoded which file they stand in: the YAML
// reader knows lines only.
func inFile(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, fileKey{}, name)
}

// UnmarshalYAML reads one scalar. A list, a mapping or null is an error, and
// so is a text that is empty or too long.
func (t *scalar) UnmarshalYAML(ctx context.Context, node ast.Node) error {
	file, _ := ctx.Value(fileKey{}).(string)
	at := place{file: file, line: node.GetToken().Position.Line}
	value := ""
	switch scalar := node.(type) {
	case *ast.StringNode:
		value = scalar.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		value = node.GetToken().Value
	}
	if value == "" {
		return at.errorf("a word is expected")
	}
	if len(value) > longestText {
		return at.errorf("a text is longer than %d bytes", longestText)
	}
	*t = scalar{value: value, at: at}
	return nil
}

// UnmarshalText reads a word of the generated file, which does not say where it stands.
func (t *scalar) UnmarshalText(word []byte) error {
	t.value = string(word)
	return nil
}

// or returns the text, or another where it is not given.
func (t scalar) or(other scalar) scalar {
	if t.value == "" {
		return other
	}
	return t
}

func values(texts []scalar) []string {
	return each(texts, func(t scalar) string { return t.value })
}

// folded returns the texts in lower case.
func folded(texts []scalar) []string {
	return each(texts, func(t scalar) string { return strings.ToLower(t.value) })
}

// union returns the texts and those of the further ones whose words are new.
func union(texts, further []scalar) []scalar {
	if len(further) == 0 {
		return texts
	}
	known := map[string]bool{}
	for _, one := range texts {
		known[one.value] = true
	}
	all := slices.Clip(texts)
	for _, one := range further {
		if !known[one.value] {
			known[one.value] = true
			all = append(all, one)
		}
	}
	return all
}

// checkSearched wants something to look for in every one of the words.
func checkSearched(noun string, words []scalar) error {
	for _, word := range words {
		if text.Slug(word.value) == "" {
			return word.at.errorf("%s %q holds neither letter nor digit", noun, word.value)
		}
	}
	return nil
}

// checkWords wants each of the words to be one alone: more than one never stands
// where they are looked for.
func checkWords(noun string, words []scalar) error {
	for _, word := range words {
		if len(text.Words(word.value)) > 1 {
			return word.at.errorf("%s %q is more than one word", noun, word.value)
		}
	}
	return checkSearched(noun, words)
}
