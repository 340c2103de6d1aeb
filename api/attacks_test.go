package api_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// refused asks for something hostile, which must be refused in a sentence, for
// the caller's own fault.
func (k *kit) refused(t *testing.T, name string, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	answer := k.do(t, r)
	if answer.Code < 400 || answer.Code >= 500 {
		t.Errorf("%s = %d, want it refused: %.300s", name, answer.Code, answer.Body)
	}
	return answer
}

func TestNoPathLeadsOut(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{
		"/docs/../openapi.go", "/docs/..%2f..%2fserver.go", "/docs/%2e%2e/%2e%2e/etc/passwd", "/docs//etc/passwd",
		"/docs/..%5c..%5cserver.go", "/docs/swagger-ui.css%00.html", "/docs/./swagger-ui.css", "/docs/index.html", "/docs/swagger-ui.css.gz",
		"/assets/../server.go", "/assets/..%2f..%2fserver.go", "/assets/%2e%2e/doc.go", "/assets/start.js%00.html", "/assets/./start.js",
		"/assets//etc/passwd", "/assets/app.html", "/assets/problem.html", "/assets/doc.go", "/assets/", "/assets",
		"/v1/documents/..%2f..%2f..%2fetc%2fpasswd", "/v1/documents/%2fetc%2fpasswd/content", "/v1/documents/..%00/content",
		"/v1/facts/..%2f..%2fstats", "/v1/questions/%2e%2e/similar", "/v1/documents/" + strings.Repeat("..%2f", 500) + "etc%2fpasswd",
		"//etc/passwd", "/../../etc/passwd", "/v1/../../../etc/passwd",
	} {
		r := request(t, "/")
		parsed, err := url.ParseRequestURI(path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		r.URL = parsed
		answer := k.raw(r)
		if answer.Code != http.StatusNotFound && answer.Code != http.StatusBadRequest {
			t.Errorf("%s = %d, want nothing there: %.200s", path, answer.Code, answer.Body)
		}
		if strings.Contains(answer.Body.String(), "root:") {
			t.Errorf("%s shows a file of the machine", path)
		}
	}
}

func TestWhatACallerWritesBecomesNoHeader(t *testing.T) {
	t.Parallel()
	k, _ := newGuarded(t)
	const broken = "a\r\nSet-Cookie: x=1\r\n\r\n<script>"
	for name, r := range map[string]*http.Request{
		"a request id":   from(t, local, http.MethodGet, "/v1/facts", "X-Request-Id", broken),
		"an origin":      from(t, local, http.MethodGet, "/v1/facts", "Origin", broken),
		"a key":          from(t, local, http.MethodGet, "/v1/facts", "X-API-Key", broken),
		"a tag":          from(t, local, http.MethodGet, "/v1/facts", "If-None-Match", broken),
		"a path":         from(t, local, http.MethodGet, "/v1/facts/"+url.PathEscape(broken)),
		"a parameter":    from(t, local, http.MethodGet, "/v1/facts?topic="+url.QueryEscape(broken)),
		"its name":       from(t, local, http.MethodGet, "/v1/facts?"+url.QueryEscape(broken)+"=1"),
		"an export":      from(t, local, http.MethodGet, "/v1/export?format=csv&collection="+url.QueryEscape(broken)),
		"a document":     from(t, local, http.MethodGet, "/v1/documents/"+url.PathEscape(broken)+"/content"),
		"a host":         hosted(from(t, local, http.MethodGet, "/v1/facts"), broken),
		"a forwarded by": from(t, local, http.MethodGet, "/v1/facts", "X-Forwarded-For", broken),
	} {
		answer := k.raw(r)
		for field, values := range answer.Header() {
			if all := strings.Join(values, ""); field == "Set-Cookie" || strings.ContainsAny(all, "\r\n\x00") || strings.Contains(all, "script>") {
				t.Errorf("%s becomes the header %s: %q", name, field, values)
			}
		}
		if media := answer.Header().Get("Content-Type"); strings.Contains(media, "html") {
			t.Errorf("%s is answered as a page: %s", name, media)
		}
	}
}

func hosted(r *http.Request, host string) *http.Request {
	r.Host = host
	return r
}

func TestHostileCursorsAreRefused(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for name, cursor := range map[string]string{
		"garbage":        "%%%",
		"a word":         "next",
		"base64 of junk": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"of JSON":        "eyJwYXRoIjoiLi4vLi4vZXRjL3Bhc3N3ZCJ9",
		"too long":       strings.Repeat("A", 8_001),
		"just fitting":   strings.Repeat("A", 8_000),
		"statements":     "' OR 1=1; DROP TABLE facts; --",
		"a zero":         "\x00",
	} {
		for _, route := range []string{"/v1/facts?", "/v1/questions/random?seed=1&", "/v1/search?q=memory&", "/v1/documents?"} {
			answer := k.refused(t, name+" on "+route, request(t, route+"cursor="+url.QueryEscape(cursor)))
			if answer.Code != http.StatusBadRequest {
				t.Errorf("%s on %s = %d, want 400", name, route, answer.Code)
			}
		}
	}
}

func TestQueryBombsAreRefusedBeforeAnythingIsSearched(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for name, query := range map[string]string{
		"a long question":      "q=" + strings.Repeat("a", 2_001),
		"many alternatives":    "q=memory&topic=" + strings.Repeat("memory,", 60),
		"many parameters":      "q=memory" + strings.Repeat("&topic=memory", 2_000),
		"a long query":         "q=memory&" + strings.Repeat("x", 40_000),
		"a huge limit":         "q=memory&limit=1000000000000000000000",
		"a limit of hundreds":  "q=memory&limit=101",
		"a negative limit":     "q=memory&limit=-1",
		"not text":             "q=%ff%fe",
		"a broken escape":      "q=%zz",
		"many names":           "q=memory&" + manyNames(500),
		"semicolons":           "q=memory;limit=1",
		"a repeated parameter": "q=memory&q=memory",
	} {
		answer := k.refused(t, name, request(t, "/v1/search?"+query))
		if answer.Code != http.StatusBadRequest || answer.Body.Len() > 20_000 {
			t.Errorf("%s = %d with %d bytes, want 400 and a short answer", name, answer.Code, answer.Body.Len())
		}
	}
}

func manyNames(count int) string {
	var query strings.Builder
	for i := range count {
		fmt.Fprintf(&query, "p%d=1&", i)
	}
	return strings.TrimSuffix(query.String(), "&")
}

func sentJSON(t *testing.T, target, body string, header ...string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, target, strings.NewReader(body))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

func TestJSONBombsAreRefused(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	var keys strings.Builder
	for i := range 8_000 {
		fmt.Fprintf(&keys, `"k%d":1,`, i)
	}
	for name, body := range map[string]string{
		"deep lists":             strings.Repeat("[", 30_000),
		"deep objects":           strings.Repeat(`{"answer":`, 10_000),
		"deep within a field":    `{"answer":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
		"many names":             "{" + keys.String() + `"answer":"x"}`,
		"a name twice":           `{"answer":"x","answer":"y"}`,
		"a huge number":          `{"answer":1` + strings.Repeat("0", 50_000) + `}`,
		"a number out of range":  `{"answer":1e999999}`,
		"something behind it":    `{"answer":"x"}{"answer":"y"}`,
		"a byte behind it":       `{"answer":"x"} x`,
		"not text":               "{\"answer\":\"\xff\"}",
		"a lone surrogate's end": `{"answer":"\ud800` + `"`,
		"too much":               `{"answer":"` + strings.Repeat("a", 200_000) + `"}`,
		"a list":                 `["answer"]`,
		"null":                   `null`,
		"nothing":                ``,
	} {
		for _, target := range []string{"/v1/questions/" + string(someQuestion(k)) + "/check", "/v1/search/batch"} {
			answer := k.refused(t, name+" to "+target, sentJSON(t, target, body))
			if answer.Body.Len() > 20_000 {
				t.Errorf("%s: the refusal has %d bytes", name, answer.Body.Len())
			}
		}
	}
}

func someQuestion(k *kit) quarry.QuestionID { return k.store.questions[0].ID }

func TestACompressedBodyIsNotUnpacked(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write([]byte(`{"answer":"` + strings.Repeat("a", 10_000) + `"}`)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	for _, coding := range []string{"gzip", "GZIP", "deflate", "br", "zstd", "gzip, gzip", "identity, gzip"} {
		for _, target := range []string{"/v1/questions/" + string(someQuestion(k)) + "/check", "/v1/search/batch"} {
			got := problem(t, k.do(t, sentJSON(t, target, packed.String(), "Content-Encoding", coding)), http.StatusUnsupportedMediaType)
			if got.Code != "content_encoding" {
				t.Errorf("%s: code %q", coding, got.Code)
			}
		}
	}
	if got := k.do(t, sentJSON(t, "/v1/questions/"+string(someQuestion(k))+"/check", `{"answer":"x"}`, "Content-Encoding", "identity")).Code; got != http.StatusOK {
		t.Errorf("identity = %d, want 200", got)
	}
}

func TestMethodsThatAreNotNeededAreRefused(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, method := range []string{http.MethodTrace, http.MethodConnect, http.MethodOptions, http.MethodPut, http.MethodPatch, "PROPFIND", "BREW", "get"} {
		for _, target := range []string{"/v1/facts", "/", "/docs", "/metrics", "/v1/search/batch"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, target, strings.NewReader("secret-of-the-body"))
			r.Host, r.Method = "localhost", method
			r.Header.Set("Cookie", "secret-of-the-header")
			answer := k.raw(r)
			if answer.Code != http.StatusMethodNotAllowed || strings.Contains(answer.Body.String(), "secret-of") {
				t.Errorf("%s %s = %d: %s", method, target, answer.Code, answer.Body)
			}
		}
	}
	head := from(t, local, http.MethodHead, "/v1/facts")
	if answer := k.raw(head); answer.Code != http.StatusOK || answer.Body.Len() != 0 {
		t.Errorf("HEAD = %d with %d bytes", answer.Code, answer.Body.Len())
	}
}

// What a page on the web can make a browser send to this machine: a request
// under a name of its own, and one to a name of ours from another origin.
func TestAPageOnTheWebReachesNothingHere(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	rebound := hosted(from(t, local, http.MethodGet, "/v1/facts", "Origin", foe), "evil.example:8080")
	if got := problem(t, k.raw(rebound), http.StatusMisdirectedRequest); got.Code != "misdirected_host" {
		t.Errorf("a rebound name: %q", got.Code)
	}
	form := from(t, local, http.MethodPost, guarded, "Origin", foe, "X-API-Key", secret.write)
	if got := problem(t, k.raw(form), http.StatusForbidden); got.Code != "cross_origin" {
		t.Errorf("a form: %q", got.Code)
	}
	if got := k.raw(from(t, local, http.MethodGet, "/v1/facts", "Origin", foe)).Header().Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("a script may read: %q", got)
	}
}

// Nothing that a caller sends is an address that is fetched.
func TestNothingIsFetchedForACaller(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 100)
	inside := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	t.Cleanup(inside.Close)
	k, secret := newGuarded(t, func(c *api.Config) { c.PublicURL = "http://kb.example" })
	at := url.QueryEscape(inside.URL + "/secret")
	for _, target := range []string{
		"/v1/search?q=" + at, "/v1/documents?collection=" + at, "/v1/facts?document=" + at, "/v1/suggest?q=" + at,
		"/v1/documents/" + url.PathEscape(inside.URL) + "/content", "/v1/export?document=" + at, "/docs?url=" + at, "/docs?configUrl=" + at,
	} {
		k.raw(from(t, local, http.MethodGet, target, "X-API-Key", secret.read, "X-Forwarded-Host", inside.URL, "Referer", inside.URL))
	}
	k.raw(sentJSON(t, "/v1/search/batch", `{"queries":[{"q":"`+inside.URL+`"}]}`))
	k.raw(sentJSON(t, "/v1/questions/"+string(someQuestion(k))+"/check", `{"answer":"`+inside.URL+`"}`))
	select {
	case path := <-asked:
		t.Errorf("%s was fetched", path)
	default:
	}
}
