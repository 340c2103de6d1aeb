package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// parentTrace is the trace of a caller, and its header.
const (
	parentTrace  = "0af7651916cd43dd8448eb211c80319c"
	parentHeader = "00-" + parentTrace + "-b7ad6b7169203331-01"
)

// What a server traced last is sent before it ends.
func TestAServerSendsItsTracesToACollector(t *testing.T) {
	t.Parallel()
	to := &collector{}
	listening := httptest.NewServer(to)
	t.Cleanup(listening.Close)
	data := t.TempDir()
	server := command(t, data, "serve", "--addr", "127.0.0.1:0", "--no-starter")
	server.Env = append(server.Env, "OTEL_EXPORTER_OTLP_ENDPOINT="+listening.URL, "OTEL_SERVICE_NAME=shelf",
		"OTEL_BSP_SCHEDULE_DELAY=600000", "OTEL_TRACES_EXPORTER=otlp")
	var log bytes.Buffer
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t.Context(), t, "the server to be ready", func() bool { return serverReady(t, data) })
	held, err := datadir.ReadHolder(filepath.Join(data, "quarry.lock"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := fetch(t.Context(), "http://"+held.Addr+"/v1/search?q=secret", http.Header{"Traceparent": {parentHeader}}); err != nil {
		t.Fatal(err)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	for _, want := range []string{"GET /v1/search", "search lexical", "shelf"} {
		if !to.has(want) {
			t.Errorf("the collector was not sent %q", want)
		}
	}
	if to.has("secret") {
		t.Error("the collector was sent the query")
	}
	if !strings.Contains(log.String(), "trace_id="+parentTrace) {
		t.Errorf("the access log does not name the trace:\n%s", &log)
	}
}

// collector keeps what it is sent, as a collector of traces does.
type collector struct {
	mu   sync.Mutex
	sent bytes.Buffer
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent.Write(body)
}

func (c *collector) has(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Contains(c.sent.Bytes(), []byte(text))
}
