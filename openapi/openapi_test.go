package openapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/openapi"
)

// versions returns the two documents by the version that each must state.
func versions() map[string][]byte {
	return map[string][]byte{"3.0.3": openapi.JSON30(), "3.1.1": openapi.JSON31()}
}

func TestBothDocumentsAreValidWithTheirExamples(t *testing.T) {
	t.Parallel()
	for version, raw := range versions() {
		document := load(t, raw)
		if document.OpenAPI != version {
			t.Errorf("openapi = %q, want %q", document.OpenAPI, version)
		}
		if err := document.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
			t.Errorf("%s: %v", version, err)
		}
	}
}

func TestBothDocumentsDescribeTheSameOperations(t *testing.T) {
	t.Parallel()
	older, newer := describe(load(t, openapi.JSON30())), describe(load(t, openapi.JSON31()))
	if len(older) == 0 {
		t.Fatal("the contract is empty")
	}
	if difference := cmp.Diff(older, newer); difference != "" {
		t.Errorf("3.0 and 3.1 differ (-3.0 +3.1):\n%s", difference)
	}
}

func TestTheListedOperationsAreThoseOfTheDocument(t *testing.T) {
	t.Parallel()
	listed, err := openapi.Operations()
	if err != nil {
		t.Fatalf("operations: %v", err)
	}
	got := map[string]string{}
	for _, operation := range listed {
		var parameters []string
		for _, parameter := range operation.Parameters {
			parameters = append(parameters, nameParameter(parameter.In, parameter.Name, parameter.Required))
		}
		got[operation.Method+" "+operation.Path] = line(operation.ID, parameters)
	}
	if difference := cmp.Diff(describe(load(t, openapi.JSON31())), got); difference != "" {
		t.Errorf("document and listing differ (-document +listed):\n%s", difference)
	}
}

func TestTheQueryOfAnOperationLeavesOutPathAndHeaders(t *testing.T) {
	t.Parallel()
	operation := openapi.Operation{Parameters: []openapi.Parameter{
		{Name: "topic", In: "query"},
		{Name: "id", In: "path", Required: true},
		{Name: "If-None-Match", In: "header"},
		{Name: "limit", In: "query"},
	}}
	if got, want := operation.Query(), []string{"limit", "topic"}; !slices.Equal(got, want) {
		t.Errorf("query = %q, want %q", got, want)
	}
}

func TestEveryOperationHasAnIDOfItsOwn(t *testing.T) {
	t.Parallel()
	owner := map[string]string{}
	listed, err := openapi.Operations()
	if err != nil {
		t.Fatalf("operations: %v", err)
	}
	for _, operation := range listed {
		route := operation.Method + " " + operation.Path
		if operation.ID == "" {
			t.Errorf("%s has no operationId", route)
		}
		if other, taken := owner[operation.ID]; taken {
			t.Errorf("%s and %s are both called %s", route, other, operation.ID)
		}
		owner[operation.ID] = route
	}
}

func TestEveryOperationSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	forEachOperation(t, func(route string, operation *openapi3.Operation) {
		if operation.Summary == "" || operation.Description == "" || len(operation.Tags) != 1 {
			t.Errorf("%s: summary %q, description %q, tags %q; want the first two and one tag",
				route, operation.Summary, operation.Description, operation.Tags)
		}
		for _, parameter := range operation.Parameters {
			if parameter.Value.Description == "" {
				t.Errorf("%s: %s has no description", route, parameter.Value.Name)
			}
		}
	})
}

func TestEveryPropertySaysWhatItIs(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string][]byte{"3.0": openapi.JSON30(), "3.1": openapi.JSON31(), "tools": openapi.JSONTools()} {
		seen := 0
		everyNode(t, raw, func(node map[string]any) {
			properties, _ := node["properties"].(map[string]any)
			for property, of := range properties {
				schema, ok := of.(map[string]any)
				if text, _ := schema["description"].(string); ok && (text == "" || strings.Contains(text, "\n")) {
					t.Errorf("%s: %s is described as %q, want one line: write it above the field in api", name, property, text)
				}
				seen++
			}
		})
		if seen < 300 {
			t.Errorf("%s: %d properties were looked at: the test looks in the wrong place", name, seen)
		}
	}
}

func TestAProblemIsNeverAnsweredAsPlainJSON(t *testing.T) {
	t.Parallel()
	forEachOperation(t, func(route string, operation *openapi3.Operation) {
		for status, response := range operation.Responses.Map() {
			for media, content := range response.Value.Content {
				isProblem := content.Schema != nil && strings.HasSuffix(content.Schema.Ref, "/Problem")
				if isProblem != (media == "application/problem+json") {
					t.Errorf("%s answers %s as %s with schema %v", route, status, media, content.Schema)
				}
			}
		}
	})
}

func TestACallerMayChangeItsCopy(t *testing.T) {
	t.Parallel()
	openapi.JSON31()[0] = 'x'
	if got := openapi.JSON31()[0]; got != '{' {
		t.Errorf("first byte = %q, want '{'", got)
	}
}

func load(t *testing.T, raw []byte) *openapi3.T {
	t.Helper()
	document, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return document
}

func forEachOperation(t *testing.T, check func(route string, operation *openapi3.Operation)) {
	t.Helper()
	for path, item := range load(t, openapi.JSON30()).Paths.Map() {
		for method, operation := range item.Operations() {
			check(method+" "+path, operation)
		}
	}
}

// describe puts each operation into a line: its id and its parameters.
func describe(document *openapi3.T) map[string]string {
	lines := map[string]string{}
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			var parameters []string
			for _, parameter := range operation.Parameters {
				parameters = append(parameters, nameParameter(parameter.Value.In, parameter.Value.Name, parameter.Value.Required))
			}
			lines[method+" "+path] = line(operation.OperationID, parameters)
		}
	}
	return lines
}

func nameParameter(in, name string, required bool) string {
	return fmt.Sprintf("%s %s %t", in, name, required)
}

func line(id string, parameters []string) string {
	slices.Sort(parameters)
	return id + ": " + strings.Join(parameters, ", ")
}
