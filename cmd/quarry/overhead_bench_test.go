package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// BenchmarkAPIOverItsCalls measures routes over loopback beside a bare net/http
// handler that makes the same calls of the same store and engines and sends what
// they return: what lies between the two is what the API adds. No query comes
// twice in a row, and both sides are asked the same ones.
func BenchmarkAPIOverItsCalls(b *testing.B) {
	opened, words, handler := openStarter(b)
	for _, route := range []struct {
		name string
		path func(i int) string
		bare http.HandlerFunc
	}{
		{"search", searchedAt(b, opened), searchBarely(opened)},
		{"random", func(i int) string { return "/v1/questions/random?view=full&count=5&seed=" + strconv.Itoa(i) }, drawBarely(opened)},
		{"specs", func(i int) string {
			return "/v1/specs?view=full&device=" + []string{"h100", "a100", "mi300x", "v100"}[i%4]
		}, specsBarely(opened, words)},
	} {
		b.Run(route.name+"/api", func(b *testing.B) { getAll(b, handler, route.path) })
		b.Run(route.name+"/bare", func(b *testing.B) { getAll(b, route.bare, route.path) })
	}
}

// getAll asks a handler over loopback, one request after the other.
func getAll(b *testing.B, serves http.Handler, path func(i int) string) {
	b.Helper()
	server := httptest.NewServer(serves)
	defer server.Close()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, server.URL+path(i), http.NoBody)
		if err != nil {
			b.Fatal(err)
		}
		response, err := server.Client().Do(request)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, response.Body); err != nil {
			b.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusOK {
			b.Fatalf("%s: %s, %v", request.URL, response.Status, err)
		}
	}
}

// openStarter opens a base that holds the starter corpus, and the API over it.
func openStarter(b *testing.B) (*app.App, *lexicon.Lexicon, http.Handler) {
	b.Helper()
	words, err := lexicon.Load()
	if err != nil {
		b.Fatal(err)
	}
	streams := app.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	s := &app.Session{
		Dir:     datadir.Dir{Disk: disk.System{}, Data: b.TempDir(), Lexicon: words, Log: slog.New(slog.DiscardHandler), Told: io.Discard},
		Streams: streams,
	}
	if code := execute(b.Context(), []string{"--data", s.Data, "ingest", "--progress", "none", starterDocuments}, streams); code != present.ExitDone {
		b.Fatalf("ingest ended with %d", code)
	}
	opened, err := s.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := opened.Close(); err != nil {
			b.Error(err)
		}
	})
	if err := opened.CatchUp(b.Context()); err != nil {
		b.Fatal(err)
	}
	server, err := s.Handler(b.Context(), opened, api.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		b.Fatal(err)
	}
	return opened, words, server.Handler()
}

// searchedAt makes searches of four words that stand together in a question.
func searchedAt(b *testing.B, opened *app.App) func(i int) string {
	b.Helper()
	page, err := opened.Store.Questions(b.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 500})
	if err != nil {
		b.Fatal(err)
	}
	var paths []string
	for i, q := range page.Items {
		words := strings.Fields(q.Text)
		from := min(i%4, max(0, len(words)-4))
		paths = append(paths, "/v1/search?view=full&q="+url.QueryEscape(strings.Join(words[from:min(len(words), from+4)], " ")))
	}
	return func(i int) string { return paths[i%len(paths)] }
}

func searchBarely(b *app.App) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, err := b.Searcher.Search(r.Context(), quarry.Query{
			Text: r.URL.Query().Get("q"), Mode: quarry.ModeHybrid, Limit: 20, Highlight: true,
		})
		sendBarely(w, found, err)
	}
}

func drawBarely(b *app.App) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		seed, err := strconv.ParseUint(r.URL.Query().Get("seed"), 10, 64)
		if err != nil {
			sendBarely(w, nil, err)
			return
		}
		drawn, err := b.Store.DrawQuestions(r.Context(), quarry.DrawRequest{Seed: seed, Count: 5})
		sendBarely(w, drawn, err)
	}
}

func specsBarely(b *app.App, words *lexicon.Lexicon) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		device, _ := words.FindDevice(r.URL.Query().Get("device"))
		page, err := b.Store.Specs(r.Context(),
			quarry.Filter{Devices: words.DeviceFamily(device.ID)}, quarry.PageRequest{Limit: 20})
		sendBarely(w, page, err)
	}
}

func sendBarely(w http.ResponseWriter, found any, err error) {
	if err == nil {
		w.Header().Set("Content-Type", "application/json")
		err = json.NewEncoder(w).Encode(found)
	}
	if err != nil {
		http.Error(w, fmt.Sprint(err), http.StatusInternalServerError)
	}
}
