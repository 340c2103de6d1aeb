package api_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/openapi"
)

func TestEveryRouteIsInTheContractAndBack(t *testing.T) {
	t.Parallel()
	var registered, described []string
	for _, route := range newKit(t).server.Routes() {
		// What the reference page loads is no part of the contract, nor is MCP, which describes itself.
		if route.Path != "/docs/*file" && route.Path != "/mcp" {
			registered = append(registered, route.Method+" "+route.Path)
		}
	}
	operations, err := openapi.Operations()
	if err != nil {
		t.Fatalf("read the contract: %v", err)
	}
	for _, operation := range operations {
		path := strings.NewReplacer("{", ":", "}", "").Replace(operation.Path)
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
		"sparsity": "dense", "per": "gpu", "basis": "peak", "devices": "k100,k200", "attributes": "power", "unit": "W", "conflict": "true", "min_confidence": "0.5", "min_difficulty_confidence": "0.5", "claimed": "true", "discovered": "true", "measures": "power", "condition": "clock:boost", "vendor": "Ember", "class": "system", "lines": "1-2", "format": "csv", "entry": "f_aaaaaaaaaaaaaaaaaaaa", "lapsed": "true", "view": "brief", "sort": "-date",
		"learner": "ann", "suspended": "true", "question": "q_aaaaaaaaaaaaaaaaaaaa", "new_per_day": "5", "reviews_per_day": "5",
	}
	operations, err := openapi.Operations()
	if err != nil {
		t.Fatalf("read the contract: %v", err)
	}
	ids := strings.NewReplacer(
		"questions/{id}", "questions/q_aaaaaaaaaaaaaaaaaaaa", "facts/{id}", "facts/f_aaaaaaaaaaaaaaaaaaaa",
		"specs/{id}", "specs/s_aaaaaaaaaaaaaaaaaaaa", "conflicts/{id}", "conflicts/c_aaaaaaaaaaaaaaaaaaaa", "passages/{id}", "passages/p_aaaaaaaaaaaaaaaaaaaa",
		"devices/{id}", "devices/k100", "{learner}", "ann", "documents/{id}", "documents/"+string(notesID))
	k := newKit(t)
	k.tutor.learners["ann"] = quarry.DefaultLearnerSettings()
	for _, operation := range operations {
		for _, name := range operation.Query() {
			if name == "cursor" || name == "fields" || operation.Method != http.MethodGet {
				continue // have tests of their own
			}
			value := sample[name]
			if operation.Path == "/v1/study/cards" && name == "state" || operation.Path == "/v1/study/learners/{learner}/history" {
				value = map[string]string{"state": "review", "format": "revlog"}[name] // other words than elsewhere
			}
			asked := owned(request(t, withNeeded(ids.Replace(operation.Path)+"?"+name+"="+value, name)))
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
	case strings.HasPrefix(target, "/v1/study/") && !strings.Contains(target, "/learners") && name != "learner":
		return target + "&learner=ann"
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

// loaded finds what a page loads.
func loaded(page string) []string {
	var urls []string
	for _, match := range regexp.MustCompile(`(?:src|href)="(/docs/[^"]+)"`).FindAllStringSubmatch(page, -1) {
		urls = append(urls, match[1])
	}
	return urls
}

func TestThePagesLoadWhatIsThere(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{"/", "/docs"} {
		urls := loaded(k.get(t, path).Body.String())
		if len(urls) == 0 {
			t.Errorf("%s loads nothing", path)
		}
		for _, url := range urls {
			answer := k.raw(request(t, url))
			if answer.Code != http.StatusOK || answer.Body.Len() == 0 || answer.Header().Get("Content-Type") == "" {
				t.Errorf("%s = %d (%s) with %d bytes", url, answer.Code, answer.Header().Get("Content-Type"), answer.Body.Len())
			}
		}
	}
}

func TestThePagesTakeNoParameters(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{"/", "/docs", "/docs/start.js", "/docs/swagger-ui.css"} {
		if got := problem(t, k.raw(request(t, path+"?x=1")), http.StatusBadRequest); got.Code != "unknown_parameter" {
			t.Errorf("%s?x=1: code = %q, want unknown_parameter", path, got.Code)
		}
	}
	k.get(t, "/?x=1") // as the contract says
	k.get(t, "/docs?x=1")
}

func TestThePagesHoldNothingThatTheirPolicyForbids(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	inline := regexp.MustCompile(`<script>|<script [^>]*>[^<]|<style|\son[a-z]+=|\sstyle=`)
	for _, path := range []string{"/", "/docs"} {
		if found := inline.FindString(k.get(t, path).Body.String()); found != "" {
			t.Errorf("%s holds %q", path, found)
		}
	}
}
