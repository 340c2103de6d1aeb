package api

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/export"
	"github.com/quarrykb/quarry/api/read"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/search"
	"github.com/quarrykb/quarry/api/write"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/render"
)

// defaultTimeout ends a request whose caller set no time.
const defaultTimeout = 30 * time.Second

// Store is all that is read of what is stored.
type Store interface {
	read.Store
	bind.Store
	export.Store
	rest.RevisionReader
	write.CorrectionReader
}

// Access says who is let in.
type Access struct {
	Keys KeyReader // nil where no key opens anything
	// Token is what other commands on this machine show to be let in for writing;
	// "" for none.
	Token          string
	ReadNeedsKey   bool // whether reading is closed to who has no key
	Limits         RateLimits
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	CORSOrigins    []string       // pages that may call, such as "https://notes.example"; see newOrigins
}

// Config is what a Server is made of.
type Config struct {
	Access

	Store Store
	// SearchWaits says that a search may wait for another program, such as an embedder
	// elsewhere. Searches then take no turn, which they would keep from others.
	SearchWaits bool

	Searcher  search.Searcher      // nil where there is no index: searches then answer 503
	Suggester search.Suggester     // nil likewise
	Similar   search.SimilarFinder // nil likewise
	Followers []rest.Follower      // whatever follows the change feed
	Judge     read.AnswerJudge
	// Reviewer looks once more at what the judge says; nil where nobody does.
	Reviewer read.AnswerReviewer
	Grounder search.Grounder // nil where there is no index: contexts then answer 503
	Lexicon  *lexicon.Lexicon

	Writing write.Config // what takes documents in; the zero value where nothing can be written

	Build string // the version that runs; part of every ETag
	// DataID names the data set, and is part of every ETag too: a database that
	// was made anew may come to a revision that the old one had.
	DataID string
	// Addr is the listener's address, such as "127.0.0.1:8080". It decides
	// which Host headers are answered. Empty for a server that is called in
	// process; localhost is always answered.
	Addr         string
	AllowedHosts []string // further names, with or without a port
	PublicURL    string   // what addresses in an export begin with; empty for the request's Host
	Timeout      time.Duration
	// ScratchFolder is where a part of an export, or a text, waits for who takes it
	// slowly, in a file without a name; the operating system's folder for such files where empty.
	ScratchFolder string

	Log       *slog.Logger
	AccessLog *slog.Logger // a line for every request; nil for none
	// TraceID names the trace that a request belongs to, "" where there is none; nil
	// where nothing is traced.
	TraceID func(ctx context.Context) string
	// Sizes says how many bytes each part of the data takes on the disk, by a name
	// such as "database"; nil if that is unknown.
	Sizes func(ctx context.Context) map[string]int64
	// Troubles says what is amiss with the data; nil if nothing looks.
	Troubles func() Troubles
	Now      func() time.Time
	Random   io.Reader // for request ids and seeds; must be safe for concurrent use
	// Addresses returns the machine's addresses, for listeners on all of them;
	// net.InterfaceAddrs where nil.
	Addresses func() ([]net.Addr, error)
}

// Server turns HTTP requests into calls on the knowledge base.
type Server struct {
	*rest.Responder

	config  Config
	reads   *read.Handlers
	finds   *search.Handlers
	writes  *write.Handlers
	exports *export.Handlers

	limits        limits
	origins       origins
	hosts         hosts
	used          keyUse
	notices       map[string]notice // by method and pattern, and a parameter
	pages         pages
	secureHeaders http.Header
	contract31    static
	contract30    static
	contractTools static
	inside        http.Handler // what the tools ask: the router itself
	tools         http.Handler
	metrics       *metrics
	turns         *rest.Turns
	started       atomic.Bool // every follower has been at the last change once
	draining      atomic.Bool
	drained       chan struct{} // closed once the server is shutting down
}

// New builds a server. It fails where the embedded contract cannot be read.
func New(c Config) (*Server, error) {
	c.Timeout = cmp.Or(c.Timeout, defaultTimeout)
	if c.Addresses == nil {
		c.Addresses = net.InterfaceAddrs
	}
	if c.Troubles == nil {
		c.Troubles = func() Troubles { return Troubles{} }
	}
	s := &Server{
		config: c, turns: rest.NewTurns(c.Timeout), drained: make(chan struct{}),
		Responder: &rest.Responder{
			Log: c.Log, Now: c.Now, Revisions: c.Store, Followers: c.Followers, Views: views(),
			State: fmt.Sprintf("%q %q %q\n", c.Build, c.DataID, c.Lexicon.Fingerprint()),
		},
		hosts:         newHosts(c.Addr, c.AllowedHosts, c.Addresses),
		secureHeaders: secureHeaders(c.PublicURL),
	}
	s.metrics = newMetrics(c.Build, s.turns.Waiting.Load)
	var err error
	if s.limits, err = newLimits(c.Limits, c.Now); err != nil {
		return nil, fmt.Errorf("build the server: %w", err)
	}
	if s.origins, err = newOrigins(c.CORSOrigins, c.PublicURL); err != nil {
		return nil, err
	}
	if err = s.readContract(); err != nil {
		return nil, fmt.Errorf("build the server: %w", err)
	}
	s.offerRoutes()
	s.offerTools()
	return s, nil
}

// offerRoutes hands to each kind of route what it needs.
func (s *Server) offerRoutes() {
	c, open := s.config, &rest.Streams{}
	binder := bind.New(s.Responder, c.Lexicon, c.Store)
	s.reads = &read.Handlers{
		Binder: binder, Store: c.Store, Judge: c.Judge, Reviewer: c.Reviewer, Random: c.Random, Build: c.Build,
		Scratch: c.ScratchFolder, Render: render.New(),
	}
	s.finds = &search.Handlers{
		Binder: binder, Searcher: c.Searcher, Suggester: c.Suggester, Similar: c.Similar, Grounder: c.Grounder,
		Questions: c.Store,
	}
	s.writes = write.New(write.Handlers{
		Responder: s.Responder, Config: c.Writing, Documents: c.Store, Corrected: c.Store, Lexicon: c.Lexicon, Streams: open, Drained: s.drained,
	})
	s.exports = &export.Handlers{
		Binder: binder, Store: c.Store,
		Streams: open, Turns: rest.NewExportTurns(c.Timeout), Timeout: c.Timeout, Scratch: c.ScratchFolder,
		PublicURL: strings.TrimRight(c.PublicURL, "/"),
	}
}

// Export writes an export. The values are the query parameters of the route,
// and base is what the addresses in it begin with, such as
// "http://127.0.0.1:8080". Where an error is returned, what was written is the
// beginning of an export.
func (s *Server) Export(ctx context.Context, values url.Values, base string, to io.Writer) (export.Exported, error) {
	return s.exports.Export(ctx, values, base, to)
}

// Handler returns the handler of every route.
func (s *Server) Handler() http.Handler {
	router := s.inside
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodHead {
			router.ServeHTTP(w, r)
			return
		}
		get := asGet(r)
		router.ServeHTTP(rest.HeadWriter{ResponseWriter: w}, get)
		r.Pattern = get.Pattern
	})
}
