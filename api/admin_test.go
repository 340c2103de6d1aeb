package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/api/write"
)

// orders is a desk that takes every order and does nothing.
type orders struct {
	mu    sync.Mutex
	taken []quarry.JobOrder
}

func (o *orders) Submit(_ context.Context, order quarry.JobOrder, _ quarry.JobKey) (quarry.Job, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.taken = append(o.taken, order)
	return quarry.Job{ID: "j_k5mzqxw2a7tr4c6nybvh", State: quarry.JobQueued, Order: order, CreatedAt: time.Unix(1_700_000_000, 0)}, nil
}

func (o *orders) Job(context.Context, quarry.JobID) (quarry.Job, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return quarry.Job{
		ID: "j_k5mzqxw2a7tr4c6nybvh", State: quarry.JobQueued, Order: o.taken[len(o.taken)-1], CreatedAt: time.Unix(1_700_000_000, 0),
	}, nil
}

func (o *orders) Jobs(context.Context, quarry.JobFilter, quarry.PageRequest) (quarry.Page[quarry.Job], error) {
	return quarry.Page[quarry.Job]{}, nil
}

func (o *orders) Retry(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	return o.Job(ctx, id)
}

func (o *orders) Drop(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	return o.Job(ctx, id)
}

func (o *orders) Watch(quarry.JobID) <-chan struct{} { return nil }

const adminToken = "5f0c6a1e9b7d42c85f0c6a1e9b7d42c8"

// adminKit is a server that lets in who holds the token.
func adminKit(t *testing.T) (*kit, *orders) {
	t.Helper()
	desk := &orders{}
	return newKit(t, func(c *api.Config) { c.Token, c.Writing = adminToken, write.Config{Desk: desk} }), desk
}

func adminRequest(t *testing.T, path, body string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "localhost", "127.0.0.1:4711"
	r.Header.Set("Authorization", "Bearer "+adminToken)
	return r
}

func TestAnAdminOrderIsAJob(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		path, body string
		want       quarry.JobOrder
	}{
		"a reindex without a body": {"/v1/admin/reindex", "", quarry.JobOrder{Kind: quarry.JobReindex}},
		"of nothing else":          {"/v1/admin/reindex", `{}`, quarry.JobOrder{Kind: quarry.JobReindex}},
		"that says so":             {"/v1/admin/reindex", `{"extract":false}`, quarry.JobOrder{Kind: quarry.JobReindex}},
		"that reads again": {
			"/v1/admin/reindex", `{"extract":true}`,
			quarry.JobOrder{Kind: quarry.JobReindex, Options: map[string]string{quarry.JobOptionExtract: "true"}},
		},
		"a backup":              {"/v1/admin/backup", "", quarry.JobOrder{Kind: quarry.JobBackup}},
		"a backup of an object": {"/v1/admin/backup", "{}", quarry.JobOrder{Kind: quarry.JobBackup}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k, desk := adminKit(t)
			answer := k.do(t, adminRequest(t, tc.path, tc.body))
			shown := decoded[view.Job](t, answer, http.StatusAccepted)
			if got := answer.Header().Get("Location"); got != shown.URL || shown.Kind != string(tc.want.Kind) {
				t.Errorf("Location = %q of a %s, want %q of a %s", got, shown.Kind, shown.URL, tc.want.Kind)
			}
			if diff := cmp.Diff([]quarry.JobOrder{tc.want}, desk.taken); diff != "" {
				t.Errorf("the desk was told (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnAdminOrderThatSaysSomethingElseIsRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		path, body, code string
		status           int
	}{
		"a file of the caller's": {"/v1/admin/backup", `{"file":"/etc/passwd"}`, "unknown_parameter", http.StatusBadRequest},
		"another field":          {"/v1/admin/reindex", `{"path":"/etc"}`, "unknown_parameter", http.StatusBadRequest},
		"no truth value":         {"/v1/admin/reindex", `{"extract":"yes"}`, "invalid_parameter", http.StatusBadRequest},
		"null":                   {"/v1/admin/reindex", `{"extract":null}`, "invalid_parameter", http.StatusBadRequest},
		"no object":              {"/v1/admin/reindex", `[]`, "malformed_body", http.StatusBadRequest},
		"twice":                  {"/v1/admin/reindex", `{"extract":true,"extract":false}`, "repeated_parameter", http.StatusBadRequest},
		"too much":               {"/v1/admin/reindex", `{"extract":true` + strings.Repeat(" ", 2000) + `}`, "too_large", http.StatusRequestEntityTooLarge},
		"a parameter":            {"/v1/admin/backup?file=x", "", "unknown_parameter", http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k, desk := adminKit(t)
			if got := problem(t, k.do(t, adminRequest(t, tc.path, tc.body)), tc.status); got.Code != tc.code {
				t.Errorf("code = %q, want %q: %s", got.Code, tc.code, got.Detail)
			}
			if len(desk.taken) > 0 {
				t.Errorf("the desk was told %+v", desk.taken)
			}
		})
	}
}

func TestAnAdminOrderNeedsAKeyThatMayWrite(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/v1/admin/reindex", "/v1/admin/backup"} {
		k, desk := adminKit(t)
		bare := adminRequest(t, path, "")
		bare.Header.Del("Authorization")
		problem(t, k.do(t, bare), http.StatusUnauthorized)
		elsewhere := adminRequest(t, path, "")
		elsewhere.RemoteAddr = "192.0.2.7:4711"
		problem(t, k.do(t, elsewhere), http.StatusUnauthorized)
		if len(desk.taken) > 0 {
			t.Errorf("%s: the desk was told %+v", path, desk.taken)
		}
	}
}

func TestAnAdminOrderIsUnavailableWithoutAWorker(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Token, c.Writing = adminToken, write.Config{} })
	problem(t, k.do(t, adminRequest(t, "/v1/admin/backup", "")), http.StatusServiceUnavailable)
}
