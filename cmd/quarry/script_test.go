package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// The scripts run this binary under the name quarry: what they test is the
// whole program, as a person would start it.
func TestMain(m *testing.M) {
	installFaults()
	testscript.Main(m, map[string]func(){"quarry": func() { os.Exit(run()) }})
}

func TestTheProgramDoesWhatItsScriptsSay(t *testing.T) {
	t.Parallel()
	fixtures, err := filepath.Abs("../../ingest/format/markdown/testdata")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := filepath.Abs("../../ingest/spec/testdata/listed")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("QUARRY_DATA", filepath.Join(env.WorkDir, "data"))
			env.Setenv("FIXTURES", fixtures)
			env.Setenv("LISTED", listed)
			env.Setenv("PAGES", pages)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"ready": ready,
			"curl":  curl,
			"keep":  keep,
			"bytes": writeBytes,
			"lines": countLines,
			"shows": shows,
			"fits":  fits,
		},
	})
}

// ready waits until a server has the data directory and is ready, and sets URL.
//
//	ready
func ready(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: ready")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			ts.Fatalf("no server got ready")
		case <-look.C:
		}
		held, err := datadir.ReadHolder(filepath.Join(ts.Getenv("QUARRY_DATA"), "quarry.lock"))
		if err != nil || held.Addr == "" {
			continue
		}
		if status, _, err := fetch(ctx, "http://"+held.Addr+"/readyz", nil); err == nil && status == http.StatusOK {
			ts.Setenv("URL", "http://"+held.Addr)
			ts.Setenv("ADDR", held.Addr)
			ts.Setenv("PID", strconv.Itoa(held.PID))
			return
		}
	}
}

// fetch gets an address and returns status and body, headers first.
func fetch(ctx context.Context, target string, header http.Header) (int, string, error) {
	return send(ctx, sent{method: http.MethodGet, target: target, header: header})
}

// sent is a request that a script sends.
type sent struct {
	method, target string
	header         http.Header
	body           []byte
}

// send sends a request and returns status and body.
func send(ctx context.Context, s sent) (int, string, error) {
	request, err := http.NewRequestWithContext(ctx, s.method, s.target, bytes.NewReader(s.body))
	if err != nil {
		return 0, "", err
	}
	header := s.header
	for name, values := range header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	if host := header.Get("Host"); host != "" {
		request.Host = host
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	return response.StatusCode, string(body), err
}

// keep sets a variable to what the last command printed.
//
//	keep NAME
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keep NAME")
	}
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

// writeBytes writes a file of bytes that a script cannot hold.
//
//	bytes FILE 00ff…
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE HEX")
	}
	var content []byte
	for i := 0; i+1 < len(args[1]); i += 2 {
		var b byte
		_, err := fmt.Sscanf(args[1][i:i+2], "%02x", &b)
		ts.Check(err)
		content = append(content, b)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o600))
}

// countLines writes a file of many equal lines.
//
//	lines FILE COUNT TEXT
func countLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: lines FILE COUNT TEXT")
	}
	var count int
	_, err := fmt.Sscan(args[1], &count)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2]+"\n", count)), 0o600))
}

func readText(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
