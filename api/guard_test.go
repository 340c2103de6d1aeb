package api_test

import (
	"context"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/openapi"
)

// keyring is a store of keys.
type keyring map[quarry.KeyID]quarry.Key

func (k keyring) Key(_ context.Context, id quarry.KeyID) (quarry.Key, error) {
	key, ok := k[id]
	if !ok {
		return quarry.Key{}, quarry.Errorf(quarry.KindNotFound, "there is no key %q", id)
	}
	return key, nil
}

// guardTime is when the tests of keys take place.
func guardTime() time.Time { return time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC) }

// secrets are those of the keys of newKeyring.
type secrets struct{ read, study, write, expired, revoked, unknown string }

const lockToken = "0123456789abcdef0123456789abcdef"

func newKeyring(t *testing.T) (keyring, secrets) {
	t.Helper()
	ring := keyring{}
	number := byte(0)
	secret := func(scope quarry.Scope, change func(*quarry.Key)) string {
		number++
		key, secret, err := quarry.NewKey("bot", scope, [quarry.KeyEntropy]byte{number, 30: number}, guardTime().Add(-time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		change(&key)
		ring[key.ID] = key
		return secret.Reveal()
	}
	all := secrets{
		read:    secret(quarry.ScopeRead, func(*quarry.Key) {}),
		study:   secret(quarry.ScopeStudy, func(*quarry.Key) {}),
		write:   secret(quarry.ScopeWrite, func(*quarry.Key) {}),
		expired: secret(quarry.ScopeWrite, func(k *quarry.Key) { k.Expires = guardTime() }),
		revoked: secret(quarry.ScopeWrite, func(k *quarry.Key) { k.Revoked = guardTime() }),
		unknown: secret(quarry.ScopeWrite, func(k *quarry.Key) { k.ID += "x" }),
	}
	return ring, all
}

// newGuarded is a server with keys, and with a route that needs one for writing.
func newGuarded(t *testing.T, changes ...func(*api.Config)) (*kit, secrets) {
	t.Helper()
	ring, secrets := newKeyring(t)
	k := newKit(t, append([]func(*api.Config){func(c *api.Config) {
		c.Keys, c.Token, c.Now = ring, lockToken, guardTime
	}}, changes...)...)
	k.handler = k.server.GuardedHandler()
	return k, secrets
}

func closed(c *api.Config) { c.ReadNeedsKey = true }

// from is a request from an address.
func from(t *testing.T, address, method, target string, header ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, http.NoBody)
	r.Host, r.RemoteAddr = "localhost", net.JoinHostPort(address, "40000")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return r
}

const (
	stranger = "192.0.2.1"
	local    = "127.0.0.1"
	guarded  = "/v1/guarded"
)

func TestReadingIsOpenAndWritingNeedsAKey(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	for name, tc := range map[string]struct {
		method, target, key string
		status              int
		code                string
	}{
		"reading without a key":       {http.MethodGet, "/v1/facts", "", http.StatusOK, ""},
		"reading with a key":          {http.MethodGet, "/v1/facts", secret.read, http.StatusOK, ""},
		"writing without a key":       {http.MethodPost, guarded, "", http.StatusUnauthorized, "key_missing"},
		"writing with a key to read":  {http.MethodPost, guarded, secret.read, http.StatusForbidden, "scope_missing"},
		"writing with a key to study": {http.MethodPost, guarded, secret.study, http.StatusForbidden, "scope_missing"},
		"writing with a key to write": {http.MethodPost, guarded, secret.write, http.StatusOK, ""},
	} {
		for _, header := range [][]string{{"Authorization", "Bearer " + tc.key}, {"X-API-Key", tc.key}} {
			if tc.key == "" {
				header = nil
			}
			answer := k.raw(from(t, stranger, tc.method, tc.target, header...))
			if answer.Code != tc.status {
				t.Errorf("%s by %q = %d, want %d: %s", name, header, answer.Code, tc.status, answer.Body)
			}
			if tc.code != "" {
				asksForAKey(t, answer, tc.code)
			}
		}
	}
}

// asksForAKey holds a refusal against RFC 6750.
func asksForAKey(t *testing.T, answer *httptest.ResponseRecorder, code string) {
	t.Helper()
	if got := problem(t, answer, answer.Code); got.Code != code {
		t.Errorf("code %q, want %q", got.Code, code)
	}
	if got := answer.Header().Get("WWW-Authenticate"); !strings.HasPrefix(got, `Bearer realm="quarry"`) {
		t.Errorf("%s: WWW-Authenticate %q", code, got)
	}
}

func TestClosedReadingShowsNothingButProbesAndTheDocumentation(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, closed)
	open := map[string]bool{
		"/": true, "/docs": true, "/livez": true, "/readyz": true, "/openapi.json": true, "/openapi-3.0.json": true, "/openapi-tools.json": true,
		"/problems": true, "/problems/{code}": true,
	}
	operations, err := openapi.Operations()
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range operations {
		target := strings.NewReplacer("{", "", "}", "").Replace(operation.Path)
		answer := k.do(t, from(t, local, operation.Method, target))
		if isOpen := answer.Code != http.StatusUnauthorized; isOpen != open[operation.Path] {
			t.Errorf("%s %s = %d without a key, open: %t", operation.Method, operation.Path, answer.Code, open[operation.Path])
		}
		with := k.do(t, from(t, local, operation.Method, target, "X-API-Key", secret.write))
		if with.Code == http.StatusUnauthorized || with.Code == http.StatusForbidden {
			t.Errorf("%s %s = %d with a key", operation.Method, operation.Path, with.Code)
		}
	}
	if answer := k.do(t, from(t, local, http.MethodGet, "/v1/secret-route")); answer.Code != http.StatusUnauthorized {
		t.Errorf("a route that there is not = %d, want 401: a stranger learns which there are", answer.Code)
	}
}

// door is what a route asks of a caller.
type door string

const (
	doorProbe door = "probe" // to everybody, whatever key is sent
	doorOpen  door = "open"  // to everybody, always
	doorRead  door = "read"  // to everybody where reading is open, else to any key
	doorStudy door = "study" // to keys that may study, and on this machine to everybody where reading is open
	doorWrite door = "write" // to keys that may write, always
)

// doorOf says what each operation of the contract asks. What is not named reads.
func doorOf(method, path string) door {
	known, ok := map[string]door{
		"GET /": doorOpen, "GET /docs": doorOpen, "GET /livez": doorProbe, "GET /readyz": doorProbe,
		"GET /openapi.json": doorOpen, "GET /openapi-3.0.json": doorOpen, "GET /openapi-tools.json": doorOpen,
		"GET /problems": doorOpen, "GET /problems/{code}": doorOpen,
		"POST /v1/documents": doorWrite, "DELETE /v1/documents/{id}": doorWrite, "GET /v1/jobs": doorWrite,
		"POST /v1/jobs/{id}/retry": doorWrite, "DELETE /v1/jobs/{id}": doorWrite,
		"POST /v1/admin/reindex": doorWrite, "POST /v1/admin/backup": doorWrite,
		"PUT /v1/corrections/{id}": doorWrite, "DELETE /v1/corrections/{id}": doorWrite,
	}[method+" "+path]
	switch {
	case ok:
		return known
	case strings.HasPrefix(path, "/v1/study/"):
		return doorStudy
	}
	return doorRead
}

// visitor is a caller at all doors, and what each of them says: 0 lets in.
type visitor struct {
	who, address, key string
	refused           map[door]int
}

func visitors(secret secrets, anonymous map[door]int) []visitor {
	anyway := map[door]int{}
	here := maps.Clone(anonymous)
	if anonymous[doorRead] == 0 {
		delete(here, doorStudy)
	}
	reader := map[door]int{doorStudy: http.StatusForbidden, doorWrite: http.StatusForbidden}
	wrong := map[door]int{doorOpen: http.StatusUnauthorized}
	for _, door := range []door{doorRead, doorStudy, doorWrite} {
		wrong[door] = http.StatusUnauthorized
	}
	return []visitor{
		{"anonymous", stranger, "", anonymous},
		{"anonymous on this machine", local, "", here},
		{"who may read", stranger, secret.read, reader},
		{"who may read, on this machine", local, secret.read, reader},
		{"who may study", stranger, secret.study, map[door]int{doorWrite: http.StatusForbidden}},
		{"who may write", stranger, secret.write, anyway},
		{"a key that has expired", stranger, secret.expired, wrong},
		{"a key that was revoked", local, secret.revoked, wrong},
		{"the token", local, lockToken, anyway},
		{"the token from elsewhere", stranger, lockToken, wrong},
	}
}

// Every operation, to every caller, with reading open and closed: a new route reads,
// or is named in doorOf.
func TestEveryOperationAsksEveryCallerForWhatItNeeds(t *testing.T) {
	t.Parallel()
	operations, err := openapi.Operations()
	if err != nil {
		t.Fatal(err)
	}
	for reading, tc := range map[string]struct {
		change    func(*api.Config)
		anonymous map[door]int
	}{
		"open": {func(*api.Config) {}, map[door]int{doorStudy: http.StatusUnauthorized, doorWrite: http.StatusUnauthorized}},
		"closed": {closed, map[door]int{
			doorRead: http.StatusUnauthorized, doorStudy: http.StatusUnauthorized, doorWrite: http.StatusUnauthorized,
		}},
	} {
		k, secret := newGuarded(t, tc.change)
		for _, v := range visitors(secret, tc.anonymous) {
			for _, operation := range operations {
				want := v.refused[doorOf(operation.Method, operation.Path)]
				if got := k.refusalOf(t, operation, v); got != want {
					t.Errorf("reading %s, %s: %s %s is refused with %d, want %d", reading, v.who, operation.Method, operation.Path, got, want)
				}
			}
		}
	}
}

// refusalOf returns the status with which a visitor is refused, 0 for one who is let in.
func (k *kit) refusalOf(t *testing.T, operation openapi.Operation, v visitor) int {
	t.Helper()
	r := from(t, v.address, operation.Method, strings.NewReplacer("{", "", "}", "").Replace(operation.Path))
	if v.key != "" {
		r.Header.Set("X-API-Key", v.key)
	}
	if got := k.raw(r).Code; got == http.StatusUnauthorized || got == http.StatusForbidden {
		return got
	}
	return 0
}

func TestAWrongKeyIsRefusedWhereNoneIsNeeded(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	damaged := secret.read[:len(secret.read)-1] + "z"
	if damaged == secret.read {
		damaged = secret.read[:len(secret.read)-1] + "y"
	}
	for name, header := range map[string][]string{
		"a word":                {"X-API-Key", "letmein"},
		"nothing":               {"X-API-Key", ""},
		"a bearer of nothing":   {"Authorization", "Bearer "},
		"a key of another base": {"X-API-Key", secret.unknown},
		"a damaged key":         {"X-API-Key", damaged},
		"another scheme":        {"Authorization", "Basic " + secret.read},
		"a very long key":       {"X-API-Key", strings.Repeat("qk_", 5000)},
	} {
		for _, target := range []string{"/v1/facts", "/", "/metrics", "/openapi.json"} {
			got := problem(t, k.do(t, from(t, local, http.MethodGet, target, header...)), http.StatusUnauthorized)
			if got.Code != "key_invalid" {
				t.Errorf("%s on %s: code %q, want key_invalid", name, target, got.Code)
			}
		}
		if answer := k.do(t, from(t, local, http.MethodGet, "/livez", header...)); answer.Code != http.StatusOK {
			t.Errorf("%s on /livez = %d: a probe is asked for nothing", name, answer.Code)
		}
	}
}

func TestOnlyWhoHoldsTheSecretLearnsThatAKeyHasEnded(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	for code, key := range map[string]string{"key_expired": secret.expired, "key_revoked": secret.revoked} {
		if got := problem(t, k.do(t, from(t, stranger, http.MethodGet, "/v1/facts", "X-API-Key", key)), http.StatusUnauthorized); got.Code != code {
			t.Errorf("who holds it is told %q, want %q", got.Code, code)
		}
		guess := key[:len("qk_")+12] + "_" + strings.Repeat("a", 52)
		got := problem(t, k.do(t, from(t, stranger, http.MethodGet, "/v1/facts", "X-API-Key", guess)), http.StatusUnauthorized)
		never := problem(t, k.do(t, from(t, stranger, http.MethodGet, "/v1/facts", "X-API-Key", "qk_"+strings.Repeat("a", 12)+"_"+strings.Repeat("a", 52))), http.StatusUnauthorized)
		if got.Code != "key_invalid" || got.Detail != never.Detail {
			t.Errorf("who guesses is told %q (%s), and of a key that there is not %q (%s)", got.Code, got.Detail, never.Code, never.Detail)
		}
		if !strings.Contains(k.log.String(), code) {
			t.Errorf("the log does not say that a request came with %s:\n%s", code, k.log)
		}
	}
}

func TestTwoKeysThatDifferAreRefused(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	twice := from(t, local, http.MethodGet, "/v1/facts", "Authorization", "bearer "+secret.read, "X-API-Key", secret.read)
	if answer := k.do(t, twice); answer.Code != http.StatusOK {
		t.Errorf("the same key twice = %d, want 200", answer.Code)
	}
	for name, header := range map[string][]string{
		"in two headers":   {"Authorization", "Bearer " + secret.read, "X-API-Key", secret.write},
		"in one twice":     {"X-API-Key", secret.read, "X-API-Key", secret.write},
		"a bearer, twice":  {"Authorization", "Bearer " + secret.read, "Authorization", "Bearer " + secret.write},
		"one of them none": {"Authorization", "Bearer " + secret.read, "X-API-Key", ""},
	} {
		if got := problem(t, k.do(t, from(t, local, http.MethodGet, "/v1/facts", header...)), http.StatusBadRequest); got.Code != "key_ambiguous" {
			t.Errorf("%s: code %q, want key_ambiguous", name, got.Code)
		}
	}
}

func TestTheTokenOfTheLockFileOpensOnThisMachineOnly(t *testing.T) {
	t.Parallel()
	k, _ := newGuarded(t, closed)
	own := func(r *http.Request, at string) *http.Request {
		address := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(at))
		return r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(address)))
	}
	for name, tc := range map[string]struct {
		r    *http.Request
		want int
	}{
		"over loopback":            {from(t, "127.0.0.1", http.MethodPost, guarded), http.StatusOK},
		"over loopback, v6":        {from(t, "::1", http.MethodPost, guarded), http.StatusOK},
		"over its own address":     {own(from(t, "192.0.2.7", http.MethodPost, guarded), "192.0.2.7:8080"), http.StatusOK},
		"from elsewhere":           {own(from(t, "192.0.2.8", http.MethodPost, guarded), "192.0.2.7:8080"), http.StatusUnauthorized},
		"from elsewhere, v6":       {from(t, "2001:db8::1", http.MethodPost, guarded), http.StatusUnauthorized},
		"from nowhere":             {httptest.NewRequestWithContext(t.Context(), http.MethodPost, guarded, http.NoBody), http.StatusUnauthorized},
		"through a proxy":          {from(t, "127.0.0.1", http.MethodPost, guarded, "X-Forwarded-For", "127.0.0.1"), http.StatusUnauthorized},
		"through another proxy":    {from(t, "127.0.0.1", http.MethodPost, guarded, "Forwarded", "for=127.0.0.1"), http.StatusUnauthorized},
		"another token":            {from(t, "127.0.0.1", http.MethodPost, guarded, "X-API-Key", "f"+lockToken[1:]), http.StatusUnauthorized},
		"the beginning of a token": {from(t, "127.0.0.1", http.MethodPost, guarded, "X-API-Key", lockToken[:31]), http.StatusUnauthorized},
	} {
		if tc.r.Header.Get("X-API-Key") == "" {
			tc.r.Header.Set("Authorization", "Bearer "+lockToken)
		}
		tc.r.Host = "localhost"
		if got := k.raw(tc.r); got.Code != tc.want {
			t.Errorf("%s = %d, want %d: %s", name, got.Code, tc.want, got.Body)
		}
	}
	none, _ := newGuarded(t, func(c *api.Config) { c.Token = "" })
	if got := none.raw(from(t, local, http.MethodPost, guarded, "Authorization", "Bearer ")); got.Code != http.StatusUnauthorized {
		t.Errorf("no token = %d where there is none, want 401", got.Code)
	}
}

func TestAKeyInAnAddressIsRefused(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, closed)
	for _, name := range []string{"key", "api_key", "apikey", "API_KEY", "access_token", "token"} {
		answer := k.do(t, from(t, local, http.MethodGet, "/v1/facts?"+name+"="+secret.read))
		got := problem(t, answer, http.StatusBadRequest)
		if got.Code != "key_in_query" || strings.Contains(answer.Body.String(), secret.read) {
			t.Errorf("%s: code %q, want key_in_query and nothing of the key: %s", name, got.Code, answer.Body)
		}
	}
}

func TestNoSecretIsLogged(t *testing.T) {
	t.Parallel()
	var log safeBuffer
	k, secret := newGuarded(t, func(c *api.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.AccessLog = c.Log
	})
	all := []string{secret.read, secret.write, secret.expired, secret.revoked, secret.unknown, lockToken, "letmein-4711"}
	for _, breakIt := range []func(){
		func() {},
		func() { k.store.fault = context.DeadlineExceeded },
		func() { k.store.panics = true },
	} {
		breakIt()
		for _, key := range all {
			k.raw(from(t, local, http.MethodGet, "/v1/facts", "Authorization", "Bearer "+key))
			k.raw(from(t, local, http.MethodGet, "/v1/facts", "X-API-Key", key, "Authorization", "Basic "+key))
			k.raw(from(t, local, http.MethodPost, guarded, "X-API-Key", key))
			k.raw(from(t, local, http.MethodGet, "/v1/facts?key="+key))
			k.raw(from(t, local, http.MethodGet, "/v1/facts?topic=memory&access_token="+key))
			k.raw(from(t, local, http.MethodGet, "/v1/facts?unheard-of="+key, "X-API-Key", key))
			k.raw(from(t, local, http.MethodGet, "/v1/facts", "X-Request-Id", "key "+key, "X-API-Key", key))
		}
	}
	written := log.String() + k.log.String()
	for _, key := range all {
		if strings.Contains(written, key[max(0, len(key)-20):]) {
			t.Errorf("the log has %q", key)
		}
	}
	for _, logged := range []string{"msg=request ", "request failed", "key refused", "panic"} {
		if !strings.Contains(written, logged) {
			t.Errorf("the log does not have %q: nothing was looked at", logged)
		}
	}
}

func TestAStoreThatFailsOpensNothing(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, func(c *api.Config) { c.Keys = brokenKeyring{} })
	if answer := k.raw(from(t, local, http.MethodPost, guarded, "X-API-Key", secret.write)); answer.Code != http.StatusInternalServerError {
		t.Errorf("= %d, want 500: %s", answer.Code, answer.Body)
	}
	none, secret := newGuarded(t, func(c *api.Config) { c.Keys = nil })
	if answer := none.raw(from(t, local, http.MethodPost, guarded, "X-API-Key", secret.write)); answer.Code != http.StatusUnauthorized {
		t.Errorf("without keys = %d, want 401: %s", answer.Code, answer.Body)
	}
}

type brokenKeyring struct{}

func (brokenKeyring) Key(context.Context, quarry.KeyID) (quarry.Key, error) {
	return quarry.Key{}, net.ErrClosed
}
