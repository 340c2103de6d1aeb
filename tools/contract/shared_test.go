package contract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/tools/contract"
)

func TestWhatRoutesShareIsSaidOfEachThatTakesIt(t *testing.T) {
	t.Parallel()
	made, err := contract.Generate(t.Context(), contract.Sources{Folder: "testdata/sharing", Info: "doc.go"})
	if err != nil {
		t.Fatal(err)
	}
	document := load(t, made.V30)
	for path, want := range map[string]struct{ tag, parameters, statuses string }{
		"/v1/birds": {
			"birds", "near: where it lives; size: how large it is; song: how it sings; colour: its own words; " +
				"age: how old it is; limit: birds per page; cursor: where to go on", "200 202 304 400 421 500 503",
		},
		"/v1/birds/{id}":      {"birds", "id: the bird's id", "200 304 400 404 421 500 503"},
		"/v1/birds/{id}/song": {"birds", "id: the bird's id", "200 304 400 404 421 500 503"},
		"/about":              {"operations", "colour: its colour", "200 400 421 500"},
	} {
		operation := document.Paths.Value(path).Get
		var parameters []string
		for _, parameter := range operation.Parameters {
			parameters = append(parameters, parameter.Value.Name+": "+parameter.Value.Description)
		}
		var statuses []string
		for status := range operation.Responses.Map() {
			statuses = append(statuses, status)
		}
		slices.Sort(statuses)
		if got := strings.Join(parameters, "; "); got != want.parameters {
			t.Errorf("%s takes %s, want %s", path, got, want.parameters)
		}
		if got := strings.Join(statuses, " "); got != want.statuses || !slices.Equal(operation.Tags, []string{want.tag}) {
			t.Errorf("%s of %s answers %s, want %s of %s", path, operation.Tags, got, want.statuses, want.tag)
		}
	}
	for path := range document.Paths.Map() {
		if strings.HasPrefix(path, "/shared/") {
			t.Errorf("%s is a route, and describes what others share", path)
		}
	}
	known := document.Paths.Value("/v1/birds/{id}/song").Get.Responses.Value("304").Value.Headers["ETag"]
	if known == nil || known.Value.Description != "what it was" {
		t.Errorf("an answer that is known already has the tag %+v, want that of the answer", known)
	}
}
