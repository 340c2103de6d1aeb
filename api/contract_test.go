package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/openapi"
)

func TestEveryRouteIsInTheContractAndBack(t *testing.T) {
	t.Parallel()
	var registered, described []string
	for _, route := range newKit(t).server.Routes() {
		// What pages load is no part of the contract, nor are the views of the page but the first,
		// nor MCP, which describes itself.
		if !slices.Contains([]string{"/assets/*file", "/docs/*file", "/study", "/specs", "/corpus", "/documents/:id", "/mcp"}, route.Path) {
			registered = append(registered, route.Method+" "+route.Path)
		}
	}
	operations, err := openapi.Operations()
	if err != nil {
		t.Fatalf("read the contract: %v", err)
	}
	for _, operation := range operations {
		path := rest.RouterPattern(operation.Path)
		described = append(described, operation.Method+" "+path)
	}
	slices.Sort(registered)
	slices.Sort(described)
	if diff := cmp.Diff(described, registered); diff != "" {
		t.Errorf("routes (-contract +router):\n%s", diff)
	}
}

func TestEveryParameterOfTheContractIsAcceptedAndReadByItsRoute(t *testing.T) {
	t.Parallel()
	sample := map[string]string{
		"q": "k100", "mode": "lexical", "kind": "fact", "state": "done", "topic": "heat", "difficulty": "hard", "difficulty_source": "none",
		"style": "open", "document": notesPath, "collection": "main", "answered": "true", "answer_state": "gap", "generated": "exclude",
		"facets": "kind", "highlight": "false", "explain": "true", "limit": "5", "count": "5", "seed": "1",
		"hide_answers": "true", "subject": "kiln", "device": "k100", "attribute": "power", "precision": "fp16",
		"sparsity": "dense", "per": "gpu", "basis": "peak", "devices": "k100,k200", "attributes": "power", "unit": "W", "conflict": "true", "min_confidence": "0.5", "min_difficulty_confidence": "0.5", "claimed": "true", "discovered": "true", "measures": "power", "condition": "clock:boost", "vendor": "Ember", "class": "system", "lines": "1-2", "format": "html", "mark": "1-2", "bytes": "0-1", "entry": "f_aaaaaaaaaaaaaaaaaaaa", "lapsed": "true", "view": "brief", "sort": "-date",
	}
	operations, err := openapi.Operations()
	if err != nil {
		t.Fatalf("read the contract: %v", err)
	}
	ids := strings.NewReplacer(
		"questions/{id}", "questions/q_aaaaaaaaaaaaaaaaaaaa", "facts/{id}", "facts/f_aaaaaaaaaaaaaaaaaaaa",
		"specs/{id}", "specs/s_aaaaaaaaaaaaaaaaaaaa", "conflicts/{id}", "conflicts/c_aaaaaaaaaaaaaaaaaaaa", "passages/{id}", "passages/p_aaaaaaaaaaaaaaaaaaaa",
		"devices/{id}", "devices/k100", "documents/{id}", "documents/"+string(notesID))
	k := newKit(t)
	for _, operation := range operations {
		for _, name := range operation.Query() {
			if name == "cursor" || name == "fields" || operation.Method != http.MethodGet {
				continue // have tests of their own
			}
			asked := owned(request(t, withNeeded(ids.Replace(operation.Path)+"?"+name+"="+sample[name], name)))
			target := asked.URL
			if answer := k.do(t, asked); answer.Code != http.StatusOK {
				t.Errorf("%s = %d, want %d: %s", target, answer.Code, http.StatusOK, answer.Body)
			}
		}
	}
}

// withNeeded adds the parameters without which a route does not take the one
// that is tried.
func withNeeded(target, name string) string {
	switch {
	case name == "min" || name == "max":
		return target + "1&unit=W"
	case name != "q" && (strings.HasPrefix(target, "/v1/search?") || strings.HasPrefix(target, "/v1/suggest?")):
		return target + "&q=clay"
	case name == "mark" || name == "bytes":
		return target + "&format=html"
	case strings.HasPrefix(target, "/v1/export?format="):
		return "/v1/export?format=csv"
	case strings.HasPrefix(target, "/v1/specs/compare?") && name != "devices":
		return target + "&devices=k100,k200"
	}
	return target
}

func TestTheContractIsServedInEveryVersion(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for path, want := range map[string]string{"/openapi.json": `"openapi": "3.1`, "/openapi-3.0.json": `"openapi": "3.0`, "/openapi-tools.json": `"openapi": "3.1`} {
		if body := k.get(t, path).Body.String(); !strings.Contains(body, want) {
			t.Errorf("%s does not say %s", path, want)
		}
	}
}
