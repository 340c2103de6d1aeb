package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/api"
)

// still is a kit whose clock stands, so that two answers to one question are one.
func still(t *testing.T) *kit {
	t.Helper()
	now := time.Now()
	return newKit(t, func(c *api.Config) { c.Now = func() time.Time { return now } })
}

// leaves returns what stands at every path of an answer, such as ".items[0].source.path".
// What is empty is a leaf, too.
func leaves(t *testing.T, body []byte) map[string]string {
	t.Helper()
	var answer any
	if err := json.Unmarshal(body, &answer); err != nil {
		t.Fatalf("read %s: %v", body, err)
	}
	found := map[string]string{}
	var gather func(at string, node any)
	gather = func(at string, node any) {
		switch node := node.(type) {
		case map[string]any:
			for name, child := range node {
				gather(at+"."+name, child)
			}
		case []any:
			for i, child := range node {
				gather(fmt.Sprintf("%s[%d]", at, i), child)
			}
		default:
			found[at] = fmt.Sprintf("%T %v", node, node)
		}
	}
	gather("", answer)
	return found
}

// lacking returns what one answer has, and the other has not or otherwise.
func lacking(part, whole map[string]string) []string {
	var missing []string
	for at, value := range part {
		if whole[at] != value {
			missing = append(missing, fmt.Sprintf("%s: %s, want %q", at, value, whole[at]))
		}
	}
	slices.Sort(missing)
	return missing
}

// viewed are the paths of the contract that are read with a view.
func (k *kit) viewed() []string {
	var paths []string
	for path, item := range k.contract.document.Paths.Map() {
		if item.Get != nil && item.Get.Parameters.GetByInAndName("query", "view") != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// with adds a parameter to an address.
func with(target, parameter string) string {
	if strings.Contains(target, "?") {
		return target + "&" + parameter
	}
	return target + "?" + parameter
}

func TestWhatIsReadIsBriefUnlessItIsAskedForInFull(t *testing.T) {
	t.Parallel()
	k := still(t)
	shorter := 0
	for _, path := range k.viewed() {
		target := exampleOf(path)
		full, brief := k.get(t, with(target, "view=full")), k.get(t, with(target, "view=brief"))
		usual := k.raw(requestAsIs(t, target))
		if full.Code != http.StatusOK || brief.Code != http.StatusOK {
			t.Errorf("%s: %d in full, %d in brief", target, full.Code, brief.Code)
			continue
		}
		if diff := cmp.Diff(brief.Body.String(), usual.Body.String()); diff != "" {
			t.Errorf("%s is not brief unless asked for (-brief +usual):\n%s", target, diff)
		}
		if missing := lacking(leaves(t, brief.Body.Bytes()), leaves(t, full.Body.Bytes())); len(missing) > 0 {
			t.Errorf("%s: a brief answer has what a full one has not:\n%s", target, strings.Join(missing, "\n"))
		}
		if brief.Body.Len() < full.Body.Len() {
			shorter++
		}
	}
	if shorter < 18 { // all but topics and units have what a brief answer does without
		t.Errorf("%d of %d brief answers are shorter than full ones", shorter, len(k.viewed()))
	}
}

// requestAsIs is a GET that says nothing of its view.
func requestAsIs(t *testing.T, target string) *http.Request {
	t.Helper()
	r := request(t, target)
	if strings.Contains(target, "view=") {
		return r
	}
	r.URL.RawQuery = strings.TrimSuffix(strings.TrimSuffix(r.URL.RawQuery, "view=full"), "&")
	return r
}

// An operation that reads JSON below /v1 has a view, or stands here with what it is.
func TestEveryOperationThatReadsHasAViewOrIsWhole(t *testing.T) {
	t.Parallel()
	k := still(t)
	var without []string
	for path, item := range k.contract.document.Paths.Map() {
		if item.Get == nil || !strings.HasPrefix(path, "/v1/") || item.Get.Responses.Status(http.StatusOK).Value.Content["application/json"] == nil {
			continue
		}
		if item.Get.Parameters.GetByInAndName("query", "view") == nil {
			without = append(without, path)
		}
	}
	slices.Sort(without)
	want := []string{
		"/v1/facts/{id}/verify",     // evidence is whole
		"/v1/jobs", "/v1/jobs/{id}", // no knowledge
		"/v1/passages/{id}/verify", "/v1/questions/{id}/verify", "/v1/specs/{id}/verify",
		"/v1/stats",                                                             // no entries
		"/v1/study/cards", "/v1/study/learners", "/v1/study/learners/{learner}", // what a learner did
		"/v1/study/next", "/v1/study/reviews", "/v1/study/stats",
		"/v1/suggest", // four short fields
	}
	if diff := cmp.Diff(want, without); diff != "" {
		t.Errorf("without a view (-want +got):\n%s", diff)
	}
}

// inLists writes a place of an answer as a field: without the numbers of items, and of a list
// within its items.
func inLists(place string) string {
	field := regexp.MustCompile(`\[\d+\]`).ReplaceAllString(place, "")
	return strings.TrimPrefix(strings.TrimPrefix(field, "."), "items.")
}

func TestEveryFieldCanBePicked(t *testing.T) {
	t.Parallel()
	k := still(t)
	picked := 0
	for _, path := range k.viewed() {
		target := exampleOf(path)
		whole := leaves(t, k.get(t, with(target, "view=full")).Body.Bytes())
		places := map[string][]string{}
		for at := range whole {
			if isList := strings.HasPrefix(at, ".items"); isList || !hasItems(whole) {
				places[inLists(at)] = append(places[inLists(at)], at)
			}
		}
		for _, field := range slices.Sorted(maps.Keys(places)) {
			answer := k.do(t, requestAsIs(t, with(target, "fields="+field)))
			got := leaves(t, answer.Body.Bytes())
			if missing := lacking(got, whole); answer.Code != http.StatusOK || len(missing) > 0 {
				t.Errorf("%s: fields=%s = %d, which lacks in full %q", target, field, answer.Code, missing)
				continue
			}
			for at, shown := range got {
				if beside := hasItems(whole) && !strings.HasPrefix(at, ".items"); !isOf(field, inLists(at), shown) && !beside {
					t.Errorf("%s: fields=%s shows %s", target, field, at)
				}
			}
			for _, at := range places[field] {
				if _, there := got[at]; !there && !strings.Contains(at, ".conditions.") {
					t.Errorf("%s: fields=%s does not show %s", target, field, at)
				}
				picked++
			}
		}
	}
	if picked < 100 {
		t.Errorf("%d fields were picked: the test asks too little", picked)
	}
}

// isOf reports whether what stands at a place was picked by a field: it is the field's, or within
// it, as where one item has null and another one an object, or it is null where the field lies within.
func isOf(field, place, shown string) bool {
	isNull := shown == fmt.Sprintf("%T %v", nil, nil)
	return place == field || strings.HasPrefix(place, field+".") || isNull && strings.HasPrefix(field, place+".")
}

func hasItems(of map[string]string) bool {
	_, there := of[".total"]
	_, drawn := of[".seed"]
	_, similar := of[".items[0].score"]
	return there || drawn || similar
}

func TestWhatIsPicked(t *testing.T) {
	t.Parallel()
	k := still(t)
	for target, want := range map[string]string{
		"/v1/questions/q_aaaaaaaaaaaaaaaaaaaa?fields=id,source.path":         `{"id":"q_aaaaaaaaaaaaaaaaaaaa","source":{"path":"notes/kiln.md"}}`,
		"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?fields=device,value.text":          `{"device":{"id":"ember-k100","name":"Ember K100"},"value":{"text":"3.5 kW"}}`,
		"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?fields=device&view=full":           `{"device":{"id":"ember-k100","name":"Ember K100","written":"K100","vendor":"Ember","class":"system","family":null,"discovered":false}}`,
		"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?fields=conditions":                 `{"conditions":{}}`,
		"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?fields=conditions.per&view=full":   `{"conditions":{"per":"unstated"}}`,
		"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?fields=conflict_id,normalized.min": `{"normalized":{"min":3500},"conflict_id":null}`,
		"/v1/conflicts/c_aaaaaaaaaaaaaaaaaaaa?fields=claims.id":              `{"claims":[{"id":"s_bbbbbbbbbbbbbbbbbbbb"},{"id":"s_cccccccccccccccccccc"}]}`,
		"/v1/facts?fields=source.path,source&limit=1":                        `{"items":[{"source":{"path":"notes/kiln.md","line_start":7,"line_end":7,"url":"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content#L7-L7"}}],"total":1,"next_cursor":null}`,
	} {
		if got := strings.TrimSpace(k.raw(requestAsIs(t, target)).Body.String()); got != want {
			t.Errorf("%s = %s, want %s", target, got, want)
		}
	}
}

func TestAFieldThatIsNotThereIsRefusedWithThoseThatAre(t *testing.T) {
	t.Parallel()
	k := still(t)
	for query, want := range map[string][]string{
		"fields=subjetc":            {"subject"},
		"fields=id,source.paht":     {"source.path"},
		"fields=id.x":               {},
		"fields=source..path":       {"source.path"},
		"fields=items.id":           {"id"},
		"view=breif":                {"brief"}, //nolint:misspell // that is the case
		"view=brief,full":           {},
		"fields=subject&view=whole": {"brief", "full"},
	} {
		got := problem(t, k.get(t, "/v1/facts?"+query), http.StatusBadRequest)
		if got.Code != "invalid_parameter" || len(got.Errors) == 0 {
			t.Errorf("%s: %+v, want a parameter that is refused", query, got)
		}
		for _, fix := range want {
			if !slices.Contains(got.Fixes, fix) {
				t.Errorf("%s: fixes %q, want %q among them", query, got.Fixes, fix)
			}
		}
	}
}

func TestFieldsAreCheckedBeforeAnythingIsRead(t *testing.T) {
	t.Parallel()
	k := still(t)
	k.store.fault = errors.New("the store is asked")
	k.searcher.fault = k.store.fault
	for _, path := range k.viewed() {
		for _, wrong := range []string{"fields=no_such", "fields=,", "view=breif"} { //nolint:misspell // that is the case
			if answer := k.raw(requestAsIs(t, with(exampleOf(path), wrong))); answer.Code != http.StatusBadRequest {
				t.Errorf("%s with %s = %d, want 400: %s", path, wrong, answer.Code, answer.Body)
			}
		}
	}
}

func TestACursorGoesOnWithAnotherView(t *testing.T) {
	t.Parallel()
	k := still(t)
	var page struct {
		NextCursor string `json:"next_cursor"`
	}
	if err := json.Unmarshal(k.get(t, "/v1/questions?limit=1&fields=id").Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	if answer := k.get(t, "/v1/questions?limit=1&view=full&cursor="+page.NextCursor); answer.Code != http.StatusOK {
		t.Errorf("status = %d: %s", answer.Code, answer.Body)
	}
}

func TestABatchIsWhole(t *testing.T) {
	t.Parallel()
	k := still(t)
	k.searcher.found = found()
	for body, want := range map[string]string{
		`{"queries":[{"q":"clay"}]}`:                `"found_by":`,
		`{"queries":[{"q":"clay","view":"brief"}]}`: `"unknown_parameter"`,
	} {
		if answer := k.post(t, "/v1/search/batch", body); !strings.Contains(answer.Body.String(), want) {
			t.Errorf("%s: %s, want %s", body, answer.Body, want)
		}
	}
}
