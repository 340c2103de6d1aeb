package api

import (
	"bytes"
	"cmp"
	"io"
	"net/http"
)

// InProcess answers requests by calling a handler, for an http.Client or any code that
// asks by an http.RoundTripper. A request comes from loopback unless its
// RemoteAddr says otherwise. The answer is whole before it is returned.
type InProcess struct{ Handler http.Handler }

// RoundTrip calls the handler and returns what it wrote. It never fails.
func (t InProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &memoryWriter{header: http.Header{}}
	r = r.Clone(r.Context())
	r.Host, r.RequestURI, r.RemoteAddr = r.URL.Host, r.URL.RequestURI(), cmp.Or(r.RemoteAddr, "127.0.0.1:0")
	if r.Body == nil {
		r.Body = http.NoBody
	}
	t.Handler.ServeHTTP(w, r)
	status := cmp.Or(w.status, http.StatusOK)
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: w.header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: r,
	}, nil
}

// memoryWriter keeps an answer.
type memoryWriter struct {
	header http.Header
	body   bytes.Buffer
	status int // 0 before the first
}

// Header returns the answer's header.
func (w *memoryWriter) Header() http.Header { return w.header }

// WriteHeader keeps the status, of several the first: it would be on its way.
func (w *memoryWriter) WriteHeader(status int) { w.status = cmp.Or(w.status, status) }

// Write keeps the body.
func (w *memoryWriter) Write(body []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(body)
}
