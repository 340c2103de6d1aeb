package contract_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/quarrykb/quarry/tools/contract"
)

func TestAnInterfaceWithKeysSaysOfEveryOperationWhetherOneIsNeeded(t *testing.T) {
	t.Parallel()
	made, err := contract.Generate(t.Context(), contract.Sources{Folder: "testdata/guarded", Info: "doc.go"})
	if err != nil {
		t.Fatal(err)
	}
	for version, raw := range map[string][]byte{"3.0": made.V30, "3.1": made.V31} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			document := load(t, raw)
			saysWhoMayCall(t, document)
			saysWhatARefusalHas(t, document)
		})
	}
}

func saysWhoMayCall(t *testing.T, document *openapi3.T) {
	t.Helper()
	birds, probe := document.Paths.Value("/birds"), document.Paths.Value("/livez").Get
	for name, tc := range map[string]struct {
		operation *openapi3.Operation
		security  string // of each alternative; "-" for none
		statuses  string
	}{
		"reading":           {birds.Get, "- apiKey bearer", "200 401 404 429"},
		"reading by a body": {birds.Post, "- apiKey bearer", "200 401 403 429"},
		"writing":           {birds.Delete, "apiKey bearer", "204 401 403 429"},
		"a probe":           {probe, "", "200"},
		"what is public":    {document.Paths.Value("/about").Get, "- apiKey bearer", "200 401 429"},
	} {
		security := document.Security
		if tc.operation.Security != nil {
			security = *tc.operation.Security
		}
		if got := alternatives(security); got != tc.security {
			t.Errorf("%s may be called with %q, want %q", name, got, tc.security)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(tc.operation.Responses.Map())), " "); got != tc.statuses {
			t.Errorf("%s answers %s, want %s", name, got, tc.statuses)
		}
	}
}

func saysWhatARefusalHas(t *testing.T, document *openapi3.T) {
	t.Helper()
	refused := document.Paths.Value("/birds").Delete.Responses.Value("403").Value
	if *refused.Description != "the bird may not go" || refused.Headers["X-Request-Id"] == nil {
		t.Errorf("what was annotated is lost: %+v", refused)
	}
	if document.Paths.Value("/birds").Get.Responses.Value("429").Value.Headers["Retry-After"] == nil {
		t.Error("nothing says when to try again")
	}
	about := document.Paths.Value("/about").Get
	if said := *about.Responses.Value("401").Value.Description; said != "key_expired, key_invalid, key_revoked" || about.Extensions["x-public"] != nil {
		t.Errorf("what is public refuses with %q, and keeps the mark: %v; want the codes of wrong keys, and no mark", said, about.Extensions)
	}
	if scheme := document.Components.SecuritySchemes["bearer"].Value; scheme.Type != "http" || scheme.Scheme != "bearer" {
		t.Errorf("bearer is %+v", scheme)
	}
}

func alternatives(security openapi3.SecurityRequirements) string {
	var all []string
	for _, requirement := range security {
		name := "-"
		for scheme := range requirement {
			name = scheme
		}
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

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
				"age: how old it is; limit: birds per page; cursor: where to go on; view: how much; fields: which fields", "200 202 304 400 421 500 503",
		},
		"/v1/birds/{id}":      {"birds", "id: the bird's id; view: how much; fields: which fields", "200 304 400 404 421 500 503"},
		"/v1/birds/{id}/song": {"birds", "id: the bird's id", "200 304 400 404 421 500 503"},
		"/about":              {"operations", "colour: its colour", "200 400 421 500"},
	} {
		operation := document.Paths.Value(path).Get
		var parameters []string
		for _, parameter := range operation.Parameters {
			parameters = append(parameters, parameter.Value.Name+": "+parameter.Value.Description)
		}
		statuses := slices.Sorted(maps.Keys(operation.Responses.Map()))
		if got := strings.Join(parameters, "; "); got != want.parameters {
			t.Errorf("%s takes %s, want %s", path, got, want.parameters)
		}
		if got := strings.Join(statuses, " "); got != want.statuses || !slices.Equal(operation.Tags, []string{want.tag}) {
			t.Errorf("%s of %s answers %s, want %s of %s", path, operation.Tags, got, want.statuses, want.tag)
		}
	}
	if song := document.Paths.Value("/v1/birds/{id}/song").Get; song.Extensions["x-whole"] != nil {
		t.Error("what is always whole keeps the mark")
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
