package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/grounding"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/acronym"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/internal/answerable"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/rerank"
	"github.com/quarrykb/quarry/search/vectorindex"
	"github.com/quarrykb/quarry/store/sqlite"
)

// App is an open knowledge base: its store, its index, and what follows the
// changes of the one.
type App struct {
	store     *sqlite.Store
	index     *bleveindex.Index
	meaning   *vectorindex.Index
	conflicts *derive.Conflicts
	glossary  *derive.Glossary
	links     *derive.Links
	follower  *search.Follower // of the index
	vectors   *search.Follower // of meaning
	searcher  *search.Searcher
	reranker  *rerank.Reranker // nil for none
	judge     *answerable.Judge
	pipeline  *ingest.Pipeline
}

// open opens the store and the indexes of a data directory whose lock is held, for
// a command that waits until everything has followed.
func (s *session) open(ctx context.Context) (*App, error) { return s.openFor(ctx, 0) }

// openFor is open for a command that lets changes pause for so long before something
// is learnt anew.
func (s *session) openFor(ctx context.Context, pause time.Duration) (*App, error) {
	store, err := s.OpenStore(ctx, sqlite.Open)
	if err != nil {
		return nil, err
	}
	glossary := derive.NewGlossary(store, acronym.NewMiner(s.Lexicon), 0, s.Log)
	index, err := bleveindex.Open(ctx, s.Index(), bleveindex.Options{Log: s.Log, Lexicon: s.Lexicon, Names: glossary})
	if err != nil {
		return nil, errors.Join(datadir.NamingFull(s.Index(), err), store.Close())
	}
	vectors, err := s.openVectors(ctx, store, index, pause)
	if err != nil {
		return nil, errors.Join(datadir.NamingFull(s.Index(), err), index.Close(), store.Close())
	}
	reranker, err := s.reranker.open()
	if err != nil {
		return nil, errors.Join(err, vectors.Close(), index.Close(), store.Close())
	}
	judge, err := answerable.New(s.Lexicon)
	if err != nil {
		return nil, errors.Join(err, vectors.Close(), index.Close(), store.Close())
	}
	opened := &App{
		store: store, index: index, meaning: vectors, reranker: reranker, judge: judge,
		conflicts: derive.NewConflicts(store, derive.NewJudge(s.Lexicon), 0, s.Log),
		glossary:  glossary,
		follower:  search.NewFollower(search.EngineLexical, store, index, search.Pace{}, s.Log),
		vectors:   search.NewFollower(search.EngineVector, store, vectors, search.Pace{}, s.Log),
		pipeline:  s.pipeline(),
	}
	opened.searcher = search.NewSearcher(search.Setup{
		Entries: s.traces.entries(store), Highlighter: index, Devices: s.Lexicon, Asking: s.Lexicon, Judge: judge, Log: s.Log, Now: time.Now,
		Engines: s.traces.engines(index, vectors), Reranker: opened.rankedBy(s.traces),
	})
	opened.links = derive.NewLinks(store, &answerFinder{opened, s.Lexicon.Fingerprint()},
		derive.Patience{Pause: pause, Most: mostPatience, Now: time.Now}, 0, s.Log)
	announce := func() {
		opened.glossary.Notify()
		opened.follower.Notify()
		opened.vectors.Notify()
	}
	opened.conflicts.Announce(announce)
	opened.links.Announce(func() {
		opened.conflicts.Notify()
		announce()
	})
	return opened, nil
}

// pipeline returns what documents are read with. To make one of a lexicon takes longer
// than to read a document.
func (s *session) pipeline() *ingest.Pipeline {
	if s.reads == nil {
		s.reads = newPipeline(s.Lexicon, s.Log, s.reader())
	}
	return s.reads
}

// newPipeline returns a pipeline whose documents a reader reads; nil for itself.
func newPipeline(lexicon *lexicon.Lexicon, log *slog.Logger, reader ingest.Reader) *ingest.Pipeline {
	return ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(lexicon), Splitters: layouts.Splitters(lexicon), Parsers: layouts.Parsers(lexicon),
		Lexicon: lexicon, Log: log, Now: time.Now, Reader: reader,
	})
}

// catchUp lets everything that follows the changes come to their end. Answers are
// looked for last, in what the others have read.
func (b *App) catchUp(ctx context.Context) error {
	if err := b.readChanges(ctx); err != nil {
		return err
	}
	return b.link(ctx)
}

// readChanges lets everything catch up that answers are looked for in. Conflicts go
// first: the indexes also read that they changed.
func (b *App) readChanges(ctx context.Context) error {
	_, err := b.conflicts.CatchUp(ctx)
	return errors.Join(err, b.glossary.CatchUp(ctx), b.follower.CatchUp(ctx), vectorsOrLater(b.vectors.CatchUp(ctx)))
}

func (b *App) close() error {
	if b.reranker != nil {
		_ = b.reranker.Close() // it only ends a probe
	}
	return errors.Join(b.index.Close(), b.meaning.Close(), b.store.Close())
}

// handler returns the API over an open base.
func (s *session) handler(ctx context.Context, b *App, c api.Config) (*api.Server, error) {
	c.Searcher, c.Suggester, c.Similar = b.searcher, b.searcher, b.searcher
	c.SearchWaits = s.embedder.elsewhere() || b.reranker != nil
	c.Grounder = grounding.NewBuilder(grounding.Setup{Judge: b.judge, Searcher: b.searcher, Reader: b.store, Lexicon: s.Lexicon})
	c.Followers = append(c.Followers, b.follower, b.vectors, b.conflicts, b.glossary, b.links)
	c.Followers = append(c.Followers, s.modelStates(b)...)
	return s.readOnlyHandler(ctx, b.store, c)
}

// readOnlyHandler returns the API over a store alone: everything but searches.
func (s *session) readOnlyHandler(ctx context.Context, store *sqlite.Store, c api.Config) (*api.Server, error) {
	written, err := store.Session(ctx)
	if err != nil {
		return nil, err
	}
	judge, err := answer.NewJudge(s.Lexicon)
	if err != nil {
		return nil, err
	}
	model, err := s.modelJudge()
	if err != nil {
		return nil, err
	}
	c.Judge = judge
	if model != nil {
		c.Reviewer = answer.NewReviewer(model, s.Log)
	}
	c.DataID = written + " " + build()
	c.Readers = api.Readers{
		Questions: store, Facts: store, Specs: store, Claims: store, Conflicts: store, Passages: store,
		Documents: store, Places: store, Knowledge: store, Devices: store, Attributes: store,
		Topics: store, Glossary: store, Stats: store, Revisions: store, Evidence: store,
	}
	c.Lexicon, c.Log, c.Now, c.Random, c.Build = s.Lexicon, s.Log, time.Now, rand.Reader, version()
	return api.New(c)
}

// asker answers GET requests: a running server, or the API in this process.
type asker struct {
	client *http.Client
	base   string
	close  func() error

	lexicon *lexicon.Lexicon // that names what an answer has by its id; nil for none
}

// with opens what answers, lets a command use it, and closes it again.
func (s *session) with(ctx context.Context, open func(context.Context) (*asker, error), use func(*asker) error) error {
	from, err := open(ctx)
	if err != nil {
		return err
	}
	from.lexicon = s.Lexicon
	return errors.Join(use(from), from.close())
}

// ask returns what answers a command that only reads the database.
func (s *session) ask(ctx context.Context) (*asker, error) {
	if server, ok := s.Server(); ok {
		return overNetwork(server), nil
	}
	store, err := s.OpenStore(ctx, sqlite.OpenReadOnly)
	if err != nil {
		return nil, err
	}
	server, err := s.readOnlyHandler(ctx, store, api.Config{})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return inProcess(server.Handler(), store.Close), nil
}

// askIndex returns what answers a command that searches: an index is opened by
// one process only, so this one takes the lock when no server has it.
func (s *session) askIndex(ctx context.Context) (*asker, error) {
	return s.askFollowed(ctx, "search", (*App).readChanges)
}

// askLinks returns what answers a command that reads what answers questions: where it
// was not looked for in all that is stored, that is done first.
func (s *session) askLinks(ctx context.Context) (*asker, error) {
	behind := s.linksBehind(ctx)
	if behind == 0 {
		return s.ask(ctx)
	}
	from, err := s.askFollowed(ctx, "search", (*App).catchUp)
	if err == nil || ctx.Err() != nil {
		return from, err
	}
	_, _ = fmt.Fprintf(s.err, "quarry: %d changes were not looked at for answers yet: %s\n", behind, quarry.Explain(err).Message)
	return s.ask(ctx)
}

// linksBehind returns how many changes were not looked at for answers, 0 where a
// server looks at them or that cannot be told.
func (s *session) linksBehind(ctx context.Context) int {
	if _, ok := s.Server(); ok {
		return 0
	}
	store, err := s.OpenStore(ctx, sqlite.OpenReadOnly)
	if err != nil {
		return 0
	}
	defer func() { _ = store.Close() }() // nothing was written
	behind, err := store.LinksBehind(ctx)
	if err != nil {
		return 0
	}
	return behind
}

// askFollowed is askIndex for a command that says its name and what has to follow the
// changes first.
func (s *session) askFollowed(ctx context.Context, command string, follow func(*App, context.Context) error) (*asker, error) {
	if server, ok := s.Server(); ok {
		return overNetwork(server), nil
	}
	if err := s.Present(ctx); err != nil {
		return nil, err
	}
	held, err := s.Acquire(ctx, command)
	if server, ok := s.Server(); err != nil && ok {
		return overNetwork(server), nil // it was just starting
	}
	if err != nil {
		return nil, err
	}
	opened, err := s.open(ctx)
	if err != nil {
		return nil, errors.Join(err, held.Release())
	}
	closeAll := func() error { return errors.Join(opened.close(), held.Release()) }
	server, err := s.handler(ctx, opened, api.Config{})
	if err == nil {
		err = follow(opened, ctx)
	}
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	return inProcess(server.Handler(), closeAll), nil
}
