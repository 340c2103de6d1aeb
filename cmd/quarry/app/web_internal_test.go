package app

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Times that a server waits in tests: short is what is waited for, long what never
// passes, however busy the machine is.
const (
	short = 500 * time.Millisecond
	long  = 24 * time.Hour
)

// timeLimits are how long a server waits for the other end.
type timeLimits struct{ header, read, write, idle time.Duration }

// serveWeb serves on a real connection, and returns the address.
func serveWeb(t *testing.T, limits timeLimits, handler http.Handler) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := newWeb(handler)
	web.ReadHeaderTimeout, web.ReadTimeout, web.WriteTimeout, web.IdleTimeout = limits.header, limits.read, limits.write, limits.idle
	web.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(listener) }()
	t.Cleanup(func() {
		if err := web.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// dial connects and sends. A server that never answers ends the test shortly before
// go test does: a busy machine may let every connection wait for minutes.
func dial(t *testing.T, address, sent string) net.Conn {
	t.Helper()
	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if end, limited := t.Deadline(); limited {
		if err := connection.SetDeadline(end.Add(-10 * time.Second)); err != nil {
			t.Fatal(err)
		}
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
	} else if err != nil {
		t.Logf("the connection ended with: %v", err)
	}
	return string(sent)
}

func TestWhoSendsSlowlyIsCutOff(t *testing.T) {
	t.Parallel()
	read := make(chan error, 10)
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		read <- err
	})
	slow := serveWeb(t, timeLimits{header: short, read: long, write: long, idle: long}, handler)
	for name, sent := range map[string]string{
		"nothing":          "",
		"half a line":      "GET / HT",
		"half of a header": "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
	} {
		if got := untilClosed(t, dial(t, slow, sent)); strings.Contains(got, "200 OK") {
			t.Errorf("%s is answered with %q", name, got)
		}
	}
	idle := serveWeb(t, timeLimits{header: long, read: long, write: long, idle: short}, handler)
	if got := untilClosed(t, dial(t, idle, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")); !strings.Contains(got, "200 OK") {
		t.Errorf("a whole request is answered with %q", got)
	}
	if err := <-read; err != nil {
		t.Errorf("a whole request: %v", err)
	}
	body := serveWeb(t, timeLimits{header: long, read: short, write: long, idle: long}, handler)
	dial(t, body, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nslow")
	if err := <-read; err == nil {
		t.Error("a body of which nothing comes was read to its end")
	}
}

func TestWhoTakesSlowlyIsCutOff(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	limits := timeLimits{header: long, read: long, write: short, idle: long}
	address := serveWeb(t, limits, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		piece := make([]byte, 1<<20)
		for {
			if _, err := w.Write(piece); err != nil {
				ended <- err
				return
			}
		}
	}))
	dial(t, address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if err := <-ended; err == nil { // an answer that holds the server up ends with the tests' own time
		t.Error("an answer without end has ended")
	}
}

func TestHeadersWithoutEndAreRefused(t *testing.T) {
	t.Parallel()
	address := serveWeb(t, timeLimits{header: long, read: long, write: long, idle: long}, http.NotFoundHandler())
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
			status, asked := sendHidden(t, tc.head, tc.body)
			if !strings.HasPrefix(status, "HTTP/1.1 "+tc.status) {
				t.Errorf("answered %q, want %s", status, tc.status)
			}
			if slices.Contains(asked, "/hidden") {
				t.Error("the hidden request was answered")
			}
		})
	}
}

// sendHidden sends a request with others in its body, and returns how the first was
// answered, and the paths of all that were.
func sendHidden(t *testing.T, head, body string) (string, []string) {
	t.Helper()
	paths := make(chan string, 10)
	limits := timeLimits{header: long, read: long, write: long, idle: short}
	address := serveWeb(t, limits, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths <- r.URL.Path
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	connection := dial(t, address, "POST /open HTTP/1.1\r\nHost: localhost\r\n"+head+"\r\n"+body)
	status, _, _ := strings.Cut(untilClosed(t, connection), "\n")
	close(paths)
	var asked []string
	for path := range paths {
		asked = append(asked, path)
	}
	return status, asked
}

func TestOfAnAnswerThatIsNotTakenTheSystemHoldsLittle(t *testing.T) {
	t.Parallel()
	const part = 32 << 10
	written := make(chan int, 1)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		sum := 0
		for answer := make([]byte, part); ; sum += part {
			if _, err := w.Write(answer); err != nil {
				break
			}
		}
		written <- sum
	})
	address := serveWeb(t, timeLimits{header: long, read: long, write: short, idle: long}, handler)
	dial(t, address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	const room = 1 << 20 // for the buffers of both ends, and what a system adds to them
	if sum := <-written; sum > room {
		t.Errorf("%d bytes of an answer are made that is not read, want at most %d", sum, room)
	}
}
