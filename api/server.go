package api

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/openapi"
)

// defaultTimeout ends a request whose caller set no time.
const defaultTimeout = 30 * time.Second

// Readers read what is stored. Each is needed; one store can be all of them.
type Readers struct {
	Questions  QuestionReader
	Facts      FactReader
	Specs      SpecReader
	Claims     ClaimReader
	Conflicts  ConflictReader
	Passages   PassageReader
	Documents  DocumentReader
	Places     PlaceReader
	Knowledge  KnowledgeReader
	Devices    DeviceReader
	Attributes AttributeReader
	Topics     TopicReader
	Glossary   GlossaryReader
	Stats      StatsReader
	Revisions  RevisionReader
	Evidence   EvidenceReader
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
	Readers
	Access

	// SearchWaits says that a search may wait for another program, such as an embedder
	// elsewhere. Searches then take no turn, which they would keep from others.
	SearchWaits bool

	Searcher  Searcher      // nil where there is no index: searches then answer 503
	Suggester Suggester     // nil likewise
	Similar   SimilarFinder // nil likewise
	Followers []Follower    // whatever follows the change feed
	Judge     AnswerJudge
	// Reviewer looks once more at what the judge says; nil where nobody does.
	Reviewer AnswerReviewer
	Grounder Grounder // nil where there is no index: contexts then answer 503
	Lexicon  *lexicon.Lexicon

	Writing Writing // what takes documents in; the zero value where nothing can be written

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
	read      Readers
	searcher  Searcher
	suggester Suggester
	similar   SimilarFinder
	followers []Follower
	judge     AnswerJudge
	reviewer  AnswerReviewer
	grounder  Grounder
	lexicon   *lexicon.Lexicon

	keys         KeyReader
	token        string
	writing      Writing
	readNeedsKey bool
	limits       limits
	proxies      proxies
	origins      origins
	used         keyUse
	streams      streams

	build   string
	state   string // the part of every ETag that no change moves
	hosts   hosts
	timeout time.Duration
	public  string // what addresses in an export begin with, without a slash at the end; "" for the Host's
	log     *slog.Logger
	access  *slog.Logger // nil for none
	traceID func(context.Context) string
	sizes   func(context.Context) map[string]int64
	trouble func() Troubles
	now     func() time.Time
	random  io.Reader

	described

	secureHeaders http.Header
	contract31    static
	contract30    static
	contractTools static
	inside        http.Handler // what the tools ask: the router itself
	tools         http.Handler
	metrics       *metrics
	brought       atomic.Pointer[discoveries]
	named         atomic.Pointer[deviceNames]
	naming        sync.Mutex // held by who makes named anew
	placing       sync.Mutex // guards placed
	placed        *places    // nil where no name was unknown
	turns         *turns
	exports       *turns // of their parts
	scratch       string
	searchWaits   bool
	buffers       sync.Pool   // of *bytes.Buffer, for answers on their way
	started       atomic.Bool // every follower has been at the last change once
	draining      atomic.Bool
	drained       chan struct{} // closed once the server is shutting down
}

// New builds a server. It fails where the embedded contract cannot be read.
func New(c Config) (*Server, error) {
	contract, err := describe()
	if err != nil {
		return nil, fmt.Errorf("build the server: %w", err)
	}
	addresses := c.Addresses
	if addresses == nil {
		addresses = net.InterfaceAddrs
	}
	limits, err := newLimits(c.Limits, c.Now)
	if err != nil {
		return nil, fmt.Errorf("build the server: %w", err)
	}
	origins, err := newOrigins(c.CORSOrigins, c.PublicURL)
	if err != nil {
		return nil, err
	}
	tools, err := toolsContract(c.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("build the server: %w", err)
	}
	timeout := cmp.Or(c.Timeout, defaultTimeout)
	if c.Troubles == nil {
		c.Troubles = func() Troubles { return Troubles{} }
	}
	inTurn := newTurns(timeout)
	s := &Server{
		keys: c.Keys, token: c.Token, readNeedsKey: c.ReadNeedsKey, limits: limits, proxies: c.TrustedProxies, origins: origins,
		writing: c.Writing.withDefaults(), drained: make(chan struct{}),
		read:     c.Readers,
		searcher: c.Searcher, suggester: c.Suggester, similar: c.Similar, grounder: c.Grounder,
		followers: c.Followers, judge: c.Judge, reviewer: c.Reviewer,
		lexicon: c.Lexicon, build: c.Build,
		state:   fmt.Sprintf("%q %q %q\n", c.Build, c.DataID, c.Lexicon.Fingerprint()),
		hosts:   newHosts(c.Addr, c.AllowedHosts, addresses),
		timeout: timeout, public: strings.TrimRight(c.PublicURL, "/"),
		log: c.Log, access: c.AccessLog, traceID: c.TraceID, sizes: c.Sizes, trouble: c.Troubles, now: c.Now, random: c.Random,
		described:     contract,
		secureHeaders: secureHeaders(c.PublicURL),
		contract31:    newStatic(jsonType, openapi.JSON31()),
		contract30:    newStatic(jsonType, openapi.JSON30()),
		contractTools: newStatic(jsonType, tools),
		metrics:       newMetrics(c.Build, inTurn.waiting.Load),
		turns:         inTurn, exports: newExportTurns(timeout), searchWaits: c.SearchWaits,
		scratch: c.ScratchFolder,
		buffers: sync.Pool{New: func() any { return new(bytes.Buffer) }},
	}
	return s, s.offerTools()
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
		router.ServeHTTP(headWriter{w}, get)
		r.Pattern = get.Pattern
	})
}

// headWriter sends the headers alone.
type headWriter struct{ http.ResponseWriter }

// Write takes the body and sends nothing of it.
func (w headWriter) Write(body []byte) (int, error) { return len(body), nil }
