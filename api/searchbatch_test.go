package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

// post sends JSON, and holds the answer against the contract.
func (k *kit) post(tb testing.TB, target, body string) *httptest.ResponseRecorder {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, target, strings.NewReader(body))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	return k.do(tb, r)
}

func (k *kit) batch(tb testing.TB, body string) view.Batch {
	tb.Helper()
	return decoded[view.Batch](tb, k.post(tb, "/v1/search/batch", body), http.StatusOK)
}

func TestABatchAnswersEachQueryAsASearchWould(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = found()
	answer := k.post(t, "/v1/search/batch", `{"queries":[{"q":"fires","facets":["kind"]}, {"q":"clay","topik":"heat"}, {"q":"fires","limit":0}]}`)
	got := decoded[view.Batch](t, answer, http.StatusOK)
	var statuses []int
	for _, item := range got.Items {
		statuses = append(statuses, item.Status)
	}
	if diff := cmp.Diff([]int{200, 400, 400}, statuses); diff != "" {
		t.Fatalf("statuses (-want +got):\n%s", diff)
	}
	alone := decoded[view.Search](t, k.get(t, "/v1/search?q=fires&facets=kind"), http.StatusOK)
	got.Items[0].Result.TookMS, alone.TookMS = 0, 0
	if diff := cmp.Diff(&alone, got.Items[0].Result); diff != "" {
		t.Errorf("result (-alone +in a batch):\n%s", diff)
	}
	if p := got.Items[1].Problem; p.Code != "unknown_parameter" || p.Errors[0].Field != "topik" || p.Fixes[0] != "topic" || p.Status != 400 {
		t.Errorf("problem = %+v, want topik refused and topic offered", p)
	}
	if p := got.Items[2].Problem; p.Code != "invalid_parameter" || p.Errors[0].Field != "limit" {
		t.Errorf("problem = %+v, want the limit refused", p)
	}
	if *got.Items[0].Revision != 6 || got.Items[1].Revision != nil {
		t.Errorf("revisions = %v and %v, want 6 and none", got.Items[0].Revision, got.Items[1].Revision)
	}
	for name, want := range map[string]string{"Quarry-Revision": "6", "Cache-Control": "no-store", "ETag": ""} {
		if got := answer.Header().Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

func TestAQueryOfABatchIsReadAsTheParametersOfASearch(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	want := quarry.Query{
		Text: "clay", Mode: quarry.ModeLexical, Limit: 3, Explain: true, Facets: []quarry.FacetName{"kind", "topic"},
		Filter: quarry.Filter{
			Kinds: []quarry.EntryKind{"fact", "spec"}, Answered: quarry.Yes, Collections: []string{"a,b"},
		},
	}
	for name, query := range map[string]string{
		"with types of its own": `{"q":"clay","mode":"lexical","kind":["fact","spec"],"answered":true,"collection":["a,b"],
			"facets":["kind","topic"],"highlight":false,"explain":true,"limit":3}`,
		"with texts": ` { "q" : "clay" , "mode":"lexical","kind":"fact,spec","answered":"true","collection":"a\\,b",
			"facets":"kind,topic","highlight":"false","explain":"true","limit":"3"} `,
	} {
		if got := k.batch(t, `{"queries":[`+query+`]}`); got.Items[0].Status != http.StatusOK {
			t.Fatalf("%s: %+v", name, got.Items[0].Problem)
		}
		if diff := cmp.Diff(want, k.searcher.last()); diff != "" {
			t.Errorf("%s: query (-want +got):\n%s", name, diff)
		}
	}
}

func TestAQueryOfABatchThatCannotBeReadIsRefusedAlone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ query, code, field string }{
		"nothing to look for":    {`{}`, "invalid_parameter", "q"},
		"no text":                {`{"q":null}`, "empty_parameter", "q"},
		"an empty text":          {`{"q":""}`, "empty_parameter", "q"},
		"an empty list":          {`{"q":"x","kind":[]}`, "empty_parameter", "kind"},
		"an unknown kind":        {`{"q":"x","kind":["fcat"]}`, "invalid_parameter", "kind"},
		"a list for a text":      {`{"q":["x"]}`, "invalid_parameter", "q"},
		"an object for a text":   {`{"q":{"x":1}}`, "invalid_parameter", "q"},
		"numbers in a list":      {`{"q":"x","kind":[1]}`, "invalid_parameter", "kind"},
		"half a limit":           {`{"q":"x","limit":2.5}`, "invalid_parameter", "limit"},
		"a text too long":        {`{"q":"` + strings.Repeat("é", 2001) + `"}`, "invalid_parameter", "q"},
		"one given twice":        {`{"q":"x","q":"y"}`, "repeated_parameter", "q"},
		"a field of none":        {`{"q":"x","device":"h100"}`, "unknown_parameter", "device"},
		"an object of none":      {`{"q":"x","filters":{"kind":"fact"}}`, "unknown_parameter", "filters"},
		"a name in capitals":     {`{"Q":"x"}`, "unknown_parameter", "Q"},
		"a foreign cursor":       {`{"q":"x","cursor":"zzz"}`, "cursor_invalid", "cursor"},
		"no object":              {`"x"`, "malformed_body", ""},
		"nothing at all":         {`null`, "malformed_body", ""},
		"a list instead":         {`[{"q":"x"}]`, "malformed_body", ""},
		"an unknown empty field": {`{"q":"x","":1}`, "unknown_parameter", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := newKit(t).batch(t, `{"queries":[{"q":"clay"},`+tc.query+`]}`)
			if got.Items[0].Status != http.StatusOK || got.Items[1].Status != http.StatusBadRequest {
				t.Fatalf("statuses = %d and %d, want 200 and 400", got.Items[0].Status, got.Items[1].Status)
			}
			p := got.Items[1].Problem
			if p.Code != tc.code || len(p.Errors) > 0 && p.Errors[0].Field != tc.field {
				t.Errorf("problem = %+v, want %s on %q", p, tc.code, tc.field)
			}
		})
	}
}

func TestABatchThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	const one = `{"q":"x"}`
	for name, tc := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"nothing":              {``, 400, "malformed_body"},
		"no JSON":              {`q=x`, 400, "malformed_body"},
		"a list":               {`[` + one + `]`, 400, "malformed_body"},
		"half of it":           {`{"queries":[` + one, 400, "malformed_body"},
		"no end":               {`{"queries":[` + one + `]`, 400, "malformed_body"},
		"more behind it":       {`{"queries":[` + one + `]} {}`, 400, "malformed_body"},
		"broken UTF-8":         {"{\"queries\":[{\"q\":\"\xff\"}]}", 400, "malformed_body"},
		"deep brackets":        {`{"queries":` + strings.Repeat("[", 100_000), 400, "malformed_body"},
		"no queries":           {`{}`, 400, "invalid_parameter"},
		"none of them":         {`{"queries":[]}`, 400, "invalid_parameter"},
		"null":                 {`{"queries":null}`, 400, "invalid_parameter"},
		"a text":               {`{"queries":"x"}`, 400, "invalid_parameter"},
		"too many":             {`{"queries":[` + strings.Repeat(one+",", 50) + one + `]}`, 400, "invalid_parameter"},
		"a field that is none": {`{"queries":[` + one + `],"limit":3}`, 400, "unknown_parameter"},
		"queries twice":        {`{"queries":[` + one + `],"queries":[` + one + `]}`, 400, "repeated_parameter"},
		"more than a megabyte": {`{"queries":["` + strings.Repeat("x", 1<<20) + `"]}`, 413, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newKit(t).post(t, "/v1/search/batch", tc.body), tc.status)
			if tc.code != "" && got.Code != tc.code {
				t.Errorf("code = %q (%s), want %q", got.Code, got.Detail, tc.code)
			}
		})
	}
	k := newKit(t)
	problem(t, k.post(t, "/v1/search/batch?q=x", `{"queries":[`+one+`]}`), http.StatusBadRequest)
	form := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/search/batch", strings.NewReader(`{"queries":[`+one+`]}`))
	form.Host = "localhost"
	form.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	problem(t, k.do(t, form), http.StatusUnsupportedMediaType)
	form.Header.Set("Content-Type", "application/json; charset=utf-8")
	if got := k.do(t, form); got.Code != http.StatusOK {
		t.Errorf("JSON with a character set = %d, want %d", got.Code, http.StatusOK)
	}
	problem(t, k.raw(request(t, "/v1/search/batch")), http.StatusMethodNotAllowed)
}

func TestFiftyQueriesComeBackInTheirOrder(t *testing.T) {
	t.Parallel()
	var queries []string
	for i := range 50 {
		queries = append(queries, fmt.Sprintf(`{"q":"query %d"}`, i))
	}
	for i, item := range newKit(t).batch(t, `{"queries":[`+strings.Join(queries, ",")+`]}`).Items {
		if want := fmt.Sprintf("query %d", i); item.Result == nil || item.Result.Query != want {
			t.Errorf("answer %d = %+v, want that of %q", i, item, want)
		}
	}
}

func TestACursorOfASearchGoesOnInABatch(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = found()
	first := decoded[view.Search](t, k.get(t, "/v1/search?q=fires&kind=fact,spec&limit=1"), http.StatusOK)
	got := k.batch(t, `{"queries":[{"q":"fires","kind":["spec","fact"],"limit":1,"cursor":"`+*first.NextCursor+`"}]}`)
	if asked := k.searcher.last(); got.Items[0].Status != http.StatusOK || asked.Offset != 1 || asked.At != 6 {
		t.Errorf("second page = %d, asked from %d at %d, want from 1 at 6", got.Items[0].Status, asked.Offset, asked.At)
	}
}

// slow counts how many searches are under way, panics at one text and fails at
// another.
type slow struct{ now, most atomic.Int64 }

func (s *slow) Search(ctx context.Context, q quarry.Query) (quarry.Found, error) {
	defer s.now.Add(-1)
	now := s.now.Add(1)
	for before := s.most.Load(); now > before && !s.most.CompareAndSwap(before, now); before = s.most.Load() {
	}
	switch q.Text {
	case "panic":
		panic("no paper left")
	case "fail":
		return quarry.Found{}, quarry.Errorf(quarry.KindUnavailable, "no engine").WithCode("engine_unavailable")
	case "wait":
		<-ctx.Done()
		return quarry.Found{}, ctx.Err()
	}
	<-time.After(time.Second)
	return quarry.Found{Mode: q.Mode, Revision: 9}, nil
}

func TestABatchIsSearchedSideBySideWithinBounds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slow{}
		k := newKit(t, func(c *api.Config) { c.Searcher = s })
		k.batch(t, `{"queries":[`+strings.Repeat(`{"q":"x"},`, 49)+`{"q":"x"}]}`)
		if got, want := s.most.Load(), int64(min(50, runtime.GOMAXPROCS(0))); got != want {
			t.Errorf("%d searches at a time, want %d", got, want)
		}
	})
}

func TestWhatFailsInABatchFailsAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, func(c *api.Config) { c.Searcher, c.Timeout = &slow{}, time.Minute })
		got := k.batch(t, `{"queries":[{"q":"panic"},{"q":"fail"},{"q":"x"},{"q":"wait"}]}`)
		codes := []string{"internal", "engine_unavailable", "", "timeout"}
		for i, status := range []int{500, 503, 200, 503} {
			item := got.Items[i]
			if item.Status != status || item.Problem != nil && item.Problem.Code != codes[i] {
				encoded, _ := json.Marshal(item)
				t.Errorf("answer %d = %s, want %d %s", i, encoded, status, codes[i])
			}
		}
		if log := k.log.String(); !strings.Contains(log, "no paper left") {
			t.Errorf("the log lacks the panic: %s", log)
		}
	})
}
