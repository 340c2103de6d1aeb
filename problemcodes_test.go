package quarry_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

// explainedIn is the one list of all codes that a problem can have.
const explainedIn = "openapi/problems.json"

func TestEveryCodeOfAProblemIsExplainedAndRaised(t *testing.T) {
	t.Parallel()
	var files []goFile
	for _, file := range goFiles(t) {
		top := topFolder(filepath.ToSlash(file.path))
		if !file.isTest() && top != "tools" && top != "bench" {
			files = append(files, file)
		}
	}
	raised, complaints := codesRaised(files)
	for _, complaint := range complaints {
		t.Error(complaint)
	}
	explained := codesExplained(t)
	for _, code := range slices.Sorted(maps.Keys(raised)) {
		if !explained[code] {
			t.Errorf("%s raises the code %q, which nothing explains. Add an entry to %s, in its alphabetical place, "+
				"and run `make generate`:\n%s", raised[code], code, explainedIn, skeleton(code))
		}
	}
	for code := range explained {
		if raised[code] == "" {
			t.Errorf("%s explains the code %q, which nothing raises: remove the entry, or raise it with WithCode(%q)",
				explainedIn, code, code)
		}
	}
}

// An error without a code has that of its kind, also as the failure of a job.
func TestTheCodeOfEveryKindIsExplained(t *testing.T) {
	t.Parallel()
	explained, kinds := codesExplained(t), quarry.Kinds()
	codes := map[string]bool{}
	for i, kind := range kinds {
		if int(kind) != i || !explained[kind.Code()] || codes[kind.Code()] {
			t.Errorf("kind %d at place %d has the code %q: each stands at its place, with a code of its own that is explained",
				kind, i, kind.Code())
		}
		codes[kind.Code()] = true
	}
	if next := quarry.Kind(len(kinds)); next.Code() != quarry.KindInternal.Code() {
		t.Errorf("the kind of the code %q is not among all kinds", next.Code())
	}
}

func TestWhatRaisesACodeIsFound(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"a literal":             {`func f() error { return e.WithCode("a_b") }`, []string{"a_b"}},
		"a constant":            {`const broken = "c"; func f() error { return e.WithCode(broken) }`, []string{"c"}},
		"a parameter":           {`func f(n int, code string) error { return e.WithCode(code) }; var _ = f(1, "d")`, []string{"d"}},
		"a closure's parameter": {`func g() { f := func(code, m string) error { return e.WithCode(code) }; f("h", ""); f("i", "") }`, []string{"h", "i"}},
		"a field":               {`const codeFont = "font"; func (f foreign) err() error { return e.WithCode(f.code) }`, []string{"font"}},
		"another's code":        {`const codeFont = "font"; func f(of failure) error { return e.WithCode(of.Code) }`, nil},
		"a composite":           {`var _ = &quarry.Error{Code: "j"}`, []string{"j"}},
		"a job's failure":       {`var _ = &quarry.JobFailure{Code: "j"}`, []string{"j"}},
		"a kind's own":          {`func (k Kind) Code() string { switch k { case 1: return "k" }; return "internal" }`, []string{"internal", "k"}},
		"nothing":               {`func f() error { return e.WithFixes("x") }`, nil},
	} {
		raised, complaints := codesRaised([]goFile{parse(t, "api/status.go", "package api\n\n"+tc.text+"\n")})
		if got := slices.Sorted(maps.Keys(raised)); !slices.Equal(got, tc.want) || len(complaints) > 0 {
			t.Errorf("%s: codes = %q, complaints %q; want %q", name, got, complaints, tc.want)
		}
	}
	_, complaints := codesRaised([]goFile{parse(t, "p.go", "package p\n\nfunc f() error { return e.WithCode(made()) }\n")})
	if len(complaints) != 1 {
		t.Errorf("complaints of a code that is made up as it goes = %q, want one", complaints)
	}
}

func codesExplained(t *testing.T) map[string]bool {
	t.Helper()
	raw, err := os.ReadFile(filepath.FromSlash(explainedIn))
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	var entries []struct {
		Code, Title, Meaning, Remedy string
		Status                       int
		Example                      struct{ Detail, Instance string }
	}
	if err := json.Unmarshal(raw, &entries); err != nil {
		t.Fatalf("%s: %v", explainedIn, err)
	}
	word := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	explained := map[string]bool{}
	for i, entry := range entries {
		if explained[entry.Code] || i > 0 && entry.Code < entries[i-1].Code {
			t.Errorf("%s: %q stands twice, or not in its alphabetical place", explainedIn, entry.Code)
		}
		explained[entry.Code] = true
		whole := entry.Title != "" && entry.Meaning != "" && entry.Remedy != "" && entry.Example.Detail != "" && entry.Example.Instance != ""
		if !word.MatchString(entry.Code) || !whole || entry.Status < 400 || entry.Status > 599 {
			t.Errorf("%s: the entry of %q lacks something, or has a code or a status that is none", explainedIn, entry.Code)
		}
	}
	return explained
}

// skeleton is the entry that is missing.
func skeleton(code string) string {
	return fmt.Sprintf(`  {
    "code": %q,
    "status": 400,
    "title": "one phrase, the same for every occurrence",
    "meaning": "What has happened, in a sentence or two.",
    "remedy": "What the caller can do.",
    "example": {
      "detail": "what the error says",
      "instance": "/v1/…"
    }
  }`, code)
}

// codesRaised finds every code that an error is given, with where that is, and
// complains of what it cannot tell.
func codesRaised(files []goFile) (map[string]string, []string) {
	packages := map[string][]goFile{}
	for _, file := range files {
		folder := filepath.Dir(file.path)
		packages[folder] = append(packages[folder], file)
	}
	raised := map[string]string{}
	var complaints []string
	for _, folder := range slices.Sorted(maps.Keys(packages)) {
		p := codePackage{files: packages[folder], constants: map[string]string{}, passing: map[string]int{}, raised: raised}
		complaints = append(complaints, p.find()...)
	}
	return raised, complaints
}

// codePackage looks for codes in the files of one package.
type codePackage struct {
	files     []goFile
	constants map[string]string // of texts, by name
	passing   map[string]int    // functions that give an error a code which they are passed, with its place
	raised    map[string]string
}

func (p codePackage) find() []string {
	var complaints []string
	p.each(func(_ goFile, within string, node ast.Node) {
		p.noteConstant(node)
		p.notePassing(within, node)
	})
	p.each(func(file goFile, within string, node ast.Node) {
		switch node := node.(type) {
		case *ast.CallExpr:
			complaints = append(complaints, p.judgeCall(file, within, node)...)
		case *ast.CompositeLit:
			p.noteComposite(file, node)
		case *ast.FuncDecl:
			p.noteOwn(file, node)
		}
	})
	return complaints
}

// each visits every node, with the place of the declaration in which it stands.
func (p codePackage) each(visit func(file goFile, within string, node ast.Node)) {
	for _, file := range p.files {
		for _, declared := range file.tree.Decls {
			within := file.set.Position(declared.Pos()).String()
			ast.Inspect(declared, func(node ast.Node) bool {
				visit(file, within, node)
				return true
			})
		}
	}
}

func (p codePackage) noteConstant(node ast.Node) {
	spec, ok := node.(*ast.ValueSpec)
	if !ok || len(spec.Names) != len(spec.Values) {
		return
	}
	for i, name := range spec.Names {
		if text, ok := literal(spec.Values[i]); ok {
			p.constants[name.Name] = text
		}
	}
}

// notePassing notes a function, or a closure with a name, one of whose parameters
// becomes a code.
func (p codePackage) notePassing(within string, node ast.Node) {
	switch node := node.(type) {
	case *ast.FuncDecl:
		name := node.Name.Name
		if node.Recv != nil {
			name = "." + name
		}
		p.notePassed(name, node.Type, node.Body)
	case *ast.AssignStmt:
		for i, value := range node.Rhs {
			name, named := node.Lhs[min(i, len(node.Lhs)-1)].(*ast.Ident)
			if closure, ok := value.(*ast.FuncLit); ok && named {
				p.notePassed(within+" "+name.Name, closure.Type, closure.Body)
			}
		}
	}
}

func (p codePackage) notePassed(function string, signature *ast.FuncType, body *ast.BlockStmt) {
	at := 0
	for _, field := range signature.Params.List {
		for _, parameter := range field.Names {
			if body != nil && passes(body, parameter.Name) {
				p.passing[function] = at
			}
			at++
		}
	}
}

func passes(body *ast.BlockStmt, parameter string) bool {
	found := false
	ast.Inspect(body, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && called(call) == ".WithCode" && len(call.Args) == 1 {
			name, isName := call.Args[0].(*ast.Ident)
			found = found || isName && name.Name == parameter
		}
		return true
	})
	return found
}

// judgeCall notes the code that a call gives to an error, and complains where it
// cannot tell.
func (p codePackage) judgeCall(file goFile, within string, call *ast.CallExpr) []string {
	name := called(call)
	at, passing := p.passing[within+" "+name]
	if !passing {
		at, passing = p.passing[name]
	}
	if name == ".WithCode" {
		at, passing = 0, true
	}
	if !passing || at >= len(call.Args) {
		return nil
	}
	where := fmt.Sprintf("%s:%d", file.path, file.set.Position(call.Pos()).Line)
	codes := p.codesIn(call.Args[at])
	for _, code := range codes {
		p.raised[code] = where
	}
	if len(codes) > 0 || name == ".WithCode" && p.passesOn(call.Args[at]) {
		return nil
	}
	return []string{where + ": nothing tells the code that is raised here: write it as a text or a constant"}
}

// passesOn reports whether an argument is a code that comes from elsewhere: that of
// another error, or one that a function was passed.
func (p codePackage) passesOn(argument ast.Expr) bool {
	if field, ok := argument.(*ast.SelectorExpr); ok {
		return field.Sel.Name == "Code"
	}
	_, isName := argument.(*ast.Ident)
	return isName && len(p.passing) > 0
}

// codesIn returns the codes that an argument can be. A field may be any of the
// constants that are called after codes.
func (p codePackage) codesIn(argument ast.Expr) []string {
	var codes []string
	switch argument := argument.(type) {
	case *ast.SelectorExpr:
		for name, code := range p.constants {
			if strings.HasPrefix(name, "code") && argument.Sel.Name != "Code" {
				codes = append(codes, code)
			}
		}
	case *ast.Ident:
		if code, ok := p.constants[argument.Name]; ok {
			codes = append(codes, code)
		}
	default:
		if code, ok := literal(argument); ok {
			codes = append(codes, code)
		}
	}
	return codes
}

func (p codePackage) noteComposite(file goFile, composite *ast.CompositeLit) {
	kind, ok := composite.Type.(*ast.SelectorExpr)
	if !ok || kind.Sel.Name != "Error" && kind.Sel.Name != "JobFailure" {
		return
	}
	for _, element := range composite.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, isName := pair.Key.(*ast.Ident); isName && key.Name == "Code" {
			if code, isText := literal(pair.Value); isText {
				p.raised[code] = file.path
			}
		}
	}
}

// noteOwn notes the codes that errors have by their kind alone.
func (p codePackage) noteOwn(file goFile, function *ast.FuncDecl) {
	if function.Name.Name != "Code" || function.Recv == nil {
		return
	}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		if answer, ok := node.(*ast.ReturnStmt); ok {
			if code, isText := literal(answer.Results[0]); isText {
				p.raised[code] = file.path
			}
		}
		return true
	})
}

// called names what a call calls; a method begins with its dot.
func called(call *ast.CallExpr) string {
	switch function := call.Fun.(type) {
	case *ast.SelectorExpr:
		return "." + function.Sel.Name
	case *ast.Ident:
		return function.Name
	}
	return ""
}

func literal(of ast.Expr) (string, bool) {
	basic, ok := of.(*ast.BasicLit)
	if !ok || basic.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(basic.Value)
	return text, err == nil
}
