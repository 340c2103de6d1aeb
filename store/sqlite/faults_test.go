package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/faults"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

var machines *faults.Machines // installed by TestMain

// faulty is a store on a machine whose disk can fail.
type faulty struct {
	*sqlite.Store

	machine *faults.Machine
	path    string
	options sqlite.Options
	saved   int // documents
}

// openFaulty makes a store of which everything is on the disk, and opens it.
func openFaulty(t *testing.T) *faulty {
	t.Helper()
	folder := t.TempDir()
	machine, err := machines.New(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { machines.Remove(machine) })
	f := &faulty{machine: machine, path: filepath.Join(folder, "quarry.db"), options: options()}
	f.options.Rewrite = machine.Disk().Rewrite
	f.open(t)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f.open(t)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func (f *faulty) open(t *testing.T) {
	t.Helper()
	var err error
	if f.Store, err = sqlite.Open(t.Context(), f.path, f.options); err != nil {
		t.Fatal(err)
	}
}

// cutPower cuts the power, before anything is closed, and opens the store again. It is
// sound.
func (f *faulty) cutPower(t *testing.T) {
	t.Helper()
	f.machine.Begin(faults.Plan{Kind: faults.Cut, N: 1})
	_ = f.Close()
	if err := f.machine.Restart(nil); err != nil {
		t.Fatal(err)
	}
	f.open(t)
	if err := f.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func (f *faulty) addKey(t *testing.T, n int) error {
	t.Helper()
	return f.AddKey(t.Context(), quarry.Key{
		ID: keyID(n), Name: "bot", Scope: quarry.ScopeRead, Hash: [32]byte{byte(n)}, Created: time.Unix(int64(n)+1, 0),
	})
}

func keyID(n int) quarry.KeyID { return quarry.KeyID(fmt.Sprintf("k_%d", n)) }

// holdsKeys fails where a key is not there that was acknowledged.
func (f *faulty) holdsKeys(t *testing.T, acknowledged []quarry.KeyID) {
	t.Helper()
	keys, err := f.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range acknowledged {
		if !slices.ContainsFunc(keys, func(k quarry.Key) bool { return k.ID == id }) {
			t.Errorf("key %s was acknowledged and is lost", id)
		}
	}
}

// save stores documents, until a plan comes into effect or there are enough.
func (f *faulty) save(t *testing.T, most int) {
	t.Helper()
	for range most {
		if _, err := f.SaveDocument(t.Context(), storetest.Mixed(fmt.Sprintf("%04d.md", f.saved))); err != nil {
			t.Fatal(err)
		}
		f.saved++
		if f.machine.Reached() {
			return
		}
	}
}

// holdsDocuments fails where a document is not there that was stored.
func (f *faulty) holdsDocuments(t *testing.T) {
	t.Helper()
	if stats, err := f.Stats(t.Context()); err != nil || stats.Documents != f.saved {
		t.Errorf("%d documents are there (%v), want %d", stats.Documents, err, f.saved)
	}
}

// lock holds the writer's lock, or a snapshot, until what it returns is called.
func (f *faulty) lock(t *testing.T, begin string) func() {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+f.path+"?mode=rw&_txlock="+begin)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var keys int
	if err := tx.QueryRowContext(t.Context(), `SELECT count(*) FROM keys`).Scan(&keys); err != nil {
		t.Fatal(err)
	}
	return func() { _, _ = tx.Rollback(), db.Close() }
}

// Many want to write while the log is sound, and wait for one whose sync fails. What they
// write lies behind the hole in the log that this leaves.
func TestWritersThatWaitBehindAFailedSyncLoseNothing(t *testing.T) {
	t.Parallel()
	const writers = 16
	f := openFaulty(t)
	f.save(t, 3)
	f.machine.Begin(faults.Plan{Kind: faults.Sync, N: 1})
	end := f.lock(t, "immediate")
	var group sync.WaitGroup
	errs := make([]error, writers)
	for n := range writers {
		group.Go(func() { errs[n] = f.addKey(t, n) })
	}
	for f.Waiting() < writers-1 { // one has the connection, and waits for the lock
		runtime.Gosched()
	}
	end()
	group.Wait()
	var acknowledged []quarry.KeyID
	for n, err := range errs {
		if err == nil {
			acknowledged = append(acknowledged, keyID(n))
		}
	}
	if len(acknowledged) != writers-1 {
		t.Errorf("%d of %d are acknowledged while one sync fails", len(acknowledged), writers)
	}
	f.cutPower(t)
	f.holdsKeys(t, acknowledged)
}

// A reader holds the log back: what is behind its snapshot is not folded in, and no later
// checkpoint syncs the log once more.
func TestAReaderAndACheckpointWhoseSyncFailsLoseNothing(t *testing.T) {
	t.Parallel()
	f := openFaulty(t)
	if err := f.addKey(t, 0); err != nil {
		t.Fatal(err)
	}
	end := f.lock(t, "deferred")
	f.machine.Begin(faults.Plan{Kind: faults.Sync, N: 1})
	f.save(t, 400)
	if !f.machine.Reached() {
		t.Fatal("no checkpoint came")
	}
	if err := f.addKey(t, 1); err != nil {
		t.Fatal(err)
	}
	f.machine.Begin(faults.Plan{Kind: faults.Cut, N: 1})
	end()
	f.cutPower(t)
	f.holdsKeys(t, []quarry.KeyID{keyID(0), keyID(1)})
	f.holdsDocuments(t)
}

// Sync is behind everything, and writes nothing that stays.
func TestWhatIsSyncedOutlivesAPowerCut(t *testing.T) {
	t.Parallel()
	f := openFaulty(t)
	f.save(t, 3)
	before, err := f.Column(t.Context(), `SELECT what FROM done`)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.cutPower(t)
	f.holdsDocuments(t)
	if after, err := f.Column(t.Context(), `SELECT what FROM done`); err != nil || !slices.Equal(before, after) {
		t.Errorf("done are %q (%v), want %q", after, err, before)
	}
}

// A log begins anew once it is not needed: it is no longer than what is folded in at once,
// and what was written last.
func TestALogDoesNotGrowWithWhatIsWritten(t *testing.T) {
	t.Parallel()
	f := openFaulty(t)
	const page, most = 4096, 2000
	f.save(t, 50)
	end := f.lock(t, "deferred") // it holds the log back
	f.save(t, 250)
	end()
	held := f.logSize(t)
	if held < most*page {
		t.Fatalf("the log has %d bytes while it is held: too little to tell", held)
	}
	f.save(t, 400)
	if now := f.logSize(t); now > held+most*page {
		t.Errorf("the log grew from %d to %d bytes", held, now)
	}
}

func (f *faulty) logSize(t *testing.T) int64 {
	t.Helper()
	info, err := os.Stat(f.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// What is folded in beside a reader is not synced before the rest is. Where that sync fails,
// the part is lost as well, and counts as folded: the log has to outlive this process.
func TestAPartThatWasFoldedInOutlivesTheFailedSyncOfTheRest(t *testing.T) {
	t.Parallel()
	for name, closes := range map[string]bool{"a power cut": false, "a stop, and a power cut": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := openFaulty(t)
			f.losePart(t)
			f.save(t, 2)
			if err := f.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			if closes {
				_ = f.Close()
				f.open(t)
			}
			f.cutPower(t)
			f.holdsDocuments(t)
			f.save(t, 100) // a log is folded in again
			if f.logSize(t) > 2000*4096 {
				t.Errorf("the log has %d bytes: it is never folded in any more", f.logSize(t))
			}
		})
	}
}

// losePart lets a part of the log be folded in, and the sync behind the rest fail.
func (f *faulty) losePart(t *testing.T) {
	t.Helper()
	f.save(t, 20)
	end := f.lock(t, "deferred")
	f.save(t, 20)
	end()
	f.machine.Begin(faults.Plan{Kind: faults.Sync, N: 2}) // that of the log passes
	if f.save(t, 1); !f.machine.Reached() {
		t.Fatal("the rest was not folded in")
	}
	f.machine.Heal()
}

// A review is acknowledged once it is on the disk, with what it made of its card.
func TestAReviewThatIsAcknowledgedOutlivesAPowerCut(t *testing.T) {
	t.Parallel()
	f := openFaulty(t)
	f.save(t, 1)
	question := storetest.Mixed("0000.md").Questions[0].ID
	schedule := func(card quarry.Schedule, _ quarry.Rating, at time.Time) (quarry.Schedule, error) {
		return quarry.Schedule{State: quarry.CardReview, Due: at, Stability: 1, Difficulty: 5, Reps: card.Reps + 1, LastReview: at}, nil
	}
	reps := 0
	for n := range 6 {
		if n == 3 {
			f.machine.Begin(faults.Plan{Kind: faults.Sync, N: 1})
		}
		done, err := f.RecordReview(t.Context(), quarry.Review{
			ID: quarry.ReviewID(fmt.Sprint("r.", n)), Learner: "ann", Question: question, Rating: quarry.RatingGood, At: time.Unix(int64(n), 0),
		}, schedule)
		if err == nil {
			reps = done.Card.Reps
		}
	}
	f.cutPower(t)
	card, err := f.Card(t.Context(), "ann", question)
	page, listErr := f.Reviews(t.Context(), quarry.ReviewFilter{Learner: "ann"}, quarry.PageRequest{Limit: 10})
	if err != nil || listErr != nil || card.Reps < reps || reps < 3 || page.Total != card.Reps {
		t.Errorf("%d reviews and %d reps are kept (%v, %v), want %d that were acknowledged", page.Total, card.Reps, err, listErr, reps)
	}
}
