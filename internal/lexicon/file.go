package lexicon

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/quarrykb/quarry"
)

// Limits of a lexicon file. On some broken files the YAML reader's time grows
// with the square of the lines, or of a line's length: at these limits the
// worst found took a second.
const (
	MaxBytes     = 4 << 20
	MaxLines     = 50_000
	MaxLineBytes = 64 << 10
	// maxDepth is far above what the data's shape needs (four) and far below
	// what a recursive parser survives; maxColumn is the same for indentation.
	maxDepth  = 16
	maxColumn = 64
)

// File is a lexicon file that was read.
type File struct {
	Name string // as errors name it
	Data []byte
}

func readFile(path string) (File, error) {
	handle, err := os.Open(path) //nolint:gosec // the path is the operator's own choice
	if err != nil {
		return File{}, quarry.Errorf(quarry.KindInvalid, "lexicon %s cannot be read", path).Because(err)
	}
	defer func() { _ = handle.Close() }()
	data, err := io.ReadAll(io.LimitReader(handle, MaxBytes+1))
	if err != nil {
		return File{}, quarry.Errorf(quarry.KindInvalid, "lexicon %s cannot be read", path).Because(err)
	}
	return File{Name: path, Data: data}, nil
}

// decode reads the file strictly: what it does not know it refuses.
func (f File) decode() (content, error) {
	tokens, err := f.tokens()
	if err != nil {
		return content{}, err
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		return content{}, f.explain(err)
	}
	var read document
	ctx := inFile(context.Background(), f.Name)
	for i, document := range tree.Docs {
		if i > 0 {
			return content{}, quarry.Errorf(quarry.KindInvalid, "lexicon %s holds more than one YAML document", f.Name)
		}
		if document.Body == nil {
			continue // comments only
		}
		decoder := yaml.NewDecoder(bytes.NewReader(nil), yaml.Strict())
		if err := decoder.DecodeFromNodeContext(ctx, document.Body, &read); err != nil {
			return content{}, f.explain(err)
		}
	}
	if read.Numerals != nil && read.Language.value == "" {
		return content{}, place{f.Name, 1}.errorf("numerals are of a language: say which, as \"language: nl\"")
	}
	all := read.whole()
	all.Units, err = prefixed(all.Units)
	return all, err
}

// tokens splits the file and refuses, before anything recursive sees it, what
// is too large, too deep or not plain data.
func (f File) tokens() (token.Tokens, error) {
	if err := f.checkSize(); err != nil {
		return nil, err
	}
	tokens := lexer.Tokenize(string(f.Data))
	depth := 0
	for i, t := range tokens {
		depth += opens(t)
		at := place{file: f.Name, line: t.Position.Line}
		switch {
		case depth > maxDepth:
			return nil, at.errorf("nested deeper than %d levels", maxDepth)
		case depth <= 0 && indent(tokens, i) > maxColumn:
			return nil, at.errorf("indented by more than %d columns", maxColumn)
		case isMachinery(t):
			return nil, at.errorf("anchors, tags and directives are not read")
		}
	}
	return tokens, nil
}

// opens returns by how many levels a token nests what follows.
func opens(t *token.Token) int {
	switch t.Type { //nolint:exhaustive // no other token opens or closes anything
	case token.MappingStartType, token.SequenceStartType:
		return 1
	case token.MappingEndType, token.SequenceEndType:
		return -1
	default:
		return 0
	}
}

// isMachinery reports whether a token is YAML's machinery and no data.
func isMachinery(t *token.Token) bool {
	return slices.Contains([]token.Type{
		token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType,
	}, t.Type)
}

func (f File) checkSize() error {
	if len(f.Data) > MaxBytes {
		return quarry.Errorf(quarry.KindTooLarge, "lexicon %s is larger than %d bytes", f.Name, MaxBytes)
	}
	if !utf8.Valid(f.Data) {
		return quarry.Errorf(quarry.KindInvalid, "lexicon %s is not UTF-8", f.Name)
	}
	at := place{file: f.Name}
	for line := range bytes.Lines(f.Data) {
		at.line++
		if len(line) > MaxLineBytes {
			return at.errorf("a line is longer than %d bytes", MaxLineBytes)
		}
	}
	if at.line > MaxLines {
		return quarry.Errorf(quarry.KindTooLarge, "lexicon %s has more than %d lines", f.Name, MaxLines)
	}
	return nil
}

// indent returns the column in which the list entry or the key begins whose
// mark is the i-th token, and 0 where that token is no such mark. A key begins
// one token before its colon.
func indent(tokens token.Tokens, i int) int {
	switch tokens[i].Type { //nolint:exhaustive // no other token begins a level by its column
	case token.MappingValueType:
		return tokens[max(i-1, 0)].Position.Column
	case token.SequenceEntryType, token.MappingKeyType:
		return tokens[i].Position.Column
	default:
		return 0
	}
}

// explain names file and line of what the YAML reader complains of.
func (f File) explain(err error) error {
	if _, ours := errors.AsType[*quarry.Error](err); ours {
		return err
	}
	complaint, ok := errors.AsType[yaml.Error](err)
	if !ok || complaint.GetToken() == nil {
		return quarry.Errorf(quarry.KindInvalid, "lexicon %s is not readable YAML", f.Name).Because(err)
	}
	at := place{file: f.Name, line: complaint.GetToken().Position.Line}
	return at.errorf("%s", complaint.GetMessage())
}
