package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
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
	opened, err := s.Open(t.Context())
	if err == nil {
		err = opened.Close() // the log is folded in, and does not have all from here on
	}
	if err == nil {
		opened, err = s.Open(t.Context())
	}
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
	gone, err := opened.Store.StoredFile(t.Context(), quarry.DefaultCollection, "gone.md")
	if err == nil {
		_, err = opened.Store.DeleteDocument(t.Context(), gone[0].ID)
	}
	if err == nil {
		err = opened.Store.MarkDone(t.Context(), "starter")
	}
	if err != nil {
		t.Fatal(err)
	}
	c := casualty{data: t.TempDir(), closed: t.TempDir(), job: "j_waits"}
	c.addKeys(t, opened.Store)
	c.addJob(t, s, opened.Store)
	c.documents = knowledgeIn(t, opened.Store)
	copyDirectory(t, s.Data, c.data)
	copyDirectory(t, s.Data, c.closed)
	closing, err := sqlite.Open(t.Context(), filepath.Join(c.closed, "quarry.db"), sqlite.Options{Log: s.Log, Now: time.Now})
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
func (c *casualty) addJob(t *testing.T, s *app.Session, store *sqlite.Store) {
	t.Helper()
	const waits = "### What waits?\n"
	leave(t, s.Data, "spool/upload-1", waits)
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
		if datadir.Exists(filepath.Join(from, name)) {
			leave(t, to, name, readText(t, filepath.Join(from, name)))
		}
	}
}

// salvaged runs quarry salvage in a data directory.
func salvaged(t *testing.T, s *app.Session, command salvageCommand) (backup.SalvageReport, error) {
	t.Helper()
	var out bytes.Buffer
	on := *s
	on.Out, command.JSON = &out, true
	err := command.Run(t.Context(), &on)
	var report backup.SalvageReport
	if unread := json.Unmarshal(out.Bytes(), &report); unread != nil && out.Len() > 0 {
		t.Fatal(unread)
	}
	return report, err
}

// checkSalvaged reports an error unless the database is sound, has nothing that was
// not there before, and every document that it lacks is named.
func (c casualty) checkSalvaged(t *testing.T, what string, s *app.Session, report backup.SalvageReport) {
	t.Helper()
	store := openStored(t, s.Data)
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
	c.checkNamed(t, what, found, report)
}

// checkNamed reports an error unless every document is found or named as lost.
func (c casualty) checkNamed(t *testing.T, what string, found map[quarry.DocumentID]quarry.Knowledge, report backup.SalvageReport) {
	t.Helper()
	for id, k := range c.documents {
		_, ok := found[id]
		named := slices.ContainsFunc(report.Lost, func(l backup.Lost) bool { return l.ID == string(id) })
		if ok == named {
			t.Errorf("%s: %s is saved: %t, named as lost: %t", what, k.Document.Path, ok, named)
		}
	}
}
