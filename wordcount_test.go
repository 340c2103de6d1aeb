package quarry_test

import (
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
const mostWords = 100_000

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

// readsLanguage reports whether a package reads what people write. Elsewhere, and in
// packages that read a grammar alone, words are names of fields, commands and columns.
func readsLanguage(folder string) bool {
	if slices.Contains([]string{
		"ingest", "ingest/ankitext", "ingest/asciidoc", "ingest/crowdanki", "ingest/export", "ingest/htmltext", "ingest/htmltree", "ingest/ingesttest",
		"ingest/ingesttest/pdffile", "ingest/jsontree", "ingest/notebook", "ingest/pdf", "ingest/restructuredtext", "ingest/subprocess",
		"ingest/yamlrecords", "internal/evidence", "search/searchtest",
	}, folder) {
		return false
	}
	for _, reader := range []string{"ingest/", "check", "ground", "search", "internal/", "api/compare"} {
		if strings.HasPrefix(folder+"/", reader) && !strings.HasPrefix(folder, "search/embed") {
			return true
		}
	}
	return false
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
				words = append(words, listed(literalsOf(n, within))...)
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				words = append(words, naturalWords(literals(n.X, n.Y))...)
			}
		case *ast.CaseClause:
			words = append(words, naturalWords(literals(n.List...))...)
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
	for _, element := range list.Elts {
		parts := []ast.Expr{element}
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			parts = []ast.Expr{pair.Key, pair.Value}
		}
		found = append(found, literals(parts...)...)
		for _, part := range parts {
			if inner, ok := part.(*ast.CompositeLit); ok {
				within[inner] = true
				found = append(found, literalsOf(inner, within)...)
			}
		}
	}
	return found
}

// wordsOfCall returns the words that a function compares a text with, or takes as a list.
func wordsOfCall(call *ast.CallExpr) []string {
	of, name := "", ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
		if x, ok := f.X.(*ast.Ident); ok {
			of = x.Name
		}
	}
	given := literals(call.Args...)
	switch {
	case of == "strings" && name == "Fields":
		return listed(strings.Fields(strings.Join(given, " ")))
	case of == "strings" || of == "bytes":
		return naturalWords(given)
	case of == "fmt" || of == "errors" || strings.HasSuffix(name, "rrorf"):
		return nil
	}
	return listed(given)
}

// listed returns the words of a list of three or more of which most are no names of HTML.
func listed(entries []string) []string {
	const fewest = 3
	words := naturalWords(entries)
	other := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return atom.Lookup([]byte(word)) != 0 })
	if len(words) < fewest || 2*len(other) < len(words) {
		return nil
	}
	return words
}

// naturalWords returns the words of texts of at least two letters that are all small.
func naturalWords(texts []string) []string {
	var words []string
	for _, one := range texts {
		bare := strings.Trim(one, " .:")
		if utf8.RuneCountInString(bare) > 1 && !strings.ContainsFunc(bare, func(r rune) bool { return r != ' ' && !unicode.IsLower(r) }) {
			words = append(words, strings.Fields(bare)...)
		}
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
