package bleveindex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/score"
)

// recordKey is where a generation keeps its record among bleve's internal
// values.
const recordKey = "quarry"

// record is what a generation knows of itself. It changes in the same batch as
// the entries.
type record struct {
	Mapping   string          `json:"mapping"`
	StopWords string          `json:"small"` // of which it says where they stand; "" of none
	Cursor    quarry.Sequence `json:"cursor"`
	Ahead     uint64          `json:"ahead"`   // writes since then that left the cursor where it is
	Session   string          `json:"session"` // of the store, in which it was read
	Tokens    score.Tally     `json:"tokens"`  // of all entries that are alive
}

// generation is one bleve index on disk.
type generation struct {
	path     string
	schema   *schema
	index    bleve.Index
	core     index.Index
	users    sync.WaitGroup // searches that read from it
	listings score.ListingMemory
	kinds    postings.PerSegment[[]uint8] // as [postings.ReadKinds] reads them
	asking   atomic.Pointer[askedIn]

	mu     sync.Mutex
	record record // as of the last batch
}

// openFlags make a second opening fail in time: it would wait for ever.
func openFlags() map[string]any {
	return map[string]any{"bolt_timeout": lockWait.String()}
}

// openGeneration opens an index that was complete once.
func openGeneration(path string, s *schema) (*generation, error) {
	if err := dropDamagedSegments(storePath(path)); err != nil {
		return nil, err
	}
	if err := renewRoot(storePath(path)); err != nil {
		return nil, err
	}
	var opened bleve.Index
	err := safely(func() error {
		var err error
		opened, err = bleve.OpenUsing(path, openFlags())
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", filepath.Base(path), err)
	}
	g, err := newGeneration(path, s, opened)
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return g, nil
}

// createGeneration makes an empty index with a cursor of 0.
func createGeneration(path string, s *schema) (*generation, error) {
	created, err := bleve.NewUsing(path, s.mapping, scorch.Name, scorch.Name, openFlags())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("create %s: %w", filepath.Base(path), err), os.RemoveAll(path))
	}
	empty, err := json.Marshal(record{Mapping: s.version, StopWords: s.analyzer.StopWords.Version()})
	if err == nil {
		err = created.SetInternal([]byte(recordKey), empty)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("write the first record: %w", err), created.Close(), os.RemoveAll(path))
	}
	g, err := newGeneration(path, s, created)
	if err != nil {
		return nil, errors.Join(err, created.Close(), os.RemoveAll(path))
	}
	return g, nil
}

func newGeneration(path string, s *schema, opened bleve.Index) (*generation, error) {
	core, err := opened.Advanced()
	if err != nil {
		return nil, fmt.Errorf("reach below bleve: %w", err)
	}
	reader, err := core.Reader()
	if err != nil {
		return nil, fmt.Errorf("begin to read: %w", err)
	}
	known, err := readRecord(reader)
	if err := errors.Join(err, reader.Close()); err != nil {
		return nil, err
	}
	if !s.canServe(known) {
		return nil, fmt.Errorf("the index is of layout %s or of other stop words, this program reads %s", known.Mapping, s.version)
	}
	return &generation{path: path, schema: s, index: opened, core: core, record: known}, nil
}

// readRecord returns the record of the moment that the reader sees.
func readRecord(reader index.IndexReader) (record, error) {
	encoded, err := reader.GetInternal([]byte(recordKey))
	if err != nil {
		return record{}, fmt.Errorf("read the record: %w", err)
	}
	var r record
	if err := json.Unmarshal(encoded, &r); err != nil {
		return record{}, fmt.Errorf("decode the record: %w", err)
	}
	return r, nil
}

// read begins to read the index as it is now.
func (g *generation) read() (*scorch.IndexSnapshot, error) {
	reader, err := g.core.Reader()
	if err != nil {
		return nil, fmt.Errorf("begin to read: %w", err)
	}
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok {
		return nil, errors.Join(damage(fmt.Sprintf("the index is read by a %T", reader)), reader.Close())
	}
	return snapshot, nil
}

func (g *generation) known() record {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.record
}

// gone reports whether the folder was taken away from under the index.
func (g *generation) gone() bool {
	_, err := os.Stat(filepath.Join(storePath(g.path), rootName))
	return err != nil
}

func storePath(path string) string { return filepath.Join(path, "store") }

// write writes one batch with its record, onto the disk.
func (g *generation) write(ctx context.Context, b search.Batch) error {
	if g.gone() {
		return damage("the index folder was taken away")
	}
	return safely(func() error { return g.apply(ctx, b) })
}

func (g *generation) apply(ctx context.Context, b search.Batch) error {
	next := g.known()
	next.Ahead++
	if b.Cursor != next.Cursor {
		next.Ahead = 0
	}
	next.Cursor, next.Session = b.Cursor, b.Session
	documents, size, err := g.documents(ctx, b.Puts)
	if err != nil {
		return err
	}
	replaced, err := g.replaced(b)
	if err != nil {
		return err
	}
	next.Tokens = next.Tokens.Changed(size, replaced)
	encoded, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("encode the record: %w", err)
	}
	batch := g.index.NewBatch()
	for _, d := range documents {
		if err := batch.IndexAdvanced(d); err != nil {
			return fmt.Errorf("add %q: %w", d.ID(), err)
		}
	}
	for _, ref := range b.Deletes {
		batch.Delete(string(ref.ID))
	}
	batch.SetInternal([]byte(recordKey), encoded)
	if err := g.index.Batch(batch); err != nil {
		return fmt.Errorf("write a batch of %d: %w", batch.Size(), err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.record = next
	return nil
}

// close closes the index when its last search is done.
func (g *generation) close() error {
	g.users.Wait()
	return g.index.Close()
}

// remove takes the closed index's folder away.
func (g *generation) remove() error { return os.RemoveAll(g.path) }

// portion is how many entries one goroutine analyses at a time.
const portion = 64

// documents analyses entries on every thread that runs Go. It returns their lengths as well.
func (g *generation) documents(ctx context.Context, entries []quarry.Entry) ([]*document.Document, score.Tally, error) {
	made := make([]*document.Document, len(entries))
	sizes := make([]score.Lengths, len(entries))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < len(entries); start += portion {
		end := min(start+portion, len(entries))
		group.Go(func() error {
			for i := start; i < end; i++ {
				made[i], sizes[i] = g.schema.document(entries[i])
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	sum := make(score.Tally)
	for i, size := range sizes {
		sum.Add(entries[i].Kind, size)
	}
	return made, sum, nil
}

// replaced returns the lengths of the entries in the index that a batch
// takes away or puts anew.
func (g *generation) replaced(b search.Batch) (score.Tally, error) {
	reader, err := g.core.Reader()
	if err != nil {
		return nil, fmt.Errorf("begin to read: %w", err)
	}
	defer reader.Close() //nolint:errcheck // Closing a reader only counts it down.
	if count, err := reader.DocCount(); err != nil || count == 0 {
		return nil, err
	}
	values, err := reader.DocValueReader([]string{postings.FieldLengths})
	if err != nil {
		return nil, fmt.Errorf("read lengths: %w", err)
	}
	sum := make(score.Tally)
	ids := make([]string, 0, len(b.Puts)+len(b.Deletes))
	for _, entry := range b.Puts {
		ids = append(ids, string(entry.ID))
	}
	for _, ref := range b.Deletes {
		ids = append(ids, string(ref.ID))
	}
	for _, id := range ids {
		size, err := lengthsOf(reader, values, id)
		if err != nil {
			return nil, fmt.Errorf("look up %q: %w", id, err)
		}
		if size.Entries > 0 {
			sum.Add(quarry.EntryKindOf(quarry.EntryID(id)), size)
		}
	}
	return sum, nil
}

// lengthsOf returns the lengths of an entry in the index, none where it is not
// there.
func lengthsOf(reader index.IndexReader, values index.DocValueReader, id string) (score.Lengths, error) {
	number, err := reader.InternalID(id)
	if err != nil || number == nil {
		return score.Lengths{}, err
	}
	size := score.Lengths{Entries: 1}
	err = values.VisitDocValues(number, func(_ string, value []byte) {
		postings.SplitNumbers(string(value), size.Tokens[:])
	})
	return size, err
}
