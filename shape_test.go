package quarry_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The sizes that the code keeps to, in lines.
const (
	longestFunction    = 80
	ninetiethFunction  = 40
	longestFile        = 400  // of code: blank lines and comments are free
	largestRoot        = 3000 // of files that are no tests: the root speaks, and does nothing
	fewestFilesToTrust = 20
)

func TestTheCodeKeepsItsSizes(t *testing.T) {
	t.Parallel()
	var lengths []int
	for _, file := range goFiles(t) {
		if lines := codeLines(file.text); lines > longestFile {
			t.Errorf("%s has %d lines of code, more than %d", file.path, lines, longestFile)
		}
		if file.isTest() {
			continue
		}
		for name, lines := range functionLengths(file) {
			lengths = append(lengths, lines)
			if lines > longestFunction {
				t.Errorf("%s: %s has %d lines, more than %d", file.path, name, lines, longestFunction)
			}
		}
	}
	slices.Sort(lengths)
	if at := lengths[len(lengths)*9/10]; at > ninetiethFunction {
		t.Errorf("nine of ten functions have up to %d lines, more than %d", at, ninetiethFunction)
	}
}

func TestTheRootIsSmall(t *testing.T) {
	t.Parallel()
	lines := 0
	for _, file := range goFiles(t) {
		if !file.isTest() && filepath.Dir(file.path) == "." {
			lines += strings.Count(file.text, "\n")
		}
	}
	if lines == 0 || lines > largestRoot {
		t.Errorf("the root has %d lines, want at most %d", lines, largestRoot)
	}
}

func TestNoPackageHoldsState(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		if file.isTest() {
			continue
		}
		for _, complaint := range stateOf(file) {
			t.Errorf("%s: %s", file.path, complaint)
		}
	}
}

func TestNothingIsLeftToDo(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		for _, line := range leftovers(file) {
			t.Errorf("%s: %q", file.path, line)
		}
	}
}

func TestAPackageDocNamesFilesThatExist(t *testing.T) {
	t.Parallel()
	named := 0
	for _, file := range goFiles(t) {
		if filepath.Base(file.path) != "doc.go" {
			continue
		}
		for _, name := range namedFiles(file) {
			named++
			if _, err := os.Stat(filepath.Join(filepath.Dir(file.path), name)); err != nil {
				t.Errorf("%s names a file that is not beside it: %v", file.path, err)
			}
		}
	}
	if named < fewestFilesToTrust {
		t.Errorf("the package docs name %d files, want at least %d", named, fewestFilesToTrust)
	}
}

func TestTheShapeRulesCatchWhatTheyForbid(t *testing.T) {
	t.Parallel()
	long := "package p\n\nfunc long() {\n" + strings.Repeat("\tlong()\n", longestFunction) + "}\n"
	if got := functionLengths(parse(t, "long.go", long))["long"]; got != longestFunction+2 {
		t.Errorf("length of a function of %d lines and its braces = %d", longestFunction, got)
	}
	if got := codeLines("package p\n\n// A word.\n/* Two\nlines. */\nvar a = `\n//`\n"); got != 3 {
		t.Errorf("code lines = %d, want 3", got)
	}
	for name, tc := range map[string]struct {
		text string
		want int
	}{
		"a variable":            {"var counter int", 1},
		"two variables":         {"var (\n\ta int\n\tb int\n)", 2},
		"an init":               {"func init() {}", 1},
		"a method called init":  {"type s struct{}\n\nfunc (s) init() {}", 0},
		"an embedded file":      {"//go:embed a.txt\nvar a string", 0},
		"an interface is met":   {"var _ error = (*e)(nil)", 0},
		"a constant":            {"const a = 1", 0},
		"a variable in a group": {"var (\n\t//go:embed a.txt\n\ta string\n\tb int\n)", 1},
	} {
		if got := stateOf(parse(t, "p.go", "package p\n\n"+tc.text+"\n")); len(got) != tc.want {
			t.Errorf("%s: complaints = %q, want %d", name, got, tc.want)
		}
	}
	if got := leftovers(parse(t, "p.go", "package p\n\n// TO"+"DO: more.\n//FIX"+"ME\n\n// Readers meet the word TO"+"DO in documents.\n")); len(got) != 2 {
		t.Errorf("leftovers = %q, want two", got)
	}
	doc := parse(t, "doc.go", "// Package p reads (a.go, b_test.go) what\n// c.go.md says of go.mod, by d.go.\npackage p\n")
	if got := namedFiles(doc); !slices.Equal(got, []string{"a.go", "b_test.go", "d.go"}) {
		t.Errorf("files that a package doc names = %q", got)
	}
}

type goFile struct {
	path, text string
	set        *token.FileSet
	tree       *ast.File
}

func (f goFile) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// goFiles reads every Go file of the tree, other modules in it included, test
// data excluded.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return enter(path)
		case filepath.Ext(path) == ".go":
			files = append(files, read(t, path))
		}
		return nil
	})
	if err != nil || len(files) < fewestFilesToTrust {
		t.Fatalf("found %d Go files, error %v", len(files), err)
	}
	return files
}

// enter stays out of folders that hold no code of ours.
func enter(path string) error {
	name := filepath.Base(path)
	if name == "testdata" || name != "." && strings.HasPrefix(name, ".") {
		return fs.SkipDir
	}
	return nil
}

func read(t *testing.T, path string) goFile {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return parse(t, path, string(text))
}

func parse(t *testing.T, path, text string) goFile {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, path, text, parser.ParseComments)
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	return goFile{path: path, text: text, set: set, tree: tree}
}

// functionLengths counts each function from its keyword to its last brace.
func functionLengths(f goFile) map[string]int {
	lengths := map[string]int{}
	for _, declared := range f.tree.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok {
			continue
		}
		first, last := f.set.Position(function.Pos()).Line, f.set.Position(function.End()).Line
		name := function.Name.Name
		if function.Recv != nil {
			name = fmt.Sprintf("%s (line %d)", name, first)
		}
		lengths[name] = last - first + 1
	}
	return lengths
}

// codeLines counts the lines that hold anything but white space and comments.
func codeLines(text string) int {
	set := token.NewFileSet()
	file := set.AddFile("", set.Base(), len(text))
	var scan scanner.Scanner
	scan.Init(file, []byte(text), nil, 0)
	lines := map[int]bool{}
	for {
		at, kind, literal := scan.Scan()
		if kind == token.EOF {
			return len(lines)
		}
		if kind == token.SEMICOLON && literal == "\n" {
			continue
		}
		first := file.Line(at)
		for line := first; line <= first+strings.Count(literal, "\n"); line++ {
			lines[line] = true
		}
	}
}

// stateOf names every package variable and every init of a file. What is
// embedded is data, and a blank variable states that an interface is met.
func stateOf(f goFile) []string {
	var complaints []string
	for _, declared := range f.tree.Decls {
		switch declared := declared.(type) {
		case *ast.FuncDecl:
			if declared.Name.Name == "init" && declared.Recv == nil {
				complaints = append(complaints, "func init runs behind the reader's back")
			}
		case *ast.GenDecl:
			complaints = append(complaints, variables(declared)...)
		}
	}
	return complaints
}

func variables(declared *ast.GenDecl) []string {
	if declared.Tok != token.VAR || isEmbedded(declared.Doc) {
		return nil
	}
	var complaints []string
	for _, spec := range declared.Specs {
		value, ok := spec.(*ast.ValueSpec)
		if !ok || isEmbedded(value.Doc) {
			continue
		}
		for _, name := range value.Names {
			if name.Name != "_" {
				complaints = append(complaints, "var "+name.Name+" is state of the package")
			}
		}
	}
	return complaints
}

func isEmbedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// leftovers returns the comments that begin with a promise to come back.
func leftovers(f goFile) []string {
	var found []string
	for _, group := range f.tree.Comments {
		for _, comment := range group.List {
			text := strings.TrimLeft(comment.Text, "/* \t")
			for _, word := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"} {
				if strings.HasPrefix(text, word) {
					found = append(found, comment.Text)
				}
			}
		}
	}
	return found
}

// namedFiles returns the Go files that the doc of a package names.
func namedFiles(f goFile) []string {
	var found []string
	for word := range strings.FieldsSeq(f.tree.Doc.Text()) {
		if word = strings.Trim(word, "(),;:."); strings.HasSuffix(word, ".go") {
			found = append(found, word)
		}
	}
	return found
}
