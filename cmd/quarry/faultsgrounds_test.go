package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/cmd/quarry/intake"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/faults"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// faultMachines are installed by TestMain, before anything opens a database.
var faultMachines *faults.Machines

func installFaults() {
	var err error
	if faultMachines, err = faults.Install(); err != nil {
		panic(err)
	}
}

// faultTexts are the documents that faults are tried over, by file: small ones of
// several formats, some of which disagree.
func faultTexts() map[string]string {
	return map[string]string{
		"bread.md":   "# Bread\n\n### 1. What is yeast?\n**Answer:** A fungus of one cell.\n\n## Flour\n\n- **Rye**: a flour of the north\n- **Wheat**: a flour with much gluten\n",
		"oven.md":    "# Ovens\n\n| Device | TDP |\n|---|---|\n| H100 | 700 W |\n",
		"kiln.md":    "# Kilns\n\n| Device | TDP |\n|---|---|\n| H100 | 350 W |\n\nA kiln fires clay at a thousand degrees.\n",
		"cards.csv":  "question,answer\nWhat fires clay?,A kiln.\nWhat lifts a loaf?,Yeast.\n",
		"quiz.jsonl": `{"question":"What is a warp?","answer":"A group of 32 threads."}` + "\n" + `{"question":"What is gluten?","answer":"A protein of wheat."}` + "\n",
		"page.html":  "<html><body><h1>Clay</h1><p>Clay is a soil of fine grain that hardens in a fire.</p></body></html>\n",
	}
}

// faultNews are documents that come in while faults are tried.
func faultNews() map[string]string {
	return map[string]string{
		"news/tide.md":  "# Tides\n\n### What is a tide?\n**Answer:** The rise of the sea, twice a day.\n",
		"news/steel.md": "# Steel\n\n- **Steel**: iron with a little carbon\n\nSteel is quenched in oil or water to make it hard.\n",
		"news/bell.csv": "question,answer\nWhat is a bell made of?,Bronze.\n",
	}
}

// faultGrounds are the data directories that trials copy.
type faultGrounds struct {
	lexicon *lexicon.Lexicon
	reads   *ingest.Pipeline
	folder  string // of notes and grounds
	filled  string // a data directory that holds faultTexts
	thinned string // one where some of them were deleted
	old     string // one of an older schema, without indexes
}

func newFaultGrounds(t *testing.T) *faultGrounds {
	t.Helper()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	g := &faultGrounds{lexicon: words, reads: app.NewPipeline(words, slog.New(slog.DiscardHandler), nil), folder: t.TempDir()}
	g.filled, g.thinned, g.old = g.at("filled"), g.at("thinned"), g.at("old")
	for _, texts := range []map[string]string{faultTexts(), faultNews()} {
		for name, text := range texts {
			writeFile(t, g.at(filepath.Join("notes", name)), text)
		}
	}
	g.ingest(t, g.filled, g.texts())
	if err := copyFolder(g.filled, g.thinned); err != nil {
		t.Fatal(err)
	}
	g.ingest(t, g.thinned, g.news())
	g.remove(t, g.thinned, faultNews())
	g.old = oldGround(t, g.filled, g.old)
	return g
}

func (g *faultGrounds) at(name string) string { return filepath.Join(g.folder, name) }

// texts are the files of the first documents, and news the folder of the others.
func (g *faultGrounds) texts() []string {
	var files []string
	for name := range faultTexts() {
		files = append(files, g.at(filepath.Join("notes", name)))
	}
	return files
}

func (g *faultGrounds) news() []string { return []string{g.at("notes/news")} }

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// session is one over a data directory, on a disk.
func (g *faultGrounds) session(data string, on disk.Disk, out io.Writer) *app.Session {
	return &app.Session{
		Dir: datadir.Dir{Data: data, Lexicon: g.lexicon, Disk: on, Log: slog.New(slog.DiscardHandler), Told: io.Discard}, Reads: g.reads,
		Streams: app.Streams{In: strings.NewReader(""), Out: out, Err: io.Discard},
	}
}

func (g *faultGrounds) ingest(t *testing.T, data string, paths []string) {
	t.Helper()
	if err := ingestion(paths).Run(t.Context(), g.session(data, disk.System{}, io.Discard)); err != nil {
		t.Fatal(err)
	}
}

func ingestion(paths []string) *intake.Command {
	return &intake.Command{Paths: paths, Collection: quarry.DefaultCollection, Report: "json", Progress: "none"}
}

// remove deletes documents, and lets everything follow.
func (g *faultGrounds) remove(t *testing.T, data string, texts map[string]string) {
	t.Helper()
	opened, err := g.session(data, disk.System{}, io.Discard).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeBase(t, opened)
	for name := range texts {
		stored, err := opened.Store.StoredFile(t.Context(), quarry.DefaultCollection, filepath.Base(name))
		if err == nil {
			_, err = opened.Store.DeleteDocument(t.Context(), stored[0].ID)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := opened.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// copyFolder copies a folder.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(target, 0o700)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o600)
	})
}

// trialGround is where one trial takes place: a machine over a folder, with a data directory
// in it.
type trialGround struct {
	*faultGrounds

	folder  string
	machine *faults.Machine
	random  *rand.Rand
}

func (g *faultGrounds) place(t *testing.T, data string, seed uint64) *trialGround {
	t.Helper()
	folder, err := os.MkdirTemp(g.folder, "trial-") //nolint:usetesting // there are thousands, and each is removed once its trial has ended
	if err == nil {
		err = errors.Join(copyFolder(data, filepath.Join(folder, "data")), os.Mkdir(filepath.Join(folder, "backups"), 0o700))
	}
	if err != nil {
		t.Fatal(err)
	}
	machine, err := faultMachines.New(folder)
	if err != nil {
		t.Fatal(err)
	}
	return &trialGround{faultGrounds: g, folder: folder, machine: machine, random: rand.New(rand.NewPCG(seed, faultSeed))}
}

func (p *trialGround) data() string { return filepath.Join(p.folder, "data") }

func (p *trialGround) session(out io.Writer) *app.Session {
	return p.faultGrounds.session(p.data(), p.machine.Disk(), out)
}

// leave removes everything.
func (p *trialGround) leave(t *testing.T) {
	t.Helper()
	faultMachines.Remove(p.machine)
	if err := os.RemoveAll(p.folder); err != nil {
		t.Error(err)
	}
}

// read reads the database until what it returns is called, as an export or a check does: the log
// cannot begin anew meanwhile.
func (p *trialGround) read(t *testing.T) func() {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(p.data(), "quarry.db")+"?mode=ro&_txlock=deferred")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var documents int
	if err := tx.QueryRowContext(t.Context(), `SELECT count(*) FROM documents`).Scan(&documents); err != nil {
		t.Fatal(err)
	}
	return func() { _, _ = tx.Rollback(), db.Close() }
}

// end ends the fault: the power comes back, or else whatever it was is over.
func (p *trialGround) end() error {
	if p.machine.IsCut() {
		return p.cut()
	}
	p.machine.Heal()
	return nil
}

// cut cuts the power. Of what was not synced everything is lost, or a part.
func (p *trialGround) cut() error {
	if p.random.IntN(2) == 0 {
		return p.machine.Restart(nil)
	}
	return p.machine.Restart(p.random)
}

// examine completes whatever was under way, as any next command does, and returns what
// is stored, and says what is not well.
func (p *trialGround) examine(ctx context.Context, came *attempts) []string {
	s := p.session(io.Discard)
	if err := p.complete(ctx, s); err != nil {
		came.complain("the next command: %v", err)
	}
	var said bytes.Buffer
	verdict := doctor.Chart{}
	err := (&doctorCommand{JSON: true}).Run(ctx, p.session(&said))
	if decoded := json.Unmarshal(said.Bytes(), &verdict); decoded != nil || err != nil || !verdict.Healthy {
		came.complain("the doctor: %v, %+v", errors.Join(err, decoded), verdict.Findings)
	}
	if left, err := os.ReadDir(s.Spool()); err == nil && len(left) > 0 {
		came.complain("%d uploads are left in the spool", len(left))
	}
	ids, err := idsOf(ctx, s.Database())
	if err != nil {
		came.complain("read what is stored: %v", err)
	}
	return ids
}

// complete does what the next command does before anything of its own.
func (p *trialGround) complete(ctx context.Context, s *app.Session) error {
	held, err := s.Acquire(ctx, "search")
	if err != nil {
		return err
	}
	opened, err := s.Open(ctx)
	if err != nil {
		return errors.Join(err, held.Release())
	}
	err = opened.CatchUp(ctx)
	if _, swept := s.OpenDesk(ctx, opened, backup.NewFolder(&s.Dir, "", nil, "")); err == nil {
		err = swept
	}
	return errors.Join(err, opened.Close(), held.Release())
}

// hidden returns the files whose names begin with a dot.
func (p *trialGround) hidden() []string {
	var all []string
	_ = filepath.WalkDir(p.folder, func(path string, _ fs.DirEntry, err error) error { // what cannot be read is not there
		if err == nil && strings.HasPrefix(filepath.Base(path), ".") {
			all = append(all, strings.TrimPrefix(path, p.folder))
		}
		return nil
	})
	return all
}

// idsOf returns the entries of a database, with where they come from.
func idsOf(ctx context.Context, database string) ([]string, error) {
	store, err := sqlite.OpenReadOnly(ctx, database, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	var ids []string
	for after := (quarry.EntryRef{}); ; {
		entries, err := store.ScanEntries(ctx, after, 500)
		if err != nil || len(entries) == 0 {
			return ids, errors.Join(err, store.Close())
		}
		for _, entry := range entries {
			ids = append(ids, string(entry.ID)+" "+entry.Source.Path)
			after = entry.EntryRef
		}
	}
}

// counts returns how many operations there were for each kind of fault.
func (p *trialGround) counts() map[faults.Kind]int {
	all := map[faults.Kind]int{}
	for _, kind := range faults.Kinds() {
		all[kind] = p.machine.Count(kind)
	}
	return all
}
