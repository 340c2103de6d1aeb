package api_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

func TestTheServerIsReadyOnceEveryFollowerHasCaughtUp(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 3})
	got := problem(t, k.get(t, "/readyz"), http.StatusServiceUnavailable)
	if got.Code != "not_ready" || !strings.Contains(got.Detail, "lexical is 4 changes behind") {
		t.Errorf("problem = %+v, want not_ready and the lag", got)
	}
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 7, Ready: true})
	ready := decoded[view.Readiness](t, k.get(t, "/readyz"), http.StatusOK)
	if ready.Status != "ready" || len(ready.Reasons) != 0 {
		t.Errorf("readiness = %+v, want ready without a reason", ready)
	}
}

func TestWithoutItsStoreAServerIsNotReady(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.get(t, "/readyz")
	k.store.revisionFault = errors.New("disk I/O error at /var/lib/secret")
	got := problem(t, k.get(t, "/readyz"), http.StatusServiceUnavailable)
	if got.Code != "not_ready" || got.Detail != "not ready: the store does not answer" || got.Type != "/problems/not_ready" {
		t.Errorf("problem = %+v, want not_ready for the store, without its cause", got)
	}
	if body := k.get(t, "/metrics").Body.String(); !strings.Contains(body, "quarry_ready 0\n") || strings.Contains(body, "quarry_revision") {
		t.Error("the metrics say that it is ready, or know a revision that cannot be read")
	}
}

func TestEveryReasonOfAServerThatIsNotReadyIsNamed(t *testing.T) {
	t.Parallel()
	other := &follower{state: quarry.FollowerState{Name: "vector", Cursor: 2, Reason: "building: lost"}}
	k := newKit(t, func(c *api.Config) { c.Followers = append(c.Followers, other) })
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 3})
	got := problem(t, k.get(t, "/readyz"), http.StatusServiceUnavailable)
	if got.Detail != "not ready: lexical is 4 changes behind; vector: building: lost" {
		t.Errorf("detail = %q, want both reasons", got.Detail)
	}
}

func TestAServerThatStartsSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	states := map[string]quarry.FollowerState{
		"a part of a known number": {Name: "starter", Reason: "reading the starter corpus", Done: 12, Total: 15},
		"a part of it all":         {Name: "starter", Reason: "building: lost", Done: 300},
	}
	words := map[string]string{
		"a part of a known number": "not ready: starter: reading the starter corpus, 12 of 15",
		"a part of it all":         "not ready: starter: building: lost, 300 so far",
	}
	for name, state := range states {
		k := newKit(t)
		k.follower.set(state)
		got := problem(t, k.get(t, "/readyz"), http.StatusServiceUnavailable)
		want := []view.FollowerProgress{view.NewFollowerProgress(state)}
		if diff := cmp.Diff(want, got.Followers); diff != "" || got.Detail != words[name] {
			t.Errorf("%s: detail = %q, followers (-want +got):\n%s", name, got.Detail, diff)
		}
		stats := decoded[view.Stats](t, k.get(t, "/v1/stats"), http.StatusOK)
		if done := stats.Followers[0].Done; done == nil || *done != state.Done {
			t.Errorf("%s: the statistics say %v is done, want %d", name, done, state.Done)
		}
	}
	k := newKit(t)
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 7, Ready: true})
	ready := decoded[view.Readiness](t, k.get(t, "/readyz"), http.StatusOK)
	if diff := cmp.Diff([]view.FollowerProgress{{Name: "lexical", Ready: true}}, ready.Followers); diff != "" {
		t.Errorf("of one that works on nothing (-want +got):\n%s", diff)
	}
}

func TestLaterLagIsAReasonAndRefusesNoRequest(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.get(t, "/readyz")
	k.store.revision.Store(9)
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 7, Ready: true, Building: true, Reason: "the mapping changed"})
	got := decoded[view.Readiness](t, k.get(t, "/readyz"), http.StatusOK)
	if diff := cmp.Diff([]string{"lexical: the mapping changed"}, got.Reasons); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

func TestAServerIsReadyWithoutAnEmbedderThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.follower.set(quarry.FollowerState{Name: "vector", Cursor: 3, Waiting: true, Reason: "no answer came"})
	got := decoded[view.Readiness](t, k.get(t, "/readyz"), http.StatusOK)
	if diff := cmp.Diff([]string{"vector: no answer came"}, got.Reasons); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

func TestADrainingServerIsAliveAndNotReady(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.get(t, "/readyz")
	k.server.Drain()
	problem(t, k.get(t, "/readyz"), http.StatusServiceUnavailable)
	if got := decoded[view.Liveness](t, k.get(t, "/livez"), http.StatusOK); got.Status != "alive" {
		t.Errorf("status = %q, want alive", got.Status)
	}
	if got := k.get(t, onePath).Code; got != http.StatusOK {
		t.Errorf("a request while draining = %d, want 200", got)
	}
}

func TestMetricsCountByPatternAndNotByPath(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{onePath, "/v1/facts/f_nope", "/v1/secret-path", "/v1/facts?colour=red"} {
		k.get(t, path)
	}
	odd := request(t, "/v1/facts")
	odd.Method = "BREW"
	k.do(t, odd)
	body := k.get(t, "/metrics").Body.String()
	for _, want := range []string{
		`quarry_http_requests_total{method="GET",route="/v1/facts/:id",status="200"} 1`,
		`quarry_http_requests_total{method="GET",route="/v1/facts/:id",status="404"} 1`,
		`quarry_http_requests_total{method="GET",route="other",status="404"} 1`,
		`quarry_http_requests_total{method="GET",route="/v1/facts",status="400"} 1`,
		`quarry_http_requests_total{method="other",route="other",status="405"} 1`,
		`quarry_build_info{version="test"} 1`,
		`quarry_http_received_bytes_total{route="/v1/facts"} 0`,
		`quarry_http_requests_in_flight 1`,
		`quarry_revision 7`,
		`quarry_ready 1`,
		`quarry_follower_lag_changes{follower="lexical"} 0`,
		`quarry_follower_ready{follower="lexical"} 1`,
	} {
		if !strings.Contains(body, want+"\n") {
			t.Errorf("metrics lack %s", want)
		}
	}
	if strings.Contains(body, "secret-path") {
		t.Error("a path became a label")
	}
}

func TestMetricsSayHowFarBehindAFollowerIsAndWhatTheDataTakes(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) {
		c.Sizes = func(context.Context) map[string]int64 { return map[string]int64{"database": 4096} }
	})
	k.follower.set(quarry.FollowerState{Name: "vector", Cursor: 3, Building: true, Reason: "building"})
	body := k.get(t, "/metrics").Body.String()
	for _, want := range []string{
		`quarry_follower_lag_changes{follower="vector"} 4`, `quarry_follower_ready{follower="vector"} 0`,
		`quarry_ready 0`, `quarry_data_bytes{part="database"} 4096`,
	} {
		if !strings.Contains(body, want+"\n") {
			t.Errorf("metrics lack %s", want)
		}
	}
}

func TestAServerIsReadyWithWhatItAnswersFromWhileItIsMadeAnew(t *testing.T) {
	t.Parallel()
	for name, state := range map[string]quarry.FollowerState{
		"old vectors":                   {Name: "vector", Cursor: 3, Ready: true, Building: true, Reason: "building: the embedder has changed"},
		"links":                         {Name: "links", Cursor: 3, Aside: true, Reason: "catching up"},
		"queries that are not embedded": {Name: "vector", Cursor: 7, Ready: true, Reason: "queries have no vectors"},
	} {
		k := newKit(t)
		k.follower.set(state)
		got := decoded[view.Readiness](t, k.get(t, "/readyz"), http.StatusOK)
		if diff := cmp.Diff([]string{state.Name + ": " + state.Reason}, got.Reasons); diff != "" {
			t.Errorf("%s: reasons (-want +got):\n%s", name, diff)
		}
	}
	k := newKit(t)
	k.follower.set(quarry.FollowerState{Name: "vector", Building: true, Reason: "building: lost"})
	problem(t, k.get(t, "/readyz"), http.StatusServiceUnavailable)
}

// A database that is damaged is not ready for anybody, though it was before; what is amiss
// with backups keeps no request away.
func TestADamagedDatabaseIsNotReadyAndAFailedBackupIsAReason(t *testing.T) {
	t.Parallel()
	now := api.Troubles{Notes: []string{"the last backup was not made"}}
	k := newKit(t, func(c *api.Config) { c.Troubles = func() api.Troubles { return now } })
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 7, Ready: true})
	ready := decoded[view.Readiness](t, k.get(t, "/readyz"), http.StatusOK)
	if diff := cmp.Diff(now.Notes, ready.Reasons); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if body := k.get(t, "/metrics").Body.String(); !strings.Contains(body, "quarry_database_damaged 0\n") {
		t.Error("the metrics do not say that the database is sound")
	}
	now.Damaged = true
	got := problem(t, k.get(t, "/readyz"), http.StatusServiceUnavailable)
	if got.Code != "database_damaged" || !strings.Contains(got.Detail, "quarry doctor") || !strings.Contains(got.Detail, "quarry salvage") {
		t.Errorf("problem = %+v, want database_damaged and the way out", got)
	}
	if body := k.get(t, "/metrics").Body.String(); !strings.Contains(body, "quarry_database_damaged 1\n") || !strings.Contains(body, "quarry_ready 0\n") {
		t.Error("the metrics do not say that the database is damaged, and so not ready")
	}
}
