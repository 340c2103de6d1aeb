package contract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/quarrykb/quarry/tools/contract"
)

func TestTheSameAnnotationsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	first, second := generate(t), generate(t)
	if !bytes.Equal(first.V30, second.V30) || !bytes.Equal(first.V31, second.V31) {
		t.Errorf("two runs over the same annotations differ")
	}
}

func TestAViewAllowsWhatItsGoTypeCanSend(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change string // a JSON object laid over a complete bird
		valid  bool
	}{
		"a complete bird":                     {`{}`, true},
		"a null where a reference may be nil": {`{"nest":null}`, true},
		"a null where a string may be nil":    {`{"latin":null}`, true},
		"a null where an enum may be nil":     {`{"size":null}`, true},
		"a value outside the enum":            {`{"size":"huge"}`, false},
		"a null where a reference is sent":    {`{"first":null}`, false},
		"a null where a string is sent":       {`{"name":null}`, false},
		"a null where a list is sent":         {`{"parents":null}`, false},
		"a null where an element may be nil":  {`{"eggs":[3,null]}`, true},
		"a null where an element is sent":     {`{"parents":[null]}`, false},
		"a null where such a list is sent":    {`{"eggs":null}`, false},
		"a wrong type inside a reference":     {`{"nest":{"height":"high"}}`, false},
		"a null inside a nullable reference":  {`{"nest":{"height":null}}`, true},
		"a property that is called default":   {`{"default":{"height":"high"}}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made := generate(t)
			for version, raw := range map[string][]byte{"3.0": made.V30, "3.1": made.V31} {
				err := schema(t, raw, "Bird").VisitJSON(bird(t, tc.change))
				if (err == nil) != tc.valid {
					t.Errorf("%s: error = %v, want valid %t", version, err, tc.valid)
				}
			}
		})
	}
}

func TestEveryFieldThatIsAlwaysSentIsRequired(t *testing.T) {
	t.Parallel()
	made := generate(t)
	for version, raw := range map[string][]byte{"3.0": made.V30, "3.1": made.V31} {
		whole := bird(t, `{}`)
		delete(whole, "latin")
		if err := schema(t, raw, "Bird").VisitJSON(whole); err == nil {
			t.Errorf("%s: a bird without the key latin passed", version)
		}
	}
}

func TestAnErrorAnswerIsAProblem(t *testing.T) {
	t.Parallel()
	for path, status := range map[string]string{"/birds": "400", "/birds/{id}": "404", "/birds/{id}/song": "404"} {
		response := operation(t, path).Responses.Value(status).Value
		if len(response.Content) != 1 || response.Content["application/problem+json"] == nil {
			t.Errorf("%s answers %s as %v, want application/problem+json alone", path, status, response.Content)
		}
	}
	if ok := operation(t, "/birds/{id}").Responses.Value("200").Value; ok.Content["application/json"] == nil {
		t.Errorf("the answer 200 has lost its media type: %v", ok.Content)
	}
}

func TestParametersKeepWhatWasSaidAboutThem(t *testing.T) {
	t.Parallel()
	parameters := operation(t, "/birds").Parameters
	limit := parameters.GetByInAndName("query", "limit").Schema.Value
	if *limit.Min != 1 || *limit.Max != 100 || limit.Default != 20.0 {
		t.Errorf("limit = %v..%v by default %v, want 1..100 by default 20", *limit.Min, *limit.Max, limit.Default)
	}
	colour := parameters.GetByInAndName("query", "colour")
	if colour.Style != "form" || *colour.Explode {
		t.Errorf("colour = %s, explode %t; want a form list separated by commas", colour.Style, *colour.Explode)
	}
	if got, want := fmt.Sprint(colour.Example), "[red blue]"; got != want {
		t.Errorf("example of colour = %s, want %s", got, want)
	}
	if id := operation(t, "/birds/{id}").Parameters.GetByInAndName("path", "id"); id.Example != "b_1" {
		t.Errorf("example of id = %v, want b_1", id.Example)
	}
	words := load(t, generate(t).V30).Paths.Value("/birds/{id}/song").Post.RequestBody.Value.Content["text/plain"]
	if words == nil || words.Example != "tirili" {
		t.Errorf("example of a body = %+v, want tirili at its media type", words)
	}
}

func TestAnInterfaceWithoutOperationsSaysSo(t *testing.T) {
	t.Parallel()
	made := generate(t)
	for version, raw := range map[string][]byte{"3.0": made.V30, "3.1": made.V31} {
		if !strings.Contains(string(raw), `"security": []`) {
			t.Errorf("%s does not state that no security is asked for", version)
		}
	}
}

func TestWhatIsDeprecatedSaysSo(t *testing.T) {
	t.Parallel()
	egg := operation(t, "/eggs/{id}")
	if !egg.Deprecated || egg.Extensions["x-deprecated-since"] != "2026-01-01" || egg.Extensions["x-sunset"] != "2026-12-01" {
		t.Errorf("deprecated = %t since %v, gone %v; want it with its dates", egg.Deprecated, egg.Extensions["x-deprecated-since"], egg.Extensions["x-sunset"])
	}
	if colour := egg.Parameters.GetByInAndName("query", "colour"); !colour.Deprecated || colour.Extensions["x-deprecated-since"] != "2026-02-01" {
		t.Errorf("colour: deprecated = %t, %v; want it with its date", colour.Deprecated, colour.Extensions)
	}
	if operation(t, "/birds").Deprecated {
		t.Error("what is not deprecated says that it is")
	}
}

func TestAParameterShowsWhatAnotherOfItsNameShows(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/birds/{id}": "b_1", "/birds/{id}/song": "b_1"} {
		if got := operation(t, path).Parameters.GetByInAndName("path", "id").Example; got != want {
			t.Errorf("example of %s = %v, want %s", path, got, want)
		}
	}
	if got := operation(t, "/birds").Parameters.GetByInAndName("query", "limit").Example; got != 20.0 {
		t.Errorf("example of limit = %v, want its default 20", got)
	}
}

func TestAnErrorAnswerHasAnExampleOfEachOfItsCodes(t *testing.T) {
	t.Parallel()
	list := operation(t, "/birds").Responses.Value("400").Value.Content["application/problem+json"].Examples
	if len(list) != 1 || list["invalid_parameter"] == nil {
		t.Errorf("examples of a list of codes = %v, want those that are listed", list)
	}
	shown, _ := operation(t, "/eggs/{id}").Responses.Value("404").Value.Content["application/problem+json"].Examples["not_found"].Value.Value.(map[string]any)
	if shown["type"] != "/problems/not_found" || shown["detail"] != "no" {
		t.Errorf("example = %v, want a whole problem", shown)
	}
}

func TestNumbersAreDouble(t *testing.T) {
	t.Parallel()
	if got := schema(t, generate(t).V30, "Bird").Properties["grams"].Value.Format; got != "double" {
		t.Errorf("format of a float64 = %q, want double", got)
	}
}

func TestTheCommentAboveAFieldIsItsDescription(t *testing.T) {
	t.Parallel()
	made := generate(t)
	for version, raw := range map[string][]byte{"3.0": made.V30, "3.1": made.V31} {
		properties := schema(t, raw, "Bird").Properties
		for name, want := range map[string]string{"first": "where it was hatched", "nest": "where it breeds; null before it does"} {
			if got := properties[name].Value.Description; got != want {
				t.Errorf("%s: %s is described as %q, want %q", version, name, got, want)
			}
		}
		if beside := properties["first"].Ref != ""; beside != (version == "3.1") {
			t.Errorf("%s: first is a reference: %t, want what stands beside one to count", version, beside)
		}
	}
}

func TestNamesInTheContractAreThoseOfAllPackagesWithoutThem(t *testing.T) {
	t.Parallel()
	made := generate(t)
	for _, name := range []string{"Bird", "Nest", "ListOfBird", "Problem", "Feather"} {
		schema(t, made.V31, name)
	}
	if got := operation(t, "/birds/{id}/feather").OperationID; got != "getFeather" {
		t.Errorf("an operation of a package below is called %q, want getFeather", got)
	}
	if strings.Contains(string(made.V31), "toy.") {
		t.Errorf("a Go name stands in the contract")
	}
}

func TestAFaultInTheAnnotationsIsNamed(t *testing.T) {
	t.Parallel()
	const views = "type Problem struct{}\n\ntype Bird struct{ Age int }\n\ntype List[T any] struct{ One T }\n\n" +
		"type ListOfBird struct{ Birds List[Bird] }\n\n" +
		"type Liar struct {\n\tSize string `enums:\"small,large\" example:\"huge\"`\n}\n\n"
	for annotations, want := range map[string]string{
		"@Success 200 {object} ListOfBird":   "both called ListOfBird",
		"@Success 200 {object} Liar":         "huge",
		"@x-takes [\"wings\"]\n@Success 200": `/birds takes the parameter "wings", which nothing describes`,
		"@Success 200\n@Deprecated\n@x-deprecated-since \"2026-01-01\"\n@x-sunset \"2026-02-01\"": "no date at least 180 days behind",
		"@Success 200\n@Deprecated": "no x-deprecated-since says since when",
	} {
		folder := t.TempDir()
		route := "// " + strings.ReplaceAll(annotations, "\n", "\n// ") + "\n// @Failure 400 {object} Problem\n// @Router /birds [get]\nfunc getBird() {}\n"
		for name, text := range map[string]string{
			"go.mod": "module faulty\n", "doc.go": "// @title Faulty\n// @version 1\n// @x-common true\npackage faulty\n\n" + views + route,
		} {
			writeFile(t, filepath.Join(folder, name), text)
		}
		if _, err := contract.Generate(t.Context(), contract.Sources{Folder: folder, Info: "doc.go"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error = %v, want one that says %q", annotations, err, want)
		}
	}
	if _, err := contract.Generate(t.Context(), contract.Sources{Folder: "testdata/missing", Info: "doc.go"}); err == nil {
		t.Error("a folder that is not there has annotations")
	}
}

func generate(t *testing.T) contract.Contract {
	t.Helper()
	made, err := contract.Generate(t.Context(), contract.Sources{Folder: "testdata/toy", Info: "doc.go", Problems: "testdata/problems.json"})
	if err != nil {
		t.Fatalf("generate: %v", err)
	}
	return made
}

func load(t *testing.T, raw []byte) *openapi3.T {
	t.Helper()
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return document
}

func schema(t *testing.T, raw []byte, name string) *openapi3.Schema {
	t.Helper()
	found, ok := load(t, raw).Components.Schemas[name]
	if !ok {
		t.Fatalf("no schema %s in the contract", name)
	}
	return found.Value
}

func operation(t *testing.T, path string) *openapi3.Operation {
	t.Helper()
	item := load(t, generate(t).V30).Paths.Value(path)
	if item == nil {
		t.Fatalf("no path %s in the contract", path)
	}
	return item.Get
}

// bird returns a bird that has every field, with a change laid over it.
func bird(t *testing.T, change string) map[string]any {
	t.Helper()
	made := map[string]any{}
	const whole = `{"id":"b_1","name":"Wren","grams":9.5,"size":"small","latin":"Troglodytes","nest":{"height":2.5},
		"first":{"height":1},"parents":[],"eggs":[],"seen_at":"2026-01-02T03:04:05Z","nullable":true,"default":{"height":1}}`
	for _, text := range []string{whole, change} {
		if err := json.Unmarshal([]byte(text), &made); err != nil {
			t.Fatalf("read %s: %v", text, err)
		}
	}
	return made
}
