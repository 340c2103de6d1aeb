package openapi_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/openapi"
)

// mostToolText is the longest description that every tool host takes, and
// mostToolOperations how many operations.
const (
	mostToolText       = 299
	mostToolOperations = 30
)

func TestTheViewForToolsIsValidWithItsExamples(t *testing.T) {
	t.Parallel()
	document := load(t, openapi.JSONTools())
	if document.OpenAPI != "3.1.1" {
		t.Errorf("openapi = %q, want 3.1.1", document.OpenAPI)
	}
	if err := document.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
}

func TestTheViewForToolsHasWhatAModelCanUse(t *testing.T) {
	t.Parallel()
	var got []string
	forEachTool(t, func(_ string, operation *openapi3.Operation) { got = append(got, operation.OperationID) })
	slices.Sort(got)
	want := []string{
		"checkAnswer", "compareSpecs", "drawQuestions", "getConflict", "getContent", "getDevice", "getDocument", "getFact",
		"getPassage", "getQuestion", "getSpec", "listAttributes", "listConflicts", "listDevices",
		"listDocuments", "listFacts", "listGlossary", "listPassages", "listQuestions", "listSimilarQuestions", "listSpecs", "listTopics",
		"listUnits", "search", "verifyFact", "verifyPassage", "verifyQuestion", "verifySpec",
	}
	if item := load(t, openapi.JSON31()).Paths.Value("/v1/context"); item != nil {
		want = append(want, item.Post.OperationID)
		slices.Sort(want)
	}
	if difference := cmp.Diff(want, got); difference != "" {
		t.Errorf("operations (-want +got):\n%s", difference)
	}
	if len(got) > mostToolOperations {
		t.Errorf("%d operations, which some hosts refuse: want %d at most", len(got), mostToolOperations)
	}
}

func TestTheViewForToolsOnlyReadsAndComputes(t *testing.T) {
	t.Parallel()
	whole := load(t, openapi.JSON31())
	forEachTool(t, func(route string, operation *openapi3.Operation) {
		method, path, _ := strings.Cut(route, " ")
		if method != "GET" && path != "/v1/questions/{id}/check" && path != "/v1/context" {
			t.Errorf("%s may change something", route)
		}
		if !strings.HasPrefix(path, "/v1/") {
			t.Errorf("%s is no part of the knowledge", route)
		}
		if original := whole.Paths.Value(path); original == nil || original.GetOperation(method).OperationID != operation.OperationID {
			t.Errorf("%s is not the operation %s of the contract", route, operation.OperationID)
		}
	})
}

func TestEveryParameterOfAToolIsASingleValueOfPathOrQuery(t *testing.T) {
	t.Parallel()
	forEachTool(t, func(route string, operation *openapi3.Operation) {
		for _, parameter := range operation.Parameters {
			one := parameter.Value
			if one.In != "path" && one.In != "query" {
				t.Errorf("%s: %s stands in the %s", route, one.Name, one.In)
			}
			if types := one.Schema.Value.Type; !isSingle(types) {
				t.Errorf("%s: %s is of type %v, want one simple type", route, one.Name, types)
			}
			if slices.ContainsFunc(one.Schema.Value.Enum, isNoText) {
				t.Errorf("%s: %s may be %v, want texts only", route, one.Name, one.Schema.Value.Enum)
			}
		}
	})
}

func isSingle(types *openapi3.Types) bool {
	return types != nil && len(*types) == 1 && !types.Is("array") && !types.Is("object")
}

func isNoText(value any) bool {
	_, text := value.(string)
	return !text
}

func TestEveryParameterOfTheContractThatIsNoHeaderAndForNoPageIsOneOfItsTool(t *testing.T) {
	t.Parallel()
	whole := load(t, openapi.JSON31())
	forEachTool(t, func(route string, operation *openapi3.Operation) {
		method, path, _ := strings.Cut(route, " ")
		for _, parameter := range whole.Paths.Value(path).GetOperation(method).Parameters {
			kept := operation.Parameters.GetByInAndName(parameter.Value.In, parameter.Value.Name) != nil
			_, forPages := parameter.Value.Extensions["x-page"]
			if kept != (parameter.Value.In != "header" && !forPages) {
				t.Errorf("%s: %s kept %t", route, parameter.Value.Name, kept)
			}
		}
	})
}

func TestNoEnumOfTheViewForToolsHoldsANumber(t *testing.T) {
	t.Parallel()
	everyNode(t, openapi.JSONTools(), func(node map[string]any) {
		values, _ := node["enum"].([]any)
		for _, value := range values {
			if _, number := value.(float64); number {
				t.Errorf("an enum holds %v: %v", value, node)
			}
		}
	})
}

func TestEveryDescriptionOfTheViewForToolsIsShort(t *testing.T) {
	t.Parallel()
	seen := 0
	everyNode(t, openapi.JSONTools(), func(node map[string]any) {
		text, ok := node["description"].(string)
		if !ok {
			return
		}
		seen++
		if length := utf8.RuneCountInString(text); length > mostToolText {
			t.Errorf("%d characters, want %d at most: %s", length, mostToolText, text)
		}
	})
	if seen < 100 {
		t.Errorf("%d descriptions were looked at: the test looks in the wrong place", seen)
	}
}

func TestEveryToolSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	forEachTool(t, func(route string, operation *openapi3.Operation) {
		if operation.OperationID == "" || operation.Summary == "" || operation.Description == "" {
			t.Errorf("%s: operationId %q, summary %q, description %q", route, operation.OperationID, operation.Summary, operation.Description)
		}
		for _, parameter := range operation.Parameters {
			if parameter.Value.Description == "" {
				t.Errorf("%s: %s has no description", route, parameter.Value.Name)
			}
		}
	})
}

func TestTheViewForToolsKnowsCallersByBearerTokenOnly(t *testing.T) {
	t.Parallel()
	components := load(t, openapi.JSONTools()).Components
	for name, scheme := range components.SecuritySchemes {
		if scheme.Value.Type != "http" || !strings.EqualFold(scheme.Value.Scheme, "bearer") {
			t.Errorf("%s is %s %s, want http bearer", name, scheme.Value.Type, scheme.Value.Scheme)
		}
	}
	everyNode(t, openapi.JSONTools(), func(node map[string]any) {
		options, _ := node["security"].([]any)
		for _, option := range options {
			required, _ := option.(map[string]any)
			if len(required) > 1 || (len(required) == 1 && len(components.SecuritySchemes) != 1) {
				t.Errorf("%v is required, and described are %v", required, components.SecuritySchemes)
			}
		}
	})
}

func TestTheViewForToolsHoldsNoUnusedSchema(t *testing.T) {
	t.Parallel()
	raw := openapi.JSONTools()
	for name := range load(t, raw).Components.Schemas {
		if !bytes.Contains(raw, []byte(`"#/components/schemas/`+name+`"`)) {
			t.Errorf("nothing leads to the schema %s", name)
		}
	}
}

func forEachTool(t *testing.T, check func(route string, operation *openapi3.Operation)) {
	t.Helper()
	for path, item := range load(t, openapi.JSONTools()).Paths.Map() {
		for method, operation := range item.Operations() {
			check(method+" "+path, operation)
		}
	}
}

// everyNode visits every object of a document, as it is written.
func everyNode(t *testing.T, raw []byte, visit func(map[string]any)) {
	t.Helper()
	var root any
	if err := json.Unmarshal(raw, &root); err != nil {
		t.Fatalf("read the document: %v", err)
	}
	var walk func(any)
	walk = func(node any) {
		switch node := node.(type) {
		case map[string]any:
			visit(node)
			for _, child := range node {
				walk(child)
			}
		case []any:
			for _, child := range node {
				walk(child)
			}
		}
	}
	walk(root)
}
