package openapi_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/quarrykb/quarry/openapi"
)

func TestEveryParameterHasAnExample(t *testing.T) {
	t.Parallel()
	forEachOperation(t, func(route string, operation *openapi3.Operation) {
		for _, parameter := range operation.Parameters {
			if parameter.Value.Example == nil && len(parameter.Value.Examples) == 0 {
				t.Errorf("%s: %s has no example: write example(…) behind its @Param, here or where another operation has it",
					route, parameter.Value.Name)
			}
		}
	})
}

func TestEveryErrorAnswerHasAnExampleOfEveryCode(t *testing.T) {
	t.Parallel()
	var known []struct {
		Code   string
		Status int
	}
	if err := json.Unmarshal(openapi.Problems(), &known); err != nil {
		t.Fatalf("problem types: %v", err)
	}
	statuses := map[string]int{}
	for _, each := range known {
		statuses[each.Code] = each.Status
	}
	listed, err := openapi.Operations()
	if err != nil {
		t.Fatalf("operations: %v", err)
	}
	for _, operation := range listed {
		if len(operation.Failures) == 0 {
			t.Errorf("%s answers no error, which is not believable", operation.ID)
		}
		for _, failure := range operation.Failures {
			if at := slices.IndexFunc(failure.Codes, func(code string) bool { return statuses[code] != failure.Status }); at >= 0 {
				t.Errorf("%s answers %q with %d, which is not what explains it", operation.ID, failure.Codes[at], failure.Status)
			}
		}
	}
}

func TestEveryErrorAnswerShowsAProblem(t *testing.T) {
	t.Parallel()
	forEachOperation(t, func(route string, operation *openapi3.Operation) {
		for status, response := range operation.Responses.Map() {
			media := response.Value.Content["application/problem+json"]
			if media != nil && len(media.Examples) == 0 {
				t.Errorf("%s answers %s without an example", route, status)
			}
		}
	})
}

func TestEveryFieldHasAnExample(t *testing.T) {
	t.Parallel()
	for name, schema := range load(t, openapi.JSON30()).Components.Schemas {
		for field, property := range schema.Value.Properties {
			if !isShown(property) {
				t.Errorf("%s.%s has no example: write example:\"…\" behind its field", name, field)
			}
		}
	}
}

// isShown reports whether a field has an example, or consists of what has.
func isShown(property *openapi3.SchemaRef) bool {
	schema := property.Value
	switch {
	case property.Ref != "", schema.Example != nil, len(schema.AllOf) > 0:
		return true
	case schema.Items != nil:
		return isShown(schema.Items)
	}
	return schema.AdditionalProperties.Schema != nil
}

func TestEveryBodyIsDescribed(t *testing.T) {
	t.Parallel()
	forEachOperation(t, func(route string, operation *openapi3.Operation) {
		if operation.RequestBody == nil {
			return
		}
		for media, content := range operation.RequestBody.Value.Content {
			if content.Schema == nil {
				t.Errorf("%s takes %s without a schema", route, media)
			}
		}
	})
}

func TestTheFailuresOfAnOperationAreSorted(t *testing.T) {
	t.Parallel()
	listed, err := openapi.Operations()
	if err != nil {
		t.Fatalf("operations: %v", err)
	}
	for _, operation := range listed {
		byStatus := slices.IsSortedFunc(operation.Failures, func(a, b openapi.Failure) int { return a.Status - b.Status })
		if !byStatus {
			t.Errorf("%s: failures = %v, want them by status", operation.ID, operation.Failures)
		}
	}
}
