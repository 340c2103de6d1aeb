package quarry_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// mostWords is how many different words of natural languages the code may hold. They are
// data of the lexicon: the number only shrinks.
const mostWords = 360

// fewest is how many texts make a list.
const fewest = 3

func TestTheCodeHoldsFewWordsOfNaturalLanguages(t *testing.T) {
	t.Parallel()
	all, byPackage := map[string]bool{}, map[string]map[string]bool{}
	for _, file := range goFiles(t) {
		folder := filepath.ToSlash(filepath.Dir(file.path))
		if file.isTest() || !readsLanguage(folder) {
			continue
		}
		if byPackage[folder] == nil {
			byPackage[folder] = map[string]bool{}
		}
		for _, word := range wordsInCode(file) {
			all[word], byPackage[folder][word] = true, true
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(byPackage)) {
		words := slices.Sorted(maps.Keys(byPackage[folder]))
		t.Logf("%s: %d %s", folder, len(words), strings.Join(words, " "))
	}
	t.Logf("in all %d", len(all))
	if len(all) > mostWords {
		t.Errorf("the code holds %d words of natural languages, more than %d: they belong in the lexicon", len(all), mostWords)
	}
}

func TestWordsOfNaturalLanguagesAreFoundInCode(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]int{
		`[]string{"one", "two words", "and three"}`:        5,
		`[]string{"one", "two"}`:                           0,
		`[]string{"html", "head", "body"}`:                 0,
		`[]string{"max_tokens", "X-Key", "4th"}`:           0,
		`map[string]string{"one": "uno", "two": ""}`:       3,
		`strings.Fields("one two three")`:                  3,
		`strings.HasPrefix(s, "one ")`:                     1,
		`s == "one" || "two" != s`:                         2,
		`fmt.Errorf("a fault", "one", "two", "three")`:     0,
		`isAny(s, "one", "two", "three")`:                  3,
		"func() { switch s { case \"one\", \"two\":\n } }": 2,
	} {
		if got := wordsInCode(parse(t, "p.go", "package p\n\nvar v = "+code+"\n")); len(got) != want {
			t.Errorf("%s: words = %q, want %d", code, got, want)
		}
	}
}

// readsLanguage reports whether a package reads what people write. Elsewhere, and where a
// grammar alone is read, words are names of fields, commands and columns.
func readsLanguage(folder string) bool {
	grammars := strings.Fields(`ankitext asciidoc crowdanki datatree export htmltext htmltree ingesttest ingesttest/pdffile notebook pdf
		restructuredtext subprocess yamlrecords`)
	if inside, ok := strings.CutPrefix(folder, "ingest/"); ok {
		return !slices.Contains(grammars, strings.TrimPrefix(inside, "format/"))
	}
	if folder == "search/bleveindex" || strings.HasPrefix(folder, "search/bleveindex/") {
		return true
	}
	return slices.Contains([]string{"api/compare", "answer", "grounding", "internal/lexicon", "internal/quantity", "internal/text", "search"}, folder)
}

// wordsInCode returns the words in lists, in comparisons and in cases of switches.
func wordsInCode(file goFile) []string {
	var words []string
	within := map[ast.Node]bool{} // literals within others
	ast.Inspect(file.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.CompositeLit:
			if !within[n] {
				words = append(words, listed(literalsOf(n, within), fewest)...)
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				words = append(words, listed(literals(n.X, n.Y), 1)...)
			}
		case *ast.CaseClause:
			words = append(words, listed(literals(n.List...), 1)...)
		case *ast.CallExpr:
			words = append(words, wordsOfCall(n)...)
		}
		return true
	})
	return words
}

// literalsOf returns the strings of a list, with those of lists in it.
func literalsOf(list *ast.CompositeLit, within map[ast.Node]bool) []string {
	var found []string
	ast.Inspect(list, func(n ast.Node) bool {
		if expression, ok := n.(ast.Expr); ok {
			found = append(found, literals(expression)...)
		}
		inner, _ := n.(*ast.CompositeLit)
		_, isPair := n.(*ast.KeyValueExpr)
		within[n] = inner != nil
		return inner != nil || isPair
	})
	return found
}

// wordsOfCall returns the words that a function compares a text with, or takes as a list.
func wordsOfCall(call *ast.CallExpr) []string {
	given := literals(call.Args...)
	function, _ := call.Fun.(*ast.SelectorExpr)
	if function == nil {
		return listed(given, fewest)
	}
	switch of := fmt.Sprint(function.X); {
	case of == "strings" && function.Sel.Name == "Fields":
		return listed(strings.Fields(strings.Join(given, " ")), fewest)
	case of == "strings" || of == "bytes":
		return listed(given, 1)
	case of == "fmt" || of == "errors" || strings.HasSuffix(function.Sel.Name, "rrorf"):
		return nil
	}
	return listed(given, fewest)
}

// listed returns the words of a list of so many texts at least, of which most are no names
// of HTML. A text counts that has two letters or more and all of them small.
func listed(texts []string, least int) []string {
	var words, tags []string
	count := 0
	for _, one := range texts {
		bare := strings.Trim(one, " .:")
		if utf8.RuneCountInString(bare) < 2 || strings.ContainsFunc(bare, func(r rune) bool { return r != ' ' && !unicode.IsLower(r) }) {
			continue
		}
		count++
		words = append(words, strings.Fields(bare)...)
		if atom.Lookup([]byte(bare)) != 0 {
			tags = append(tags, bare)
		}
	}
	if count < least || count > 1 && 2*len(tags) > count {
		return nil
	}
	return words
}

func literals(expressions ...ast.Expr) []string {
	var found []string
	for _, expression := range expressions {
		if literal, ok := expression.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				found = append(found, text)
			}
		}
	}
	return found
}
