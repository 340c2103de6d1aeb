package bleveindex

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	index "github.com/blevesearch/bleve_index_api"
	"github.com/gofrs/flock"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/query"
	"github.com/quarrykb/quarry/search/bleveindex/score"
)

var (
	_ search.Engine      = (*Index)(nil)
	_ search.Highlighter = (*Index)(nil)
	_ search.Index       = (*Index)(nil)
)

// folderName is the folder beneath the one that Open is given.
const folderName = "lexical"

// Options says how an index is opened.
type Options struct {
	Log     *slog.Logger     // nil logs nothing
	Lexicon *lexicon.Lexicon // nil knows no devices, no units, no synonyms and no asking words
	Names   query.Expander   // nil knows no abbreviations of the documents' own
}

// Index is the lexical engine. Its methods may be called side by side, except
// that one goroutine writes at a time.
type Index struct {
	folder folder
	schema *schema
	log    *slog.Logger
	lock   *flock.Flock
	pool   sync.Pool // of *score.Memory

	mu      sync.RWMutex
	serving *generation // nil where no index can answer
	broken  string      // why the serving one has to be replaced; "" while it is sound
}

// Open opens the index in a folder, making the folder where it is missing. An
// index that is missing, broken, of another layout or of other stop words is no
// error: it cannot answer until it is built anew, which Stale asks for. A folder that another
// process has open is quarry.KindUnavailable.
func Open(ctx context.Context, dir string, o Options) (*Index, error) {
	s, err := newSchema(o.Lexicon, o.Names)
	if err != nil {
		return nil, err
	}
	i := &Index{folder: folder(filepath.Join(dir, folderName)), schema: s, log: o.Log}
	i.pool.New = func() any { return new(score.Memory) }
	if i.log == nil {
		i.log = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(string(i.folder), 0o700); err != nil {
		return nil, explain(fmt.Errorf("make the index folder: %w", err))
	}
	i.lock = flock.New(string(i.folder) + ".lock") // beside the folder, so that it outlives it
	mine, err := i.lock.TryLock()
	if err != nil {
		return nil, explain(fmt.Errorf("lock the index folder: %w", err))
	}
	if !mine {
		return nil, quarry.Errorf(quarry.KindUnavailable, "the search index is in use by another process: stop it first")
	}
	i.load(ctx)
	return i, nil
}

// noIndex is why an index has to be built that was not built yet.
const noIndex = "there is no index"

// load opens the current generation and removes all others; where it cannot be
// told which one is current, none is touched.
func (i *Index) load(ctx context.Context) {
	path, unknown := i.folder.current()
	err := unknown
	if err == nil && path != "" {
		i.serving, err = openGeneration(path, i.schema)
	}
	if err != nil {
		i.log.WarnContext(ctx, "search index cannot be opened", slog.Any("error", err))
	}
	switch {
	case i.serving != nil:
	case err != nil:
		i.broken = "the index is damaged"
	default:
		i.broken = noIndex
	}
	if unknown != nil {
		return
	}
	if err := i.folder.sweep(path); err != nil {
		i.log.WarnContext(ctx, "old search indexes remain", slog.Any("error", err))
	}
}

// Close waits for the searches under way, closes the index and frees its
// folder.
func (i *Index) Close() error {
	i.mu.Lock()
	old := i.serving
	i.serving, i.broken = nil, "the index is closed"
	i.mu.Unlock()
	var err error
	if old != nil {
		err = old.close()
	}
	return explain(errors.Join(err, i.lock.Unlock()))
}

// record returns what the serving index knows of itself, and unavailable where there is
// no index to speak of.
func (i *Index) record() (record, error) {
	g, err := i.acquire()
	if err != nil {
		return record{}, err
	}
	defer g.users.Done()
	return g.known(), nil
}

// Ahead returns how often the serving index was written since it came to its cursor.
func (i *Index) Ahead() uint64 {
	known, _ := i.record()
	return known.Ahead
}

// Cursor returns the change up to which the serving index has read.
func (i *Index) Cursor(context.Context) (quarry.Sequence, error) {
	known, err := i.record()
	return known.Cursor, err
}

// Session returns the store's session of the last batch; "" where there is no
// index to speak of.
func (i *Index) Session(context.Context) string {
	known, _ := i.record()
	return known.Session
}

// Stale says why the index has to be built anew, or "".
func (i *Index) Stale(context.Context) string {
	i.mu.RLock()
	defer i.mu.RUnlock()
	switch {
	case i.broken != "":
		return i.broken
	case i.serving.gone():
		return "the index folder was taken away"
	case i.serving.known().Mapping != i.schema.version:
		return "the mapping has changed"
	}
	if path, err := i.folder.current(); err != nil || path != i.serving.path {
		return "the index folder was changed from outside"
	}
	return ""
}

// Damage says what is broken about the index, "" where it is sound, or where
// there is none: then Stale says why it has to be built anew.
func (i *Index) Damage(context.Context) string {
	i.mu.RLock()
	defer i.mu.RUnlock()
	switch {
	case i.broken == noIndex:
		return ""
	case i.broken != "":
		return i.broken
	case i.serving.gone():
		return "the index folder was taken away"
	}
	return ""
}

// Count returns how many entries the serving index holds.
func (i *Index) Count(context.Context) (int, error) {
	count := 0
	err := i.inspect(func(reader index.IndexReader) error {
		held, err := reader.DocCount()
		count = int(held) //nolint:gosec // far fewer than an int holds
		return err
	})
	return count, err
}

// Missing returns those of some entries that the serving index does not hold.
func (i *Index) Missing(ctx context.Context, refs []quarry.EntryRef) ([]quarry.EntryRef, error) {
	var missing []quarry.EntryRef
	err := i.inspect(func(reader index.IndexReader) error {
		for _, ref := range refs {
			number, err := reader.InternalID(string(ref.ID))
			if err != nil {
				return fmt.Errorf("look up %q: %w", ref.ID, err)
			}
			if number == nil {
				missing = append(missing, ref)
			}
		}
		return ctx.Err()
	})
	return missing, err
}

// inspect reads from the serving index.
func (i *Index) inspect(look func(index.IndexReader) error) error {
	g, err := i.acquire()
	if err != nil {
		return err
	}
	defer g.users.Done()
	return explain(safely(func() error {
		reader, err := g.core.Reader()
		if err != nil {
			return fmt.Errorf("begin to read: %w", err)
		}
		defer reader.Close() //nolint:errcheck // Closing a reader only counts it down.
		return look(reader)
	}))
}

// Apply writes a batch into the serving index, onto the disk. A write that does
// not succeed leaves the index as it was before, and is index_unavailable unless the
// context ended.
func (i *Index) Apply(ctx context.Context, b search.Batch) error {
	g, err := i.acquire()
	if err != nil {
		return explain(damage(err.Error()))
	}
	err = g.write(ctx, b)
	g.users.Done()
	if err == nil || ctx.Err() != nil || g.gone() {
		return explain(err)
	}
	return explain(errors.Join(err, i.reopen(g)))
}

// reopen goes back to what is on disk. Bleve has a batch in memory that could
// not be written, and would try to write it again without a pause.
func (i *Index) reopen(g *generation) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.serving != g {
		return nil
	}
	i.serving = nil
	err := safely(g.close)
	if err == nil {
		i.serving, err = openGeneration(g.path, i.schema)
	}
	if err != nil {
		i.serving, i.broken = nil, "the index is damaged"
	}
	return err
}

// acquire returns the serving index, which stays open until its users.Done.
func (i *Index) acquire() (*generation, error) {
	i.mu.RLock()
	defer i.mu.RUnlock()
	if i.serving == nil {
		return nil, unavailable().Because(damage(i.broken))
	}
	i.serving.users.Add(1)
	return i.serving, nil
}

// condemn notes that the serving index is broken, so that it is built anew.
func (i *Index) condemn(g *generation, reason string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.serving == g {
		i.broken = reason
	}
}

func unavailable() *quarry.Error {
	return quarry.Errorf(quarry.KindUnavailable, "the search index is being built; try again soon").
		WithCode("engine_unavailable")
}
