package bleveindex_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
)

// The files of an index, as patterns.
const (
	everything  = ""
	generations = "generation-*"
	segments    = "generation-*/store/*.zap"
	root        = "generation-*/store/root.bolt"
	meta        = "generation-*/index_meta.json"
	pointer     = "current"
)

func TestADamagedFolderIsBuiltAnew(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files string
		spoil func(path string) error
	}{
		"all of it gone":        {everything, os.RemoveAll},
		"the generation gone":   {generations, os.RemoveAll},
		"the store gone":        {"generation-*/store", os.RemoveAll},
		"every file garbled":    {"generation-*/*/*", garble},
		"segments gone":         {segments, os.Remove},
		"segments garbled":      {segments, garble},
		"segments cut":          {segments, halve},
		"segments empty":        {segments, empty},
		"one byte of a segment": {segments, scratchOut},
		"root gone":             {root, os.Remove},
		"root garbled":          {root, garble},
		"root cut":              {root, keepThreePages},
		"root empty":            {root, empty},
		"root's pages garbled":  {root, garblePages},
		"meta gone":             {meta, os.Remove},
		"meta garbled":          {meta, garble},
		"meta empty":            {meta, empty},
		"the pointer gone":      {pointer, os.Remove},
		"the pointer garbled":   {pointer, garble},
		"the pointer empty":     {pointer, empty},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := searchtest.NewStore(searchtest.Generate(250)...)
			store.Put(searchtest.Library()...)
			dir := filledFolder(t, store)
			eachFile(t, dir, tc.files, tc.spoil)
			index := open(t, dir)
			if index.Stale(t.Context()) == "" {
				t.Error("the damage went unnoticed")
			}
			store.Put(searchtest.Entry(quarry.EntryFact, "late", "", "A late zeppelin."))
			catchUp(t, follow(store, index))
			checkWhole(t, index, 257)
			if got := len(files(t, dir, generations)); got != 1 {
				t.Errorf("%d generations remain, want 1", got)
			}
		})
	}
}

func TestAnOlderStateIsNotServedInPlaceOfADamagedOne(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(searchtest.Generate(250)...)
	store.Put(searchtest.Library()...)
	dir := filledFolder(t, store)
	eachFile(t, dir, root, addOlderState)
	eachFile(t, dir, segments, os.Remove)
	index := open(t, dir)
	if index.Stale(t.Context()) == "" {
		t.Error("the damage went unnoticed")
	}
	store.Put(searchtest.Entry(quarry.EntryFact, "late", "", "A late zeppelin."))
	catchUp(t, follow(store, index))
	checkWhole(t, index, 257)
}

// addOlderState puts a state without segments before the newest one, as the
// first of an index is: bleve keeps those for a while.
func addOlderState(path string) error {
	opened, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		return err
	}
	err = opened.Update(func(tx *bbolt.Tx) error {
		states := tx.Bucket([]byte("s"))
		key, _ := states.Cursor().Last()
		older := slices.Clone(key)
		older[len(older)-1]--
		state, err := states.CreateBucketIfNotExists(older)
		if err != nil {
			return err
		}
		for _, name := range []string{"m", "i"} {
			if err := copyBucket(state, states.Bucket(key).Bucket([]byte(name)), name); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, opened.Close())
}

func copyBucket(into, from *bbolt.Bucket, name string) error {
	bucket, err := into.CreateBucketIfNotExists([]byte(name))
	if err != nil {
		return err
	}
	return from.ForEach(bucket.Put)
}

func TestWhatAnInterruptedWriteLeavesCostsNoRebuild(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files string
		leave func(path string) error
	}{
		"half a build":   {generations, beginAnother},
		"half a segment": {segments, beginSegment},
		"half a root":    {segments, beginRoot},
		"no lock":        {"../lexical.lock", os.Remove},
	} {
		dir := filledFolder(t, searchtest.NewStore(searchtest.Library()...))
		eachFile(t, dir, tc.files, tc.leave)
		index := open(t, dir)
		if reason := index.Stale(t.Context()); reason != "" {
			t.Errorf("%s makes the index stale: %s", name, reason)
		}
		if got := found(t, index, "roofline"); len(got) != 1 {
			t.Errorf("beside %s the index found %v, want the roofline", name, got)
		}
		if got := len(files(t, dir, generations)); got != 1 {
			t.Errorf("beside %s %d generations remain, want 1", name, got)
		}
	}
}

func garble(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.Repeat("\xde\xad\xbe\xef!", int(info.Size())/5)), 0o600)
}

// scratchOut changes one byte in the middle.
func scratchOut(path string) error {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	bytes[len(bytes)/2] ^= 0x5a
	return os.WriteFile(path, bytes, 0o600)
}

func empty(path string) error { return os.Truncate(path, 0) }

func halve(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.Truncate(path, info.Size()/2)
}

// keepThreePages cuts a file behind the first pages, which tell of more.
func keepThreePages(path string) error { return os.Truncate(path, 3*int64(os.Getpagesize())) }

// garblePages leaves only the first two pages of a file as they are, the ones
// that tell where the others stand.
func garblePages(path string) error {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for i := 2 * os.Getpagesize(); i < len(bytes); i++ {
		bytes[i] = byte(i * 31)
	}
	return os.WriteFile(path, bytes, 0o600)
}

// beginAnother leaves half a build beside a generation.
func beginAnother(path string) error {
	store := filepath.Join(filepath.Dir(path), "generation-000009", "store")
	if err := os.MkdirAll(store, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(store, "root.bolt"), []byte("half"), 0o600)
}

// beginSegment leaves half a segment beside another one.
func beginSegment(path string) error {
	return os.WriteFile(filepath.Join(filepath.Dir(path), "0000000000ff.zap"), []byte("half"), 0o600)
}

// beginRoot leaves half a copy of the root beside a segment.
func beginRoot(path string) error {
	return os.WriteFile(filepath.Join(filepath.Dir(path), "root.bolt.new"), []byte("half"), 0o600)
}
