package main

import (
	"bufio"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// serveWeb serves on a real connection, with little patience, and returns the
// address.
func serveWeb(t *testing.T, handler http.Handler) string {
	t.Helper()
	const short = 50 * time.Millisecond
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := newWeb(handler, timeLimits{header: short, read: short, write: short, idle: short})
	web.ErrorLog = log.New(io.Discard, "", 0)
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(listener) }()
	t.Cleanup(func() {
		_ = web.Close()
		<-ended
	})
	return listener.Addr().String()
}

// dial connects and sends. A server that never answers ends the test by the
// deadline, which is far from what it is to do.
func dial(t *testing.T, address, sent string) net.Conn {
	t.Helper()
	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if err := connection.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(connection, sent); err != nil {
		t.Fatal(err)
	}
	return connection
}

// untilClosed returns what a server sent before it closed the connection.
func untilClosed(t *testing.T, connection net.Conn) string {
	t.Helper()
	sent, err := io.ReadAll(connection)
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() { //nolint:errorlint // as the package net returns it
		t.Errorf("the connection stays open; it sent %q", sent)
	}
	return string(sent)
}

func TestWhoSendsSlowlyIsCutOff(t *testing.T) {
	t.Parallel()
	read := make(chan error, 10)
	address := serveWeb(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		read <- err
	}))
	for name, sent := range map[string]string{
		"nothing":           "",
		"half a line":       "GET / HT",
		"half of a header":  "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
		"nothing after one": "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		t.Log(name)
		untilClosed(t, dial(t, address, sent))
	}
	<-read // of the one that was whole
	untilClosed(t, dial(t, address, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nslow"))
	if err := <-read; err == nil {
		t.Error("a body of which nothing comes was read to its end")
	}
}

func TestWhoTakesSlowlyIsCutOff(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	address := serveWeb(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		piece := make([]byte, 1<<20)
		for {
			if _, err := w.Write(piece); err != nil {
				ended <- err
				return
			}
		}
	}))
	dial(t, address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		t.Error("an answer that nobody takes holds the server up")
	}
}

func TestHeadersWithoutEndAreRefused(t *testing.T) {
	t.Parallel()
	address := serveWeb(t, http.NotFoundHandler())
	// Some more than the server reads, so that it is not still being sent when the answer is there.
	sent := "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + strings.Repeat("a", headerBytes+4096) + "\r\n\r\n"
	if got := untilClosed(t, dial(t, address, sent)); !strings.HasPrefix(got, "HTTP/1.1 431 ") {
		t.Errorf("answered %.100q, want 431", got)
	}
}

// Two servers that read one request differently let a caller hide a second one in
// it. What can be read in two ways is refused, or is the last that is read from its
// connection.
func TestARequestWithTwoEndsHidesNoOther(t *testing.T) {
	t.Parallel()
	const hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
	for name, tc := range map[string]struct {
		head, body string
		status     string
	}{
		"two lengths":          {"Content-Length: 0\r\nContent-Length: 42\r\n", hidden, "400"},
		"a length with a sign": {"Content-Length: +0\r\n", hidden, "400"},
		"a list of lengths":    {"Content-Length: 0, 42\r\n", hidden, "400"},
		"another coding":       {"Transfer-Encoding: xchunked\r\n", hidden, "501"},
		"two codings":          {"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n" + hidden, "501"},
		"a space in a name":    {"Content-Length : 0\r\n", hidden, "400"},
		"a folded header":      {"X: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n" + hidden, "200"},
		"a bad chunk":          {"Transfer-Encoding: chunked\r\n", "zz\r\n" + hidden, "400"},
		"both":                 {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + hidden, "200"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := make(chan string, 10)
			address := serveWeb(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked <- r.URL.Path
				if _, err := io.Copy(io.Discard, r.Body); err != nil {
					w.WriteHeader(http.StatusBadRequest)
				}
			}))
			connection := dial(t, address, "POST /open HTTP/1.1\r\nHost: localhost\r\n"+tc.head+"\r\n"+tc.body)
			status, err := bufio.NewReader(strings.NewReader(untilClosed(t, connection))).ReadString('\n')
			if err != nil || !strings.HasPrefix(status, "HTTP/1.1 "+tc.status) {
				t.Errorf("answered %q (%v), want %s", status, err, tc.status)
			}
			close(asked)
			for path := range asked {
				if path == "/hidden" {
					t.Error("the hidden request was answered")
				}
			}
		})
	}
}
