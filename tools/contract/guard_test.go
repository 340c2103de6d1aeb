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

func TestWhatIsPublicRefusesWrongKeysAndNoMissingOne(t *testing.T) {
	t.Parallel()
	made, err := contract.Generate(t.Context(), contract.Sources{Folder: "testdata/guarded", Info: "doc.go"})
	if err != nil {
		t.Fatal(err)
	}
	for version, raw := range map[string][]byte{"3.0": made.V30, "3.1": made.V31} {
		about := load(t, raw).Paths.Value("/about").Get
		if said := *about.Responses.Value("401").Value.Description; said != "key_expired, key_invalid, key_revoked" || about.Extensions["x-public"] != nil {
			t.Errorf("%s: refuses with %q, and keeps the mark: %v; want the codes of wrong keys, and no mark", version, said, about.Extensions)
		}
	}
}
