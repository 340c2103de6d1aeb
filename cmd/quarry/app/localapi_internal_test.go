package app

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

const localToken = "5f0c6a1e9b7d42c85f0c6a1e9b7d42c8"

// openLocalAPI serves a knowledge base through a local API, in front of a handler that tells
// all others that there is nothing.
func openLocalAPI(t *testing.T) (*Session, *App, datadir.Holder) {
	t.Helper()
	s := newRun(t)
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeApp(t, opened) })
	server := httptest.NewServer(s.withLocalAPI(opened, localToken, http.NotFoundHandler()))
	t.Cleanup(server.Close)
	return s, opened, datadir.Holder{
		Command: "serve", PID: 1, Addr: strings.TrimPrefix(server.URL, "http://"), Token: localToken, Lexicon: s.Lexicon.Fingerprint(),
	}
}

func TestTheHatchOpensToTheTokenAlone(t *testing.T) {
	t.Parallel()
	_, _, server := openLocalAPI(t)
	for name, tc := range map[string]struct {
		header http.Header
		method string
		want   int
	}{
		"the token":       {http.Header{"Authorization": {"Bearer " + localToken}}, http.MethodPost, http.StatusOK},
		"no token":        {http.Header{}, http.MethodPost, http.StatusNotFound},
		"another token":   {http.Header{"Authorization": {"Bearer 5f0c"}}, http.MethodPost, http.StatusNotFound},
		"an empty one":    {http.Header{"Authorization": {"Bearer "}}, http.MethodPost, http.StatusNotFound},
		"another scheme":  {http.Header{"Authorization": {"Basic " + localToken}}, http.MethodPost, http.StatusNotFound},
		"a page":          {http.Header{"Authorization": {"Bearer " + localToken}, "Origin": {"http://localhost"}}, http.MethodPost, http.StatusNotFound},
		"a browser":       {http.Header{"Authorization": {"Bearer " + localToken}, "Sec-Fetch-Site": {"none"}}, http.MethodPost, http.StatusNotFound},
		"a proxy":         {http.Header{"Authorization": {"Bearer " + localToken}, "X-Forwarded-For": {"10.0.0.1"}}, http.MethodPost, http.StatusNotFound},
		"another method":  {http.Header{"Authorization": {"Bearer " + localToken}}, http.MethodGet, http.StatusNotFound},
		"by way of":       {http.Header{"Authorization": {"Bearer " + localToken}, "Via": {"1.1 proxy"}}, http.MethodPost, http.StatusNotFound},
		"a real address":  {http.Header{"Authorization": {"Bearer " + localToken}, "X-Real-Ip": {"10.0.0.1"}}, http.MethodPost, http.StatusNotFound},
		"a standard word": {http.Header{"Authorization": {"Bearer " + localToken}, "Forwarded": {"for=10.0.0.1"}}, http.MethodPost, http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request, err := http.NewRequestWithContext(t.Context(), tc.method, "http://"+server.Addr+localGreet, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			request.Header = tc.header
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = answer.Body.Close() }()
			if answer.StatusCode != tc.want {
				t.Errorf("status = %d, want %d", answer.StatusCode, tc.want)
			}
		})
	}
}

func TestTheHatchIsShutToOtherMachines(t *testing.T) {
	t.Parallel()
	s := newRun(t)
	localAPI := s.withLocalAPI(nil, localToken, http.NotFoundHandler())
	for address, want := range map[string]int{
		"127.0.0.1:4711": http.StatusOK, "[::1]:4711": http.StatusOK, "[::ffff:127.0.0.1]:4711": http.StatusOK,
		"192.0.2.7:4711": http.StatusNotFound, "nowhere": http.StatusNotFound,
		"192.0.2.1:4711": http.StatusOK, "[::ffff:192.0.2.1]:4711": http.StatusOK, // the address that the server listens on
	} {
		listens := context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 8080})
		request := httptest.NewRequestWithContext(listens, http.MethodPost, localGreet, strings.NewReader("{}"))
		request.RemoteAddr = address
		request.Header.Set("Authorization", "Bearer "+localToken)
		answer := httptest.NewRecorder()
		localAPI.ServeHTTP(answer, request)
		if answer.Code != want {
			t.Errorf("from %s: status = %d, want %d", address, answer.Code, want)
		}
	}
}

// What comes out of the local API is what went in, with the names of folders that are no
// text.
func TestADocumentIsTheSameBehindTheLocalAPI(t *testing.T) {
	t.Parallel()
	s, opened, server := openLocalAPI(t)
	if err := NewLocalClient(server).Greets(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	direct, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "quarry.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = direct.Close() }() // the directory goes with the test
	for _, name := range []string{"a.md", "b.md"} {
		k := storetest.Mixed(name)
		k.Document.Root = "/fol\xffder"
		want, err := direct.SaveDocument(t.Context(), k)
		got, localErr := NewLocalClient(server).SaveDocument(t.Context(), k)
		if err := errors.Join(err, localErr); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("saving %s changes something else (-direct +local API):\n%s", name, diff)
		}
	}
	for _, of := range []string{"a.md", "b.md"} {
		want, got := knowledgeOf(t, direct, of), knowledgeOf(t, opened.Store, of)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s is stored otherwise (-direct +local API):\n%s", of, diff)
		}
	}
}

func knowledgeOf(t *testing.T, store *sqlite.Store, path string) quarry.Knowledge {
	t.Helper()
	page, err := store.Knowledge(t.Context(), quarry.Filter{Documents: []string{path}}, quarry.PageRequest{Limit: 1})
	if err != nil || len(page.Items) != 1 {
		t.Fatalf("%s: %d documents (%v)", path, len(page.Items), err)
	}
	return page.Items[0]
}

func TestAnErrorIsTheSameBehindTheLocalAPI(t *testing.T) {
	t.Parallel()
	_, opened, server := openLocalAPI(t)
	id := quarry.DocumentID("d_nowhere")
	_, want := opened.Store.DeleteDocument(t.Context(), id)
	_, got := NewLocalClient(server).DeleteDocument(t.Context(), id)
	if diff := cmp.Diff(quarry.Explain(want), quarry.Explain(got)); diff != "" || want == nil {
		t.Errorf("the errors differ (-direct +local API):\n%s", diff)
	}
}

func TestAServerThatWentAwayIsNamed(t *testing.T) {
	t.Parallel()
	s, _, server := openLocalAPI(t)
	server.Addr = "127.0.0.1:1"
	err := NewLocalClient(server).Greets(t.Context(), s)
	if shown := quarry.Explain(err); shown.Code != ServerGone || !strings.Contains(shown.Message, "does not answer any more") {
		t.Errorf("error = %v, want one that names the server", err)
	}
}

// Nothing of a document is lost on its way but what has no name to go by.
func TestEveryFieldOfADocumentGoesThroughTheLocalAPI(t *testing.T) {
	t.Parallel()
	k := storetest.Mixed("a.md")
	k.Content.Original = []byte{0xff, 0x00}
	sent, err := json.Marshal(handedIn{Root: []byte("r"), Knowledge: k})
	if err != nil {
		t.Fatal(err)
	}
	var came handedIn
	if err := json.Unmarshal(sent, &came); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(k, came.Knowledge); diff != "" {
		t.Errorf("it changed on its way (-sent +came):\n%s", diff)
	}
}
