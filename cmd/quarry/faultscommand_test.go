package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/intake"
	"github.com/quarrykb/quarry/cmd/quarry/lookup"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/faults"
	"github.com/quarrykb/quarry/store/sqlite"
)

func (g *faultGrounds) operations() map[string]faultyOperation {
	return map[string]faultyOperation{
		"write":  &faultyWriting{grounds: g, data: g.filled, requests: faultWrites},
		"delete": &faultyWriting{grounds: g, data: g.filled, requests: faultDeletes},
		"compact": &faultyCommand{grounds: g, data: g.thinned, run: func(ctx context.Context, s *app.Session, _ *trialGround) error {
			return (&compactCommand{}).Run(ctx, s)
		}},
		"migration": &faultyCommand{grounds: g, data: g.old, run: func(ctx context.Context, s *app.Session, p *trialGround) error {
			return p.complete(ctx, s)
		}},
		"key": &faultyCommand{grounds: g, data: g.filled, run: func(ctx context.Context, s *app.Session, _ *trialGround) error {
			name := "bot"
			return (&keyCreateCommand{Name: &name, Scope: "write", JSON: true}).Run(ctx, s)
		}, kept: keysKept},
		"correct": &faultyCommand{grounds: g, data: g.filled, run: func(ctx context.Context, s *app.Session, _ *trialGround) error {
			yeast := quarry.Question{Text: "What is yeast?", Source: quarry.Source{Collection: quarry.DefaultCollection, Path: "bread.md"}}
			return (&lookup.Correct{ID: string(quarry.NewID(yeast.Identity())), Hide: true}).Run(ctx, s)
		}},
		"backup": &faultyCommand{grounds: g, data: g.filled, run: func(ctx context.Context, s *app.Session, p *trialGround) error {
			return (&backupCommand{File: p.backup(), Force: true}).Run(ctx, s)
		}, kept: backupKept},
		"restore": &faultyCommand{grounds: g, data: g.thinned, prepare: func(t *testing.T, p *trialGround) {
			t.Helper()
			s := p.session(&bytes.Buffer{})
			other := s.Data
			s.Data = g.filled
			if err := (&backupCommand{File: p.backup()}).Run(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			s.Data = other
		}, run: func(ctx context.Context, s *app.Session, p *trialGround) error {
			return (&restoreCommand{File: p.backup(), Force: true}).Run(ctx, s)
		}, kept: replacedKept},
		"ingest": &faultyCommand{grounds: g, data: g.filled, run: func(ctx context.Context, s *app.Session, _ *trialGround) error {
			return ingestion(g.news()).Run(ctx, s)
		}, told: documentsTold},
		"reindex": &faultyCommand{grounds: g, data: g.filled, run: func(ctx context.Context, s *app.Session, _ *trialGround) error {
			return (&reindexCommand{Extract: true, Progress: "none"}).Run(ctx, s)
		}},
	}
}

func (p *trialGround) backup() string { return filepath.Join(p.folder, "backups", "monday.db") }

// faultyCommand is a command of its own, beside no server.
type faultyCommand struct {
	grounds *faultGrounds
	data    string // what a trial begins with
	prepare func(t *testing.T, p *trialGround)
	run     func(ctx context.Context, s *app.Session, p *trialGround) error
	// told returns what the output acknowledges, one for each thing; the command itself
	// is one, where it is nil.
	told func(output []byte, err error) []string
	// kept says what is not there of what was acknowledged, beside the entries.
	kept func(ctx context.Context, p *trialGround, outputs [][]byte) error

	want []string // what is stored once it was done undisturbed
	most int      // things that can be acknowledged
}

// once runs the command, and returns what it acknowledged while there was power.
func (c *faultyCommand) once(ctx context.Context, p *trialGround) ([]byte, []string, error) {
	out := &witness{machine: p.machine}
	err := c.run(ctx, p.session(out), p)
	if p.machine.IsCut() && err == nil {
		err = errors.New("the caller did not hear that it was done")
	}
	if c.told != nil {
		return out.Bytes(), c.told(out.Bytes(), err), err
	}
	if err != nil {
		return nil, nil, err
	}
	return out.Bytes(), []string{"done"}, nil
}

// witness hears what is said as long as there is power.
type witness struct {
	bytes.Buffer

	machine *faults.Machine
}

func (w *witness) Write(some []byte) (int, error) {
	if w.machine.IsCut() {
		return len(some), nil
	}
	return w.Buffer.Write(some)
}

func (c *faultyCommand) begin(t *testing.T, seed uint64) *trialGround {
	t.Helper()
	p := c.grounds.place(t, c.data, seed)
	if c.prepare != nil {
		c.prepare(t, p)
		if err := p.machine.Restart(nil); err != nil { // all of it counts as being on the disk
			t.Fatal(err)
		}
	}
	return p
}

func (c *faultyCommand) undisturbed(t *testing.T) map[faults.Kind]int {
	t.Helper()
	p := c.begin(t, 0)
	defer p.leave(t)
	p.machine.Begin(faults.Plan{})
	_, told, err := c.once(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	counts := p.counts()
	var came attempts
	c.want, c.most = p.examine(t.Context(), &came), len(told)
	for _, fault := range came.faults {
		t.Errorf("undisturbed: %s", fault)
	}
	return counts
}

func (c *faultyCommand) trial(t *testing.T, plan faults.Plan, seed uint64) attempts {
	t.Helper()
	ctx, p, came := t.Context(), c.begin(t, seed), attempts{}
	defer p.leave(t)
	p.machine.Begin(plan)
	output, told, err := c.once(ctx, p)
	if p.machine.Reached() {
		came.tried = 1
	}
	came.sent, came.during = c.most, len(told)
	if err := p.end(); err != nil {
		t.Fatal(err)
	}
	outputs := [][]byte{output}
	if err != nil {
		came.sent += c.most - len(told)
		var again []string
		if output, again, err = c.once(ctx, p); err != nil {
			came.complain("it does not work when it is tried again: %v", err)
		}
		outputs, told = append(outputs, output), append(told, again...)
	}
	slices.Sort(told)
	came.acknowledged = len(slices.Compact(told))
	if len(p.hidden()) > 0 { // the next one removes it
		if _, _, err := c.once(ctx, p); err != nil || len(p.hidden()) > 0 {
			came.complain("it leaves %v behind (%v)", p.hidden(), err)
		}
	}
	if err := p.cut(); err != nil {
		t.Fatal(err)
	}
	c.judge(ctx, p, told, outputs, &came)
	return came
}

// judge looks for what was acknowledged.
func (c *faultyCommand) judge(ctx context.Context, p *trialGround, told []string, outputs [][]byte, came *attempts) {
	before := len(came.faults)
	got := p.examine(ctx, came)
	if diff := cmp.Diff(c.want, got); diff != "" {
		came.lost = max(1, lostOf(told, c.want, got))
		came.complain("what is stored is another (-want +got):\n%s", diff)
	}
	if c.kept != nil {
		if err := c.kept(ctx, p, outputs); err != nil {
			came.lost = max(1, came.lost)
			came.complain("%v", err)
		}
	}
	if len(came.faults) == before {
		came.finished = came.acknowledged - came.lost
	}
}

// lostOf counts the documents that were acknowledged and are not as they should be.
func lostOf(told, want, got []string) int {
	lost := 0
	for _, path := range told {
		for _, id := range want {
			if strings.HasSuffix(id, " "+path) && !slices.Contains(got, id) {
				lost++
				break
			}
		}
	}
	return lost
}

// documentsTold reads which documents an ingest calls added, or unchanged, which it does
// when it comes to them again.
func documentsTold(output []byte, err error) []string {
	var report struct {
		Documents []intake.DocumentReport `json:"documents"`
	}
	if json.Unmarshal(output, &report) != nil {
		return nil
	}
	var told []string
	for _, d := range report.Documents {
		if d.Status == ingest.Added {
			told = append(told, d.Path)
		}
	}
	if err == nil { // the others were there
		told = nil
		for name := range faultNews() {
			told = append(told, filepath.Base(name))
		}
	}
	return told
}

// keysKept looks for every key whose secret was printed.
func keysKept(ctx context.Context, p *trialGround, outputs [][]byte) error {
	store, err := sqlite.OpenReadOnly(ctx, filepath.Join(p.data(), "quarry.db"), sqlite.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	keys, err := store.Keys(ctx)
	if err != nil {
		return err
	}
	for _, output := range outputs {
		var told struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(output, &told) != nil {
			continue
		}
		found := false
		for _, key := range keys {
			found = found || string(key.ID) == told.ID
		}
		if !found {
			return fmt.Errorf("the key %s is not there", told.ID)
		}
	}
	return nil
}

// backupKept holds a backup against what was stored.
func backupKept(ctx context.Context, p *trialGround, _ [][]byte) error {
	return sameAs(ctx, p.backup(), filepath.Join(p.data(), "quarry.db"))
}

func sameAs(ctx context.Context, one, other string) error {
	_, err := sqlite.Examine(ctx, one)
	got, gotErr := idsOf(ctx, one)
	want, wantErr := idsOf(ctx, other)
	if err := errors.Join(err, gotErr, wantErr); err != nil {
		return err
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("%s holds something else (-want +got):\n%s", filepath.Base(one), diff)
	}
	return nil
}

// replacedKept looks for what a restore replaced.
func replacedKept(ctx context.Context, p *trialGround, _ [][]byte) error {
	found, err := filepath.Glob(filepath.Join(p.data(), "quarry.db"+datadir.KeptMark+"*"))
	if err != nil {
		return err
	}
	failed := errors.New("what was replaced is not kept")
	for _, file := range found {
		if slices.ContainsFunc([]string{datadir.LogEnd, datadir.MemoryEnd, datadir.JournalEnd}, func(end string) bool { return strings.HasSuffix(file, end) }) {
			continue
		}
		if failed = sameAs(ctx, file, filepath.Join(p.thinned, "quarry.db")); failed == nil {
			return nil
		}
	}
	return failed
}

// oldSchema is from before there were jobs and keys.
const oldSchema = 8

// oldGround makes a data directory of an older schema that holds what another one does,
// as far as its tables have columns for it.
func oldGround(t *testing.T, today, old string) string {
	t.Helper()
	if err := os.MkdirAll(old, 0o700); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", filepath.Join(old, "quarry.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("../../migrations/sqlite"), goose.WithDisableGlobalRegistry(true))
	if err == nil {
		_, err = provider.UpTo(t.Context(), oldSchema)
	}
	if err != nil {
		t.Fatal(err)
	}
	statements := []string{"PRAGMA application_id = 0x51524b42", "ATTACH '" + filepath.Join(today, "quarry.db") + "' AS today"}
	// Conflicts came later, and so did the confidence that a spec's digest counts, and the topics
	// that a document's does: what is read of documents with either stays behind.
	const kept = " WHERE path NOT IN (SELECT path FROM today.specs UNION SELECT path FROM today.documents WHERE topics <> '[]')"
	for _, from := range []struct{ table, where string }{
		{"sessions", ""},
		{"documents", kept},
		{"contents", " WHERE document IN (SELECT number FROM main.documents)"},
		{"slots", ""},
		{"questions", kept},
		{"facts", kept},
		{"passages", kept},
		{"changes", " WHERE id IN (SELECT id FROM main.documents UNION SELECT id FROM main.questions UNION SELECT id FROM main.facts UNION SELECT id FROM main.passages)"},
	} {
		var columns string
		if err := db.QueryRowContext(t.Context(), "SELECT group_concat(name, ', ') FROM pragma_table_info(?)", from.table).Scan(&columns); err != nil {
			t.Fatal(err)
		}
		statements = append(statements, fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM today.%s%s", from.table, columns, columns, from.table, from.where))
	}
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return old
}
