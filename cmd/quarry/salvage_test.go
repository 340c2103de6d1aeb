package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// casualty is a data directory that tests damage copies of, and what it holds.
type casualty struct {
	data      string // as a server leaves it that is killed
	closed    string // its log is folded in
	logged    string // all of it stands in the log
	documents map[quarry.DocumentID]quarry.Knowledge
	keys      []quarry.Key
	job       quarry.JobID
}

// newCasualty ingests documents, replaces one, deletes one, and leaves keys and a job
// with an upload.
func newCasualty(t *testing.T) casualty {
	t.Helper()
	s := newSession(t)
	opened, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	handIn := handsIn(t, openFollowed(t, s, opened), opened)
	handIn("gone.md", "### What is gone?\n**Answer:** This one.\n")
	for i := range 12 {
		handIn(fmt.Sprintf("notes/%02d.md", i), harbourNote(i))
	}
	handIn("notes/03.md", "### What took its place?\n**Answer:** This text.\n")
	handIn("cards.jsonl", strings.Repeat(`{"question": "What is a card?", "answer": "Stiff paper."}`+"\n", 3))
	gone, err := opened.store.StoredDocument(t.Context(), quarry.DefaultCollection, "gone.md")
	if err == nil {
		_, err = opened.store.DeleteDocument(t.Context(), gone.ID)
	}
	if err == nil {
		err = opened.store.MarkDone(t.Context(), starterDone)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := casualty{data: t.TempDir(), closed: t.TempDir(), job: "j_waits"}
	c.addKeys(t, opened.store)
	c.addJob(t, s, opened.store)
	c.documents = knowledgeIn(t, opened.store)
	copyDirectory(t, s.data, c.data)
	copyDirectory(t, s.data, c.closed)
	closing, err := sqlite.Open(t.Context(), filepath.Join(c.closed, "quarry.db"), sqlite.Options{Log: s.log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, closing)
	c.logged = vacuumed(t, c.closed)
	return c
}

// vacuumed copies a database, and has SQLite write all of it to its log.
func vacuumed(t *testing.T, from string) string {
	t.Helper()
	at, to := t.TempDir(), t.TempDir()
	copyDirectory(t, from, at)
	db, err := sql.Open("sqlite3", filepath.Join(at, "quarry.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, statement := range []string{"PRAGMA wal_autocheckpoint = 0", "VACUUM"} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	copyDirectory(t, at, to)
	return to
}

func harbourNote(i int) string {
	return fmt.Sprintf("# Note %d\n\n### 1. How deep is harbour %d?\n**Answer:** %d metres at low tide.\n\n## Flour\n\n"+
		"- **Rye %d**: a flour of the north\n\n%s\n", i, i, i+1, i, strings.Repeat(fmt.Sprintf("Bread %d was baked. ", i), 40*i))
}

func (c *casualty) addKeys(t *testing.T, store *sqlite.Store) {
	t.Helper()
	made := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	for number := range byte(2) {
		key, _, err := quarry.NewKey("bot", quarry.ScopeWrite, [quarry.KeyEntropy]byte{number, 31: number}, made.Add(time.Duration(number)*time.Hour))
		if err == nil {
			err = store.AddKey(t.Context(), key)
		}
		if err == nil && number == 1 {
			key, err = store.RevokeKey(t.Context(), key.ID, made.Add(time.Hour))
		}
		if err != nil {
			t.Fatal(err)
		}
		c.keys = append(c.keys, key)
	}
}

// addJob leaves a job that waits with its upload, and one whose upload is gone.
func (c *casualty) addJob(t *testing.T, s *session, store *sqlite.Store) {
	t.Helper()
	const waits = "### What waits?\n"
	leave(t, s.data, "spool/upload-1", waits)
	for id, file := range map[quarry.JobID]quarry.JobFile{
		c.job:    {Collection: "main", Path: "waits.md", Spooled: "upload-1", SHA256: ingest.Hash([]byte(waits)), Bytes: int64(len(waits))},
		"j_lost": {Collection: "main", Path: "lost.md", Spooled: "upload-2", SHA256: ingest.Hash(nil)},
	} {
		job := quarry.Job{ID: id, State: quarry.JobQueued, Order: quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{file}}}
		if _, err := store.AddJob(t.Context(), job, quarry.JobKey{}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
}

func knowledgeIn(t *testing.T, store *sqlite.Store) map[quarry.DocumentID]quarry.Knowledge {
	t.Helper()
	page, err := store.Knowledge(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	all := map[quarry.DocumentID]quarry.Knowledge{}
	for _, k := range page.Items {
		all[k.Document.ID] = k
	}
	return all
}

// copyDirectory copies a database with its log and the uploads.
func copyDirectory(t *testing.T, from, to string) {
	t.Helper()
	for _, name := range []string{"quarry.db", "quarry.db-wal", "spool/upload-1"} {
		if exists(filepath.Join(from, name)) {
			leave(t, to, name, readText(t, filepath.Join(from, name)))
		}
	}
}

// salvaged runs quarry salvage in a data directory.
func salvaged(t *testing.T, s *session, command salvageCommand) (salvageReport, error) {
	t.Helper()
	var out bytes.Buffer
	on := *s
	on.out, command.JSON = &out, true
	err := command.Run(&on)
	var report salvageReport
	if unread := json.Unmarshal(out.Bytes(), &report); unread != nil && out.Len() > 0 {
		t.Fatal(unread)
	}
	return report, err
}

// checkSalvaged reports an error unless the database is sound, has nothing that was
// not there before, and every document that it lacks is named.
func (c casualty) checkSalvaged(t *testing.T, what string, s *session, report salvageReport) {
	t.Helper()
	store := openStored(t, s.data)
	defer closeStore(t, store)
	if err := store.Check(t.Context()); err != nil {
		t.Errorf("%s: the salvaged database: %v", what, err)
	}
	found := knowledgeIn(t, store)
	for id, k := range found {
		was, ok := c.documents[id]
		if !ok {
			t.Errorf("%s: %s was not stored before", what, k.Document.Path)
			continue
		}
		if diff := cmp.Diff(was.Content, k.Content); diff != "" {
			t.Errorf("%s: %s has other bytes", what, k.Document.Path)
		}
		if !report.Sound && (!slices.Equal(was.Refs(), k.Refs()) || !was.Document.IngestedAt.Equal(k.Document.IngestedAt)) {
			t.Errorf("%s: %s has other entries, or is of another time", what, k.Document.Path)
		}
	}
	for id, k := range c.documents {
		_, ok := found[id]
		named := slices.ContainsFunc(report.Lost, func(l lostReport) bool { return l.ID == string(id) })
		if ok == named {
			t.Errorf("%s: %s is saved: %t, named as lost: %t", what, k.Document.Path, ok, named)
		}
	}
}

func TestWhateverByteIsWrongNothingIsMadeUpAndNothingGoesInSilence(t *testing.T) {
	t.Parallel()
	c, s := newCasualty(t), newSession(t)
	random := rand.New(rand.NewPCG(17, 4))
	unsound, lossy := 0, 0
	for n := range 60 {
		on := *s
		on.data = filepath.Join(s.data, fmt.Sprint(n))
		copyDirectory(t, c.closed, on.data)
		at := c.flip(t, random, filepath.Join(on.data, "quarry.db"))
		what := fmt.Sprintf("place %d, byte %d", n, at)
		report, err := salvaged(t, &on, salvageCommand{})
		if _, lost := asExit(err); err != nil && !lost {
			t.Errorf("%s: %v", what, err)
			continue
		}
		c.checkSalvaged(t, what, &on, report)
		if !report.Sound {
			unsound++
		}
		if len(report.Lost) > 0 {
			lossy++
		}
		if err := os.RemoveAll(on.data); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("of 60 places %d were salvaged, and %d of those lost a document", unsound, lossy)
	if unsound < 10 {
		t.Errorf("of 60 places %d were damage that was found", unsound)
	}
}

// flip changes some bytes in one place of a file: one bit, a byte or a sector.
func (c casualty) flip(t *testing.T, random *rand.Rand, path string) int {
	t.Helper()
	content := []byte(readText(t, path))
	at := random.IntN(len(content))
	switch random.IntN(3) {
	case 0:
		content[at] ^= 1 << random.IntN(8)
	case 1:
		content[at] ^= byte(1 + random.IntN(255))
	default:
		at -= at % 512
		clear(content[at:min(at+512, len(content))])
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return at
}

func asExit(err error) (int, bool) {
	ended, ok := errors.AsType[*exitError](err)
	if !ok {
		return 0, false
	}
	return ended.code, true
}

func TestSalvageSavesWhatIsLeft(t *testing.T) {
	t.Parallel()
	c := newCasualty(t)
	shorten := func(name string, share float64) func(*testing.T, string) {
		return func(t *testing.T, data string) {
			t.Helper()
			content := readText(t, filepath.Join(data, name))
			leave(t, data, name, content[:int(float64(len(content))*share)])
		}
	}
	for name, tc := range map[string]struct {
		of   string
		hurt func(*testing.T, string)
		all  bool
	}{
		"a header that is gone":           {c.closed, func(t *testing.T, data string) { t.Helper(); overwrite(t, data, 0, 100) }, true},
		"a first page that is gone":       {c.closed, func(t *testing.T, data string) { t.Helper(); overwrite(t, data, 0, 4096) }, true},
		"a missing database beside a log": {c.logged, func(t *testing.T, data string) { t.Helper(); removeFile(t, data, "quarry.db") }, true},
		"an empty database beside a log":  {c.logged, shorten("quarry.db", 0), true},
		"a log alone, cut in the middle": {c.data, func(t *testing.T, data string) {
			t.Helper()
			removeFile(t, data, "quarry.db")
			shorten("quarry.db-wal", 0.5)(t, data)
		}, false},
		"a file that is cut off":             {c.closed, shorten("quarry.db", 0.6), false},
		"a file that is cut off in a sector": {c.closed, shorten("quarry.db", 0.777), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSession(t)
			copyDirectory(t, tc.of, s.data)
			tc.hurt(t, s.data)
			before := filesIn(t, s.data)
			dry, err := salvaged(t, s, salvageCommand{DryRun: true})
			if code, ended := asExit(err); !ended || code != exitCouldNot || !dry.DryRun {
				t.Fatalf("the dry run ended with %v: %+v", err, dry)
			}
			checkUntouched(t, before, filesIn(t, s.data))
			report, err := salvaged(t, s, salvageCommand{})
			if code, ended := asExit(err); !ended || code != exitCouldNot { // a job has lost its upload
				t.Fatalf("salvage ended with %v", err)
			}
			if dry.Documents != report.Documents || len(dry.Lost) != len(report.Lost) {
				t.Errorf("the dry run told of %d documents and %d lost, want %d and %d", dry.Documents, len(dry.Lost), report.Documents, len(report.Lost))
			}
			if !tc.all && len(report.Lost)+report.Missing == 0 {
				t.Error("nothing is said to be lost")
			}
			if tc.all {
				c.checkSalvaged(t, name, s, report)
				c.checkCarried(t, s, report)
			}
			after := filesIn(t, s.data)
			for _, end := range []string{"", "-wal"} {
				if was, ok := before["quarry.db"+end]; ok && after[filepath.Base(keptBy(report))+end] != was {
					t.Errorf("quarry.db%s is not kept as it was", end)
				}
			}
		})
	}
}

// keptBy is the name of the database that a salvage took the place of, also where
// there was its log alone.
func keptBy(r salvageReport) string { return strings.TrimSuffix(r.Kept, logEnd) }

// checkCarried reports an error unless all is saved beside the documents.
func (c casualty) checkCarried(t *testing.T, s *session, report salvageReport) {
	t.Helper()
	if len(report.Lost) > 0 || report.Documents != len(c.documents) {
		t.Errorf("of %d documents %d are saved, lost are %+v", len(c.documents), report.Documents, report.Lost)
	}
	if len(report.LostJobs) != 1 || report.LostJobs[0].ID != "j_lost" {
		t.Errorf("lost jobs are %+v, want the one without its upload", report.LostJobs)
	}
	store := openStored(t, s.data)
	defer closeStore(t, store)
	keys, err := store.Keys(t.Context())
	if diff := cmp.Diff(c.keys, keys); diff != "" || err != nil {
		t.Errorf("keys (%v, -before +behind):\n%s", err, diff)
	}
	jobs, err := store.OpenJobs(t.Context())
	if err != nil || len(jobs) != 1 || jobs[0].ID != c.job {
		t.Errorf("open jobs are %+v (%v), want the one that waits", jobs, err)
	}
	if done, err := store.Done(t.Context(), starterDone); err != nil || !done {
		t.Errorf("the starter corpus would be put in again (%v)", err)
	}
}

// filesIn returns what stands in a folder and those below it.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[strings.TrimPrefix(path, folder+string(filepath.Separator))] = readText(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func checkUntouched(t *testing.T, before, after map[string]string) {
	t.Helper()
	if before["quarry.db-wal"] != after["quarry.db-wal"] {
		t.Error("the log is another one")
	}
	before, after = maps.Clone(before), maps.Clone(after)
	for _, name := range []string{"quarry.lock", "quarry.db-shm", "quarry.db-wal"} { // who has it, and what SQLite shares
		delete(before, name)
		delete(after, name)
	}
	for name := range after {
		if after[name] != before[name] {
			t.Errorf("a dry run changed %s", name)
		}
	}
	if len(before) != len(after) {
		t.Errorf("a dry run leaves %d files of %d", len(after), len(before))
	}
}

func overwrite(t *testing.T, data string, from, to int) {
	t.Helper()
	content := []byte(readText(t, filepath.Join(data, "quarry.db")))
	clear(content[from:to])
	leave(t, data, "quarry.db", string(content))
}

func removeFile(t *testing.T, data, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(data, name)); err != nil {
		t.Fatal(err)
	}
}

func TestSalvageWritesElsewhereAndLeavesTheDirectoryAsItIs(t *testing.T) {
	t.Parallel()
	c, s := newCasualty(t), newSession(t)
	copyDirectory(t, c.closed, s.data)
	overwrite(t, s.data, 0, 100)
	before := filesIn(t, s.data)
	elsewhere := newSession(t)
	report, err := salvaged(t, s, salvageCommand{Out: filepath.Join(elsewhere.data, "quarry.db")})
	if _, ended := asExit(err); !ended {
		t.Fatal(err)
	}
	checkUntouched(t, before, filesIn(t, s.data))
	c.checkSalvaged(t, "elsewhere", elsewhere, report)
	if left, err := os.ReadDir(elsewhere.data); err != nil || len(left) > 3 {
		t.Errorf("elsewhere are %v (%v), want the database alone", left, err)
	}
}

func TestASoundDatabaseIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	c, s := newCasualty(t), newSession(t)
	copyDirectory(t, c.data, s.data)
	before := filesIn(t, s.data)
	report, err := salvaged(t, s, salvageCommand{})
	if err != nil || !report.Sound {
		t.Errorf("salvage ended with %v: %+v", err, report)
	}
	checkUntouched(t, before, filesIn(t, s.data))
}

func TestWhatHoldsNothingIsNotReplaced(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"zeros": strings.Repeat("\x00", 40_000), "another file": strings.Repeat("bread and butter ", 3000)} {
		s := newSession(t)
		leave(t, s.data, "quarry.db", content)
		leave(t, s.data, "quarry.db-wal", content)
		on := *s
		on.out = io.Discard
		err := (&salvageCommand{}).Run(&on)
		if !quarry.IsKind(err, quarry.KindUnavailable) || !strings.Contains(err.Error(), "quarry restore FILE") {
			t.Errorf("%s: salvage says %v", name, err)
		}
		if got := filesIn(t, s.data); got["quarry.db"] != content || got["quarry.db-wal"] != content {
			t.Errorf("%s: what was there is not there any more", name)
		}
	}
}
