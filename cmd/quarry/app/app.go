package app

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/grounding"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/acronym"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/internal/answerable"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/quiz"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/rerank"
	"github.com/quarrykb/quarry/search/vectorindex"
	"github.com/quarrykb/quarry/store/sqlite"
)

// App is an open knowledge base: its store, its index, and what follows the
// changes of the one.
type App struct {
	Store     *sqlite.Store
	Index     *bleveindex.Index
	Meaning   *vectorindex.Index
	conflicts *derive.Conflicts
	glossary  *derive.Glossary
	Links     *derive.Links
	Follower  *search.Follower // of the index
	Vectors   *search.Follower // of meaning
	Searcher  *search.Searcher
	reranker  *rerank.Reranker // nil for none
	Judge     *answerable.Judge
	pipeline  *ingest.Pipeline
	lexicon   *lexicon.Lexicon
}

// Open opens the store and the indexes of a data directory whose lock is held, for
// a command that waits until everything has followed.
func (s *Session) Open(ctx context.Context) (*App, error) { return s.OpenFor(ctx, 0) }

// OpenFor is open for a command that lets changes pause for so long before something
// is learnt anew.
func (s *Session) OpenFor(ctx context.Context, pause time.Duration) (*App, error) {
	store, err := s.OpenStore(ctx, sqlite.Open)
	if err != nil {
		return nil, err
	}
	glossary := derive.NewGlossary(store, acronym.NewMiner(s.Lexicon), 0, s.Log)
	index, err := bleveindex.Open(ctx, s.Index(), bleveindex.Options{
		Log: s.Log, Lexicon: s.Lexicon, Names: glossary,
	})
	if err != nil {
		return nil, errors.Join(datadir.NamingFull(s.Index(), err), store.Close())
	}
	vectors, err := s.openVectors(ctx, store, index, pause)
	if err != nil {
		return nil, errors.Join(datadir.NamingFull(s.Index(), err), index.Close(), store.Close())
	}
	reranker, err := s.Reranker.open()
	if err != nil {
		return nil, errors.Join(err, vectors.Close(), index.Close(), store.Close())
	}
	judge, err := answerable.New(s.Lexicon)
	if err != nil {
		return nil, errors.Join(err, vectors.Close(), index.Close(), store.Close())
	}
	opened := &App{
		Store: store, Index: index, Meaning: vectors, reranker: reranker, Judge: judge,
		conflicts: derive.NewConflicts(store, derive.NewJudge(s.Lexicon), 0, s.Log),
		glossary:  glossary,
		Follower:  search.NewFollower(search.EngineLexical, store, index, search.Pace{}, s.Log),
		Vectors:   search.NewFollower(search.EngineVector, store, vectors, search.Pace{}, s.Log),
		pipeline:  s.Pipeline(),
		lexicon:   s.Lexicon,
	}
	setup := search.Setup{
		Entries: tracedEntries{store, s.traces}, Highlighter: index,
		Engines: []search.Named{
			{Name: search.EngineLexical, Engine: tracedWords{index, s.traces}},
			{Name: search.EngineVector, Engine: tracedMeaning{vectors, s.traces}},
		},
		Devices: s.Lexicon, Asking: s.Lexicon, Judge: judge, Log: s.Log, Now: time.Now,
	}
	if reranker != nil {
		setup.Reranker = tracedReranker{reranker, s.traces}
	}
	opened.Searcher = search.NewSearcher(setup)
	opened.Links = derive.NewLinks(store, &answerFinder{opened.Searcher, opened, s.Lexicon.Fingerprint()},
		derive.Patience{Pause: pause, Most: mostPatience, Now: time.Now}, 0, s.Log)
	announce := func() {
		opened.glossary.Notify()
		opened.Follower.Notify()
		opened.Vectors.Notify()
	}
	opened.conflicts.Announce(announce)
	opened.Links.Announce(func() {
		opened.conflicts.Notify()
		announce()
	})
	return opened, nil
}

// Close closes everything, and returns the errors of all of it.
func (b *App) Close() error {
	if b.reranker != nil {
		_ = b.reranker.Close() // it only ends a probe
	}
	return errors.Join(b.Index.Close(), b.Meaning.Close(), b.Store.Close())
}

// withQuiz is a store whose lists and draws of questions may have generated ones.
type withQuiz struct {
	*sqlite.Store
	*quizStore
}

type quizStore = quiz.Store

// Handler returns the API over an open base.
func (s *Session) Handler(ctx context.Context, b *App, c api.Config) (*api.Server, error) {
	c.Searcher, c.Suggester, c.Similar = b.Searcher, b.Searcher, b.Searcher
	c.SearchWaits = s.Embedder.Embedder == "openai" || b.reranker != nil
	c.Grounder = grounding.NewBuilder(grounding.Setup{
		Judge: b.Judge, Searcher: b.Searcher, Reader: b.Store, Lexicon: s.Lexicon,
	})
	c.Followers = append(c.Followers, b.Follower, b.Vectors, b.conflicts, b.glossary, b.Links)
	if b.reranker != nil {
		c.Followers = append(c.Followers, b.modelState(search.EngineReranker, b.reranker.Model(), b.reranker.Trouble))
	}
	if judge, err := s.modelJudge(); err == nil && judge != nil {
		c.Followers = append(c.Followers, b.modelState("judge", judge.Name(), judge.Trouble))
	}
	c, err := s.over(ctx, b.Store, c)
	if err != nil {
		return nil, err
	}
	c.Study = openStudy(b.Store, c.Judge, c.Reviewer)
	return api.New(c) //nolint:contextcheck // each request has a context of its own
}

// ReadOnlyHandler returns the API over a store alone: everything but searches, and but what
// is kept of who studies.
func (s *Session) ReadOnlyHandler(
	ctx context.Context, store *sqlite.Store, c api.Config,
) (*api.Server, error) {
	c, err := s.over(ctx, store, c)
	if err != nil {
		return nil, err
	}
	return api.New(c) //nolint:contextcheck // each request has a context of its own
}

// over adds a store to what an API is made of, and what judges answers by it.
func (s *Session) over(ctx context.Context, store *sqlite.Store, c api.Config) (api.Config, error) {
	written, err := store.Session(ctx)
	if err != nil {
		return c, err
	}
	judge, err := answer.NewJudge(s.Lexicon)
	if err != nil {
		return c, err
	}
	model, err := s.modelJudge()
	if err != nil {
		return c, err
	}
	c.Judge = judge
	if model != nil {
		c.Reviewer = answer.NewReviewer(model, s.Log)
	}
	c.DataID = written + " " + s.Build.File
	c.Store = withQuiz{store, quiz.NewStore(store, quiz.NewMaker(s.Lexicon))}
	c.Lexicon, c.Log, c.Now, c.Random, c.Build = s.Lexicon, s.Log, time.Now, rand.Reader, s.Build.Version
	return c, nil
}
