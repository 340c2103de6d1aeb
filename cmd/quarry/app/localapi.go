package app

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// localAPI is where quarry ingest hands in what it has read, beside a running server.
// The command reads the files, in its own process and as the user who runs it; the
// server only stores what is handed in. So the report is the same with a server and
// without, no request can name a file for the server to read, and a document that is
// costly to parse costs the server nothing.
//
// It is no part of the API: what goes through is as it stands in memory, and is
// understood by the same program only. It opens to who is on this machine and holds
// the token of the lock file, which only the user who runs the server can read.
type localAPI struct {
	token  string
	routes http.Handler
	next   http.Handler // everything else
}

// The ways through the local API. No route of the API begins so.
const (
	localPrefix   = "/-/"
	localGreet    = localPrefix + "hello"
	localDocument = localPrefix + "document"
	localDeletion = localPrefix + "deletion"
	localSync     = localPrefix + "sync"
	localCatchUp  = localPrefix + "catch-up"
)

// mostHandedIn bounds one document with its entries, in bytes of JSON: more than the
// longest that the pipeline makes.
const mostHandedIn = 1 << 30

// speaks names what decides that two processes understand each other and read
// documents alike: the program and the lexicon.
func (s *Session) speaks() string {
	return s.Build.Version + " " + s.Pipeline().Fingerprint()
}

// withLocalAPI puts the local API before a server's handler.
func (s *Session) withLocalAPI(opened *App, token string, next http.Handler) http.Handler {
	routes, speaks := http.NewServeMux(), greeting{Speaks: s.speaks()}
	routes.Handle("/", next)
	routes.HandleFunc("POST "+localGreet, local(func(context.Context, struct{}) (greeting, error) {
		return speaks, nil
	}))
	routes.HandleFunc("POST "+localDocument, local(func(ctx context.Context, in handedIn) (quarry.Difference, error) {
		in.Knowledge.Document.Root = string(in.Root)
		return opened.Store.SaveDocument(ctx, in.Knowledge)
	}))
	routes.HandleFunc("POST "+localDeletion, local(func(ctx context.Context, in deletion) (quarry.Difference, error) {
		return opened.Store.DeleteDocument(ctx, in.Document)
	}))
	routes.HandleFunc("POST "+localSync, local(func(ctx context.Context, _ struct{}) (struct{}, error) {
		return struct{}{}, opened.Store.Sync(ctx)
	}))
	routes.HandleFunc("POST "+localCatchUp, opened.serveCatchUp)
	return &localAPI{token: token, routes: routes, next: next}
}

// ServeHTTP serves who may come through, and hands everything else on.
func (h *localAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, localPrefix) || !h.mayPass(r) {
		h.next.ServeHTTP(w, r)
		return
	}
	unhurried := http.NewResponseController(w)
	_ = unhurried.SetReadDeadline(time.Time{})  // a document may take long to be handed in,
	_ = unhurried.SetWriteDeadline(time.Time{}) // and indexes to catch up
	h.routes.ServeHTTP(w, r)
}

// mayPass reports whether a request comes from this machine, from no browser and
// through no proxy, with the token. For any other caller there is no local API.
func (h *localAPI) mayPass(r *http.Request) bool {
	for _, name := range []string{"Origin", "Sec-Fetch-Site"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	sent, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	want, got := sha256.Sum256([]byte(h.token)), sha256.Sum256([]byte(sent))
	return isBearer && h.token != "" && api.IsFromHere(r) && subtle.ConstantTimeCompare(want[:], got[:]) == 1
}

// greeting says what the server understands.
type greeting struct{ Speaks string }

// handedIn is a document on its way. The root is beside it, for a folder's name may
// be no text.
type handedIn struct {
	Root      []byte
	Knowledge quarry.Knowledge
}

// deletion names a document that is to go.
type deletion struct{ Document quarry.DocumentID }

// local serves what takes a value in and answers with another one.
func local[In, Out any](do func(context.Context, In) (Out, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in In
		decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostHandedIn))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&in)
		if err != nil {
			err = quarry.Errorf(quarry.KindInvalid, "what was handed in cannot be read: %v", err).Because(err)
		}
		status, answer := http.StatusOK, any(nil)
		if err == nil {
			answer, err = do(r.Context(), in)
		}
		if err != nil {
			status, answer = http.StatusUnprocessableEntity, refusalOf(err)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answer) // a command that went away knows by itself
	}
}

// refusalOf is an error on its way, where it is told whole: it is told to the user who runs the
// server.
func refusalOf(err error) *quarry.Error {
	known := quarry.Explain(err)
	if known.Kind == quarry.KindInternal {
		return quarry.Errorf(known.Kind, "%s", err)
	}
	return known
}

// localLine is a line of what is told of a catch-up: how far it is, that a part of it
// has ended, or what came of it.
type localLine struct {
	What    string        `json:",omitempty"`
	Done    int           `json:",omitempty"`
	Of      int           `json:",omitempty"`
	Ended   bool          `json:",omitempty"`
	Report  *Derived      `json:",omitempty"`
	Refused *quarry.Error `json:",omitempty"`
}

// serveCatchUp lets everything catch up that follows the changes, and tells how far it is.
func (b *App) serveCatchUp(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(http.StatusOK)
	lines := &localLines{out: w, flush: http.NewResponseController(w).Flush, now: time.Now}
	report, err := b.CatchUpShown(r.Context(), lines.indexing)
	if err != nil {
		lines.end(localLine{Refused: refusalOf(err)})
		return
	}
	b.notify()
	lines.end(localLine{Report: &report})
}

// localLines writes lines of a catch-up. Several may be told at once, and some when
// it is over: those are dropped.
type localLines struct {
	out   io.Writer
	flush func() error
	now   func() time.Time

	mu     sync.Mutex
	shown  time.Time
	closed bool
}

// indexing is what shows one part of a catch-up, now and then.
func (l *localLines) indexing(what string, entries func() int) *Indexing {
	return &Indexing{Entries: entries, Steps: present.Steps{
		Show: func(done, of int) {
			l.mu.Lock()
			defer l.mu.Unlock()
			if now := l.now(); now.Sub(l.shown) >= present.BarEvery {
				l.shown = now
				l.write(localLine{What: what, Done: done, Of: of})
			}
		},
		End: func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.write(localLine{What: what, Ended: true})
		},
	}}
}

// end writes the last line. What is told from now on is dropped.
func (l *localLines) end(line localLine) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(line)
	l.closed = true
}

// write writes a line, to who listens still. Its mutex is held.
func (l *localLines) write(line localLine) {
	if !l.closed {
		l.closed = json.NewEncoder(l.out).Encode(line) != nil || l.flush() != nil
	}
}
