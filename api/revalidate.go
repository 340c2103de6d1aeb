package api

import (
	"net/http"
	"strings"

	"github.com/quarrykb/quarry/api/rest"
)

// quotingTags serves what a library does that forgets the quotes around its
// entity tags: it adds them to the tags that it sends, and takes them off the
// ones that come back.
type quotingTags struct{ http.Handler }

// ServeHTTP implements http.Handler.
func (q quotingTags) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	known := strings.Trim(strings.TrimPrefix(r.Header.Get("If-None-Match"), "W/"), `"`)
	bare := r.Clone(r.Context())
	if known != "" {
		bare.Header.Set("If-None-Match", known)
	}
	q.Handler.ServeHTTP(&quotingWriter{ResponseWriter: w, known: known}, bare)
}

type quotingWriter struct {
	http.ResponseWriter

	known string // the tag that the caller has
	begun bool
}

// WriteHeader puts the tag right before it leaves, and names it in a "not
// modified", too.
func (w *quotingWriter) WriteHeader(status int) {
	w.begun = true
	header := w.Header()
	tag := header.Get(rest.HeaderETag)
	if status == http.StatusNotModified {
		tag = w.known
	}
	if tag != "" {
		header.Set(rest.HeaderETag, `W/"`+tag+`"`)
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write begins the answer if it has not begun.
func (w *quotingWriter) Write(body []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(body)
}
