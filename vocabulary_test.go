package quarry_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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
		"CardState":        {"study.go", words(quarry.CardStates())},
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

// Words that the code never looks up mislead those who add to them. The packages that import
// the lexicon name its cues in texts, and the qualifiers of numbers name two each.
func TestEveryCueOfTheLexiconIsLookedUp(t *testing.T) {
	t.Parallel()
	var known struct{ Cues map[string]any }
	data, err := os.ReadFile("internal/lexicon/data/generated.json")
	if err := errors.Join(err, json.Unmarshal(data, &known)); err != nil {
		t.Fatal(err)
	}
	named := textsOfPackagesWith(t, module+"/internal/lexicon")
	for _, qualifier := range quarry.Qualifiers() {
		named[string(qualifier)], named[string(qualifier)+"_behind"] = true, true
	}
	if named["no_such_cue"] || !named["denied"] {
		t.Error("the texts of the code are not what it looks up")
	}
	for cue := range known.Cues {
		if !named[cue] {
			t.Errorf("no code looks up the words of %q", cue)
		}
	}
}

// A cue that no word signals is looked up in vain: its words were removed, or it is mistyped.
func TestEveryCueThatIsLookedUpHasWords(t *testing.T) {
	t.Parallel()
	var known struct{ Cues map[string]any }
	data, err := os.ReadFile("internal/lexicon/data/generated.json")
	if err := errors.Join(err, json.Unmarshal(data, &known)); err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, file := range goFiles(t) {
		if file.isTest() {
			continue
		}
		ast.Inspect(file.tree, func(n ast.Node) bool {
			if cue := lookedUp(t, n); cue != "" {
				if met++; known.Cues[cue] == nil {
					t.Errorf("%s looks up %q, of which the lexicon has no words", file.path, cue)
				}
			}
			return true
		})
	}
	if met < 100 {
		t.Errorf("%d cues are looked up by name; want the most of them", met)
	}
}

// lookedUp returns the cue that an expression looks up: "denied" of r.cues["denied"].
func lookedUp(t *testing.T, n ast.Node) string {
	t.Helper()
	index, ok := n.(*ast.IndexExpr)
	if !ok {
		return ""
	}
	literal, ok := index.Index.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return ""
	}
	switch of := index.X.(type) {
	case *ast.Ident:
		ok = of.Name == "cues"
	case *ast.SelectorExpr:
		ok = of.Sel.Name == "cues"
	default:
		ok = false
	}
	if !ok {
		return ""
	}
	return unquoted(t, literal)
}

// textsOfPackagesWith returns the texts that stand in the packages that import another, and
// in that one; not those of tests.
func textsOfPackagesWith(t *testing.T, imported string) map[string]bool {
	t.Helper()
	written, importing := map[string][]string{}, map[string]bool{strings.TrimPrefix(imported, module+"/"): true}
	for _, file := range goFiles(t) {
		if file.isTest() {
			continue
		}
		folder := filepath.Dir(file.path)
		ast.Inspect(file.tree, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				written[folder] = append(written[folder], unquoted(t, literal))
			}
			return true
		})
		if slices.Contains(written[folder], imported) {
			importing[folder] = true
		}
	}
	texts := map[string]bool{}
	for folder := range importing {
		for _, text := range written[folder] {
			texts[text] = true
		}
	}
	return texts
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
