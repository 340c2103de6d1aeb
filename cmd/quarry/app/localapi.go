package app

import (
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
	opened *App
	token  string
	speaks string       // what both sides must be; see session.speaks
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
	return &localAPI{opened: opened, token: token, speaks: s.speaks(), next: next}
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
	switch r.Method + " " + r.URL.Path {
	case http.MethodPost + " " + localGreet:
		h.answer(w, greeting{Speaks: h.speaks}, nil)
	case http.MethodPost + " " + localDocument:
		difference, err := h.save(w, r)
		h.answer(w, difference, err)
	case http.MethodPost + " " + localDeletion:
		difference, err := h.remove(w, r)
		h.answer(w, difference, err)
	case http.MethodPost + " " + localSync:
		h.answer(w, struct{}{}, h.opened.Store.Sync(r.Context()))
	case http.MethodPost + " " + localCatchUp:
		h.catchUp(w, r)
	default:
		h.next.ServeHTTP(w, r)
	}
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

// localRefusal is an error on its way: what it was is what it becomes again.
type localRefusal struct {
	Kind    quarry.Kind
	Code    string
	Message string
}

func (h *localAPI) save(w http.ResponseWriter, r *http.Request) (quarry.Difference, error) {
	var in handedIn
	if err := readHandedIn(w, r, &in); err != nil {
		return quarry.Difference{}, err
	}
	in.Knowledge.Document.Root = string(in.Root)
	return h.opened.Store.SaveDocument(r.Context(), in.Knowledge)
}

func (h *localAPI) remove(w http.ResponseWriter, r *http.Request) (quarry.Difference, error) {
	var in deletion
	if err := readHandedIn(w, r, &in); err != nil {
		return quarry.Difference{}, err
	}
	return h.opened.Store.DeleteDocument(r.Context(), in.Document)
}

func readHandedIn(w http.ResponseWriter, r *http.Request, into any) error {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostHandedIn))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return quarry.Errorf(quarry.KindInvalid, "what was handed in cannot be read: %v", err).Because(err)
	}
	return nil
}

// answer writes what came of a request.
func (h *localAPI) answer(w http.ResponseWriter, value any, err error) {
	status := http.StatusOK
	if err != nil {
		status, value = http.StatusUnprocessableEntity, refusalOf(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // a command that went away knows by itself
}

// refusalOf tells an error whole: it is told to the user who runs the server.
func refusalOf(err error) localRefusal {
	known := quarry.Explain(err)
	if known.Kind == quarry.KindInternal {
		return localRefusal{Kind: known.Kind, Message: err.Error()}
	}
	return localRefusal{Kind: known.Kind, Code: known.Code, Message: known.Message}
}

// err is the error again.
func (r localRefusal) err() error {
	return quarry.Errorf(r.Kind, "%s", r.Message).WithCode(r.Code)
}

// localLine is a line of what is told of a catch-up: how far it is, that a part of it
// has ended, or what came of it.
type localLine struct {
	What    string        `json:",omitempty"`
	Done    int           `json:",omitempty"`
	Of      int           `json:",omitempty"`
	Ended   bool          `json:",omitempty"`
	Report  *Derived      `json:",omitempty"`
	Refused *localRefusal `json:",omitempty"`
}

// catchUp lets everything catch up that follows the changes, and tells how far it is.
func (h *localAPI) catchUp(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(http.StatusOK)
	lines := &localLines{out: w, flush: http.NewResponseController(w).Flush, now: time.Now}
	defer lines.close()
	report, err := h.opened.CatchUpShown(r.Context(), lines.indexing)
	if err != nil {
		failed := refusalOf(err)
		lines.write(localLine{Refused: &failed})
		return
	}
	h.opened.notify()
	lines.write(localLine{Report: &report})
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

// indexing is what shows one part of a catch-up.
func (l *localLines) indexing(what string, entries func() int) *Indexing {
	return &Indexing{Entries: entries, Steps: present.Steps{
		Show: func(done, of int) { // now and then
			l.mu.Lock()
			due := l.now().Sub(l.shown) >= present.BarEvery
			if due {
				l.shown = l.now()
			}
			l.mu.Unlock()
			if due {
				l.write(localLine{What: what, Done: done, Of: of})
			}
		},
		End: func() { l.write(localLine{What: what, Ended: true}) },
	}}
}

func (l *localLines) write(line localLine) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if json.NewEncoder(l.out).Encode(line) != nil || l.flush() != nil {
		l.closed = true // the caller does not listen any more
	}
}

// close drops whatever is told from now on.
func (l *localLines) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}
