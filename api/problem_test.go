package api_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

const onePath = "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa"

func TestErrorsBecomeProblemsAndTheirCausesStayWithUs(t *testing.T) {
	t.Parallel()
	secret := errors.New("disk I/O error at /var/db")
	for name, tc := range map[string]struct {
		err    error
		status int
		code   string
		detail string
	}{
		"invalid":       {quarry.Errorf(quarry.KindInvalid, "no"), http.StatusBadRequest, "invalid_request", "no"},
		"not found":     {quarry.Errorf(quarry.KindNotFound, "no fact"), http.StatusNotFound, "not_found", "no fact"},
		"wrapped":       {fmt.Errorf("read: %w", quarry.Errorf(quarry.KindUnavailable, "the disk is full")), http.StatusServiceUnavailable, "unavailable", "the disk is full"},
		"with a code":   {quarry.Errorf(quarry.KindUnavailable, "no").WithCode("disk_full").Because(secret), http.StatusServiceUnavailable, "disk_full", "no"},
		"a plain error": {secret, http.StatusInternalServerError, "internal", "internal error"},
		"our own fault": {quarry.Errorf(quarry.KindInternal, "bug at %s", "/var/db"), http.StatusInternalServerError, "internal", "internal error"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			k.store.fault = tc.err
			answer := k.raw(request(t, onePath)) // errors that no store makes are not in the contract
			got := problem(t, answer, tc.status)
			want := view.Problem{
				Type: "/problems/" + tc.code, Title: k.contract.types[tc.code].Title, Status: tc.status,
				Detail: tc.detail, Instance: onePath, Code: tc.code, RequestID: answer.Header().Get("X-Request-Id"),
				Errors: []view.ProblemField{}, Fixes: []string{},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
			if strings.Contains(answer.Body.String(), "/var/db") {
				t.Errorf("the cause leaked: %s", answer.Body)
			}
			if tag := answer.Header().Get("ETag"); tag != "" {
				t.Errorf("an error carries the ETag %s", tag)
			}
		})
	}
}

func TestEveryKindOfErrorHasAStatus(t *testing.T) {
	t.Parallel()
	for kind, want := range map[quarry.Kind]int{
		quarry.KindConflict: http.StatusConflict, quarry.KindUnsupported: http.StatusUnsupportedMediaType,
		quarry.KindExpired: http.StatusGone, quarry.KindTooLarge: http.StatusRequestEntityTooLarge,
		quarry.KindForbidden: http.StatusForbidden, quarry.KindMisdirected: http.StatusMisdirectedRequest,
		quarry.KindMethod: http.StatusMethodNotAllowed,
	} {
		k := newKit(t)
		k.store.fault = quarry.Errorf(kind, "because").Because(errors.New("secret"))
		raw := k.raw(request(t, onePath))
		if raw.Code != want || !strings.Contains(raw.Body.String(), `"detail":"because"`) {
			t.Errorf("kind %d = %d %s, want %d", kind, raw.Code, raw.Body, want)
		}
	}
}

func TestAPanicIsAProblemAndItsStackIsInTheLog(t *testing.T) {
	t.Parallel()
	for _, path := range []string{onePath, "/v1/facts"} {
		panicAt(t, path)
	}
}

func panicAt(t *testing.T, path string) {
	t.Helper()
	k := newKit(t)
	k.store.panics = true
	answer := k.get(t, path)
	if got := problem(t, answer, http.StatusInternalServerError); got.Detail != "internal error" {
		t.Errorf("detail = %q, want internal error", got.Detail)
	}
	log := k.log.String()
	if !strings.Contains(log, "the store fell over") || !strings.Contains(log, "fakes_test.go") {
		t.Errorf("the log has no panic with its stack: %s", log)
	}
	if !strings.Contains(log, answer.Header().Get("X-Request-Id")) {
		t.Errorf("the log does not name the request %s: %s", answer.Header().Get("X-Request-Id"), log)
	}
}

func TestARequestThatTakesTooLongIsUnavailable(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Timeout = time.Millisecond })
	k.store.waits = true
	for _, path := range []string{"/v1/facts", onePath} {
		if got := problem(t, k.get(t, path), http.StatusServiceUnavailable); got.Code != "timeout" {
			t.Errorf("%s: code = %q, want timeout", path, got.Code)
		}
	}
}

func TestAnotherMethodIsRefusedWithTheOnesThatWork(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodPut, http.MethodPost, http.MethodDelete, "BREW"} {
		r := request(t, "/v1/search")
		r.Method = method
		answer := newKit(t).do(t, r)
		got := problem(t, answer, http.StatusMethodNotAllowed)
		if allow := answer.Header().Get("Allow"); allow != "GET, HEAD" || got.Code != "method_not_allowed" {
			t.Errorf("%s: Allow %q, code %q; want GET, HEAD and method_not_allowed", method, allow, got.Code)
		}
		if !slices.Equal(got.Fixes, []string{"GET", "HEAD"}) {
			t.Errorf("%s: fixes %q, want each method", method, got.Fixes)
		}
	}
}

func TestARouteThatIsMisspeltIsNamedByTheOneThatIsMeant(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for path, want := range map[string]string{
		"/v1/serach": "/v1/search", "/v1/question": "/v1/questions", "/V1/Facts": "/v1/facts", "/openapi.jsn": "/openapi.json",
		"/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/verfy": "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/verify", "/v1/contxt": "/v1/context",
		"/wp-login.php": "", "/v1/" + strings.Repeat("x", 4000): "",
	} {
		got := problem(t, k.raw(request(t, path)), http.StatusNotFound)
		if first := append(got.Fixes, "")[0]; got.Code != "route_unknown" || first != want {
			t.Errorf("%.60s: code %q, fixes %q; want %q first", path, got.Code, got.Fixes, want)
		}
	}
}

func TestHeadAnswersTheHeadersAlone(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	whole := k.get(t, onePath)
	r := request(t, onePath)
	r.Method = http.MethodHead
	head := k.raw(r)
	if head.Code != http.StatusOK || head.Body.Len() != 0 {
		t.Errorf("HEAD = %d with %d bytes, want 200 with none", head.Code, head.Body.Len())
	}
	for _, name := range []string{"ETag", "Content-Length", "Quarry-Revision", "Content-Type"} {
		if got, want := head.Header().Get(name), whole.Header().Get(name); got != want {
			t.Errorf("%s = %q, GET says %q", name, got, want)
		}
	}
}

func TestACallersRequestIDIsKeptWhereItIsHarmless(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for name, tc := range map[string]struct {
		given string
		kept  bool
	}{
		"sane":      {"trace-4711.a_b", true},
		"too long":  {strings.Repeat("a", 65), false},
		"odd":       {"a b\"<script>", false},
		"empty":     {"", false},
		"long, yet": {strings.Repeat("a", 64), true},
	} {
		r := request(t, onePath)
		r.Header.Set("X-Request-Id", tc.given)
		got := k.do(t, r).Header().Get("X-Request-Id")
		if (got == tc.given) != tc.kept || got == "" {
			t.Errorf("%s: X-Request-Id = %q for %q, kept should be %v", name, got, tc.given, tc.kept)
		}
	}
}

func TestEveryAnswerTellsBrowsersToTrustNothing(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{onePath, "/v1/nope", "/livez", "/", "/docs", "/assets/start.js"} {
		header := k.raw(request(t, path)).Header()
		if got := header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options = %q, want nosniff", path, got)
		}
		policy := header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: Content-Security-Policy = %q, want a strict one", path, policy)
		}
	}
}
