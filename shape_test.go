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

// The sizes that the code keeps to. Lines of code are those that are neither blank nor
// comments.
const (
	longestFunction    = 80   // lines
	longestFile        = 500  // lines of code
	largestPackage     = 4000 // lines of files that are no tests
	mostFiles          = 25   // of a package that are no tests
	mostNouns          = 32   // files of the root, which has one for each
	largestRoot        = 3500 // lines of files that are no tests: the root speaks, and does nothing
	longestRepeat      = 12   // lines of code that stand in two places
	fewestFilesToTrust = 20
)

func TestTheCodeKeepsItsSizes(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		if lines := codeLines(file.text); lines > longestFile {
			t.Errorf("%s has %d lines of code, more than %d", file.path, lines, longestFile)
		}
		if file.isTest() {
			continue
		}
		for name, lines := range functionLengths(file) {
			if lines > longestFunction {
				t.Errorf("%s: %s has %d lines, more than %d", file.path, name, lines, longestFunction)
			}
		}
	}
}

func TestAPackageCanBeOverseen(t *testing.T) {
	t.Parallel()
	files, lines := map[string]int{}, map[string]int{}
	for _, file := range productFiles(t) {
		folder := filepath.Dir(file.path)
		files[folder]++
		lines[folder] += strings.Count(file.text, "\n")
	}
	for folder := range files {
		most := mostFiles
		if folder == "." {
			most = mostNouns
		}
		if files[folder] > most || lines[folder] > largestPackage {
			t.Errorf("%s has %d lines in %d files, more than %d in %d: part it where a reader would look for two things",
				folder, lines[folder], files[folder], largestPackage, most)
		}
	}
}

func TestNothingStandsTwice(t *testing.T) {
	t.Parallel()
	for _, complaint := range repeats(productFiles(t)) {
		t.Error(complaint)
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
	block := strings.Repeat("\ta := b\n\n\t// A remark.\n", 3) + "\tc(1)\n\tc(2)\n\tc(3)\n\tc(4)\n\tc(5)\n\tc(6)\n\tc(7)\n\tc(8)\n"
	for name, tc := range map[string]struct {
		first, second string
		want          int
	}{
		"thirteen lines in two files":  {block + "\tc(10)\n", block + "\tc(10)\n\tc(0)\n", 1},
		"twelve lines in two files":    {block + "\td(1)\n", block + "\td(2)\n", 0},
		"a run that repeats in itself": {strings.Repeat("\tc(1)\n", 20), "", 0},
		"two runs in one file, apart":  {block + "\tc(9)\n\tc(10)\n\td()\n" + block + "\tc(9)\n\tc(10)\n", "", 1},
	} {
		var files []goFile
		for _, body := range []string{tc.first, tc.second} {
			files = append(files, parse(t, "p.go", "package p\n\nfunc f() {\n"+body+"}\n"))
		}
		if got := repeats(files); len(got) != tc.want {
			t.Errorf("%s: complaints = %q, want %d", name, got, tc.want)
		}
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

// productFiles are the files that Quarry is built from: no tests, none of what measures it,
// makes it or shows it, and no suites that tests share.
func productFiles(t *testing.T) []goFile {
	t.Helper()
	return slices.DeleteFunc(goFiles(t), func(f goFile) bool {
		within := func(folder string) bool { return strings.HasPrefix(f.path, folder+"/") }
		return f.isTest() || slices.ContainsFunc([]string{
			"bench", "tools", "examples", "ingest/ingesttest", "search/searchtest", "store/storetest",
		}, within)
	})
}

// repeats names every run of more than longestRepeat lines of code that stands in two places,
// whatever stands between them that is no code. Imports may be alike.
func repeats(files []goFile) []string {
	type place struct{ file, line, at int } // at: how many lines of code of the file stand before it
	var complaints []string
	seen := map[string]place{}
	for number, file := range files {
		var code []string
		var lines []int
		comments := map[int]bool{}
		for _, group := range file.tree.Comments {
			for line := file.set.Position(group.Pos()).Line; line <= file.set.Position(group.End()).Line; line++ {
				comments[line] = true
			}
		}
		first := file.set.Position(file.tree.Name.End()).Line
		for _, imported := range file.tree.Imports {
			first = file.set.Position(imported.End()).Line + 1
		}
		for at, line := range strings.Split(file.text, "\n") {
			words := strings.TrimSpace(line)
			if at < first || words == "" || comments[at+1] && strings.HasPrefix(words, "/") {
				continue
			}
			code, lines = append(code, words), append(lines, at+1)
		}
		told := -1 // the last line of a run that was named
		for at := 0; at+longestRepeat < len(code); at++ {
			run := strings.Join(code[at:at+longestRepeat+1], "\n")
			before, twice := seen[run]
			if !twice {
				seen[run] = place{number, lines[at], at}
			} else if (before.file != number || at-before.at > longestRepeat) && at > told {
				complaints = append(complaints, fmt.Sprintf("%s:%d repeats %s:%d: more than %d lines stand in two places",
					file.path, lines[at], files[before.file].path, before.line, longestRepeat))
				told = at + longestRepeat
			}
		}
	}
	return complaints
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
