package quarry_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"github.com/quarrykb/quarry"
)

// Code that checks a word against a vocabulary asks its list: a constant that
// does not stand in it would be refused everywhere.
func TestAListOfAVocabularyHoldsEveryWordOfIt(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]struct {
		file  string
		words []string
	}{
		"ContextRole":      {"source.go", words(quarry.ContextRoles())},
		"Qualifier":        {"quantity.go", words(quarry.Qualifiers())},
		"Style":            {"question.go", words(quarry.Styles())},
		"AnswerState":      {"question.go", words(quarry.AnswerStates())},
		"AnswerVerdict":    {"answercheck.go", words(quarry.AnswerVerdicts())},
		"AnswerReason":     {"answercheck.go", words(quarry.AnswerReasons())},
		"Difficulty":       {"entry.go", words(quarry.Difficulties())},
		"DifficultySource": {"entry.go", words(quarry.DifficultySources())},
	} {
		declared := constants(t, list.file, name)
		slices.Sort(declared)
		slices.Sort(list.words)
		if len(declared) == 0 || !slices.Equal(declared, list.words) {
			t.Errorf("%s: declared %q, listed %q", name, declared, list.words)
		}
	}
}

func words[T ~string](list []T) []string {
	plain := make([]string, 0, len(list))
	for _, word := range list {
		plain = append(plain, string(word))
	}
	return plain
}

// constants returns the values of a type's constants, as a file declares them.
func constants(t *testing.T, file, of string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && isNamed(spec.Type, of) {
			for _, value := range spec.Values {
				values = append(values, unquoted(t, value))
			}
		}
		return true
	})
	return values
}

func isNamed(written ast.Expr, name string) bool {
	named, ok := written.(*ast.Ident)
	return ok && named.Name == name
}

func unquoted(t *testing.T, value ast.Expr) string {
	t.Helper()
	literal, ok := value.(*ast.BasicLit)
	if !ok {
		t.Fatalf("%v is no literal", value)
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
