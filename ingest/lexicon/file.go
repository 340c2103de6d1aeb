package lexicon

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/quarrykb/quarry"
)

// Limits of a lexicon file.
const (
	MaxBytes = 4 << 20
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
	handle, err := os.Open(path)
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
	var read content
	tokens, err := f.tokens()
	if err != nil {
		return read, err
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		return read, f.explain(err)
	}
	ctx := inFile(context.Background(), f.Name)
	for i, document := range tree.Docs {
		if i > 0 {
			return read, quarry.Errorf(quarry.KindInvalid, "lexicon %s holds more than one YAML document", f.Name)
		}
		if document.Body == nil {
			continue // comments only
		}
		decoder := yaml.NewDecoder(bytes.NewReader(nil), yaml.Strict())
		if err := decoder.DecodeFromNodeContext(ctx, document.Body, &read); err != nil {
			return read, f.explain(err)
		}
	}
	return read, nil
}

// tokens splits the file and refuses, before anything recursive sees it, what
// is too large, too deep or not plain data.
func (f File) tokens() (token.Tokens, error) {
	if len(f.Data) > MaxBytes {
		return nil, quarry.Errorf(quarry.KindTooLarge, "lexicon %s is larger than %d bytes", f.Name, MaxBytes)
	}
	if !utf8.Valid(f.Data) {
		return nil, quarry.Errorf(quarry.KindInvalid, "lexicon %s is not UTF-8", f.Name)
	}
	tokens := lexer.Tokenize(string(f.Data))
	depth := 0
	for i, t := range tokens {
		at := place{file: f.Name, line: t.Position.Line}
		switch t.Type { //nolint:exhaustive // only what opens, closes or is refused matters here
		case token.MappingStartType, token.SequenceStartType:
			depth++
		case token.MappingEndType, token.SequenceEndType:
			depth--
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType:
			return nil, at.errorf("anchors, tags and directives are not read")
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
			if depth <= 0 && indent(tokens, i) > maxColumn {
				return nil, at.errorf("indented by more than %d columns", maxColumn)
			}
		}
		if depth > maxDepth {
			return nil, at.errorf("nested deeper than %d levels", maxDepth)
		}
	}
	return tokens, nil
}

// indent returns the column in which the list entry or the key begins whose
// mark is the i-th token: a key begins one token before its colon.
func indent(tokens token.Tokens, i int) int {
	if tokens[i].Type == token.MappingValueType && i > 0 {
		i--
	}
	return tokens[i].Position.Column
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
