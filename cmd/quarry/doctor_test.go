package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

const ward = `# Bread

### 1. What is yeast?
**Answer:** A fungus of one cell.

## Flour

- **Rye**: holds little gluten and needs a sour dough to rise
- **Wheat**: forms much gluten, which keeps the gas of the dough

Sourdough is a dough that wild yeasts and bacteria have raised.
`

// patient ingests a document and returns the data directory.
func patient(t *testing.T) string {
	t.Helper()
	data, notes := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(notes, "bread.md"), []byte(ward), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := runs(t, data, "ingest", notes); code != present.ExitDone {
		t.Fatalf("ingest ended with %d: %s", code, out)
	}
	return data
}

// runs starts a command in this process, and returns what it printed; its log is
// another stream.
func runs(t *testing.T, data string, args ...string) (int, string) {
	t.Helper()
	var out, log bytes.Buffer
	code := execute(t.Context(), append([]string{"--data", data}, args...), app.Streams{In: strings.NewReader(""), Out: &out, Err: &log})
	return code, out.String()
}

// hurt runs statements on the database behind Quarry's back.
func hurt(statements ...string) func(*testing.T, string) {
	return func(t *testing.T, data string) {
		t.Helper()
		hurtFile(t, filepath.Join(data, "quarry.db"), statements...)
	}
}

func hurtFile(t *testing.T, file string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite3", file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// scratch changes a byte in the middle of every file of a pattern.
func scratch(pattern string) func(*testing.T, string) {
	return func(t *testing.T, data string) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(data, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %q, %v", pattern, files, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			content[len(content)/2] ^= 0xff
			if err := os.WriteFile(file, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestTheDoctorFindsEveryHurtAndSaysWhatToDo(t *testing.T) {
	t.Parallel()
	const text = "UPDATE contents SET text = CAST(replace(CAST(text AS TEXT), 'fungus', 'fungas') AS BLOB)"
	for name, tc := range map[string]struct {
		hurt           func(*testing.T, string)
		check, problem string
	}{
		"a byte of a text":         {hurt(text), "documents", "the hash is another"},
		"a column of an entry":     {hurt("UPDATE facts SET heading = '[]' WHERE number = 1"), "rows", "the digest is another"},
		"a column of a document":   {hurt("UPDATE documents SET licence = 'none'"), "rows", "the digest is another"},
		"a span":                   {hurt("UPDATE questions SET byte_end = byte_end - 12"), "spans", "the text does not say"},
		"a line":                   {hurt("UPDATE facts SET line_start = 1"), "spans", "does not lie in the text"},
		"a span of the context":    {hurt(`UPDATE passages SET context = '[{"role":"caption","span":[9999,10000,1,1]}]'`), "spans", "does not lie in the text"},
		"a word of an answer":      {hurt("UPDATE questions SET answer = 'A fungus of nine cells.'"), "spans", `the text does not say "nine"`},
		"an entry":                 {hurt("DELETE FROM facts WHERE number = 1"), "documents", "its report counts"},
		"an entry, to the feed":    {hurt("DELETE FROM facts WHERE number = 1"), "database", "the feed and the fact rows differ"},
		"a text that is gone":      {hurt("DELETE FROM contents"), "documents", "its text is not stored"},
		"a slot":                   {hurt("UPDATE slots SET question = 'q_none' WHERE slot IN (SELECT number FROM questions)"), "database", "another one's slot"},
		"who leads":                {hurt("UPDATE questions SET leads = 0"), "database", "another question leads"},
		"a place in draws":         {hurt("UPDATE questions SET place = number"), "database", "in another one's place"},
		"a reference":              {hurt("PRAGMA foreign_keys = 0", "UPDATE contents SET document = 99"), "database", "refers to nothing"},
		"a byte of the index":      {scratch("index/lexical/generation-*/store/*.zap"), "index", "damaged"},
		"an index that is behind":  {hurt("UPDATE changes SET id = 'p_none' WHERE kind = 'passage'", "UPDATE passages SET id = 'p_none'"), "index", "1 entries are missing in it, and 1 are in it that are not stored"},
		"vectors that are gone":    {hurt("DELETE FROM vectors WHERE kind = 'fact'"), "vectors", "of 5 entries 3 have no vector and 0 "},
		"vectors of other entries": {hurt("UPDATE vectors SET id = 'f_none' WHERE kind = 'passage'"), "vectors", "1 have no vector and 0 one of another text, and 1 vectors are of no entry"},
		"a vector of another text": {hurt("UPDATE facts SET statement = 'a flour' WHERE number = 1"), "vectors", "0 have no vector and 1 one of another text"},
		"a vector that is cut off": {hurt("UPDATE vectors SET about = substr(about, 1, 20) WHERE kind = 'passage'"), "vectors", "1 have no vector"},
		"a file that is not whole": {hurt("PRAGMA writable_schema = 1", "UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'facts_in_order'"), "database", "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := patient(t)
			if code, out := runs(t, data, "doctor"); code != present.ExitDone || !strings.Contains(out, "all is well") {
				t.Fatalf("before: exit %d, %s", code, out)
			}
			tc.hurt(t, data)
			got := examined(t, data)
			if !found(got.Findings, tc.check, tc.problem) {
				t.Errorf("findings %+v; want one of the %s that says %q", got.Findings, tc.check, tc.problem)
			}
			if _, out := runs(t, data, "doctor"); !strings.Contains(out, "WRONG: ") || !strings.Contains(out, "problems found: ") {
				t.Errorf("the doctor says %s", out)
			}
		})
	}
}

// examined returns what the doctor finds in data that are not well.
func examined(t *testing.T, data string) doctor.Chart {
	t.Helper()
	code, out := runs(t, data, "doctor", "--json")
	var got doctor.Chart
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if code != present.ExitCouldNot || got.Healthy || got.Problems != len(got.Findings) {
		t.Errorf("exit %d, healthy %t, %d problems; want 1, false and %d", code, got.Healthy, got.Problems, len(got.Findings))
	}
	return got
}

func found(findings []doctor.Finding, check, problem string) bool {
	for _, f := range findings {
		if f.Check == check && strings.Contains(f.Problem, problem) && f.Remedy != "" {
			return true
		}
	}
	return false
}

// disagreeing ingests two documents that disagree, and returns the data
// directory.
func disagreeing(t *testing.T) string {
	t.Helper()
	data, notes := t.TempDir(), t.TempDir()
	for name, watts := range map[string]string{"a.md": "700", "b.md": "350"} {
		text := "# Ovens\n\n| Device | TDP |\n|---|---|\n| H100 | " + watts + " W |\n"
		if err := os.WriteFile(filepath.Join(notes, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, out := runs(t, data, "ingest", notes); code != present.ExitDone || !strings.Contains(out, "conflicts 1 added") {
		t.Fatalf("ingest ended with %d: %s", code, out)
	}
	return data
}

func TestTheDoctorJudgesConflictsAnew(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		hurt func(*testing.T, string)
		code int
		says string
	}{
		"as they should be":       {hurt(), present.ExitDone, "conflicts  1, and every claim judged anew says the same"},
		"not derived to the end":  {hurt("UPDATE derivations SET cursor = cursor - 2"), present.ExitDone, "the next serve, ingest or search goes on"},
		"of another version":      {hurt("UPDATE derivations SET version = 'older'"), present.ExitDone, "the next serve, ingest or search derives them"},
		"another ratio":           {hurt("UPDATE conflicts SET ratio = 7"), present.ExitCouldNot, "1 are not what the claims say, such as [c_"},
		"a number beyond all":     {hurt("UPDATE specs SET normalized_max = 9e999"), present.ExitCouldNot, "a number beyond all numbers"},
		"a claim that went amiss": {hurt("DELETE FROM conflict_claims WHERE spec = (SELECT min(spec) FROM conflict_claims)"), present.ExitCouldNot, "a conflict has other claims than it counts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := disagreeing(t)
			tc.hurt(t, data)
			if code, out := runs(t, data, "doctor"); code != tc.code || !strings.Contains(out, tc.says) {
				t.Errorf("doctor ended with %d, want %d and %q:\n%s", code, tc.code, tc.says, out)
			}
		})
	}
}

// What the doctor says of the next search holds.
func TestTheNextSearchDerivesWhatIsMissing(t *testing.T) {
	t.Parallel()
	data := disagreeing(t)
	hurt("DELETE FROM derivations", "DELETE FROM conflicts", "DELETE FROM changes WHERE kind = 'conflict'")(t, data)
	if code, out := runs(t, data, "search", "ovens"); code != present.ExitDone {
		t.Fatalf("search ended with %d: %s", code, out)
	}
	if code, out := runs(t, data, "doctor"); code != present.ExitDone || !strings.Contains(out, "conflicts  1, and") {
		t.Errorf("doctor ended with %d, want one conflict:\n%s", code, out)
	}
}

// What a letter of the text changes in all that points into it is one finding.
func TestADamagedTextIsOneFinding(t *testing.T) {
	t.Parallel()
	data := patient(t)
	hurt("UPDATE contents SET text = CAST(replace(CAST(text AS TEXT), 'fungus', 'fungas') AS BLOB)")(t, data)
	if got := examined(t, data); len(got.Findings) != 1 || !strings.Contains(got.Findings[0].Remedy, "quarry salvage") {
		t.Errorf("findings %+v; want the text alone, and the way out", got.Findings)
	}
}

// What many probes stumble over is said once, and of many faults in one page the first.
func TestADamagedPageIsSaidInAFewLines(t *testing.T) {
	t.Parallel()
	data := patient(t)
	file := filepath.Join(data, "quarry.db")
	content := []byte(readText(t, file))
	copy(content[(rootOf(t, file, "facts")-1)*4096:], "\x00\x00\x00")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, out := runs(t, data, "backup", filepath.Join(t.TempDir(), "b.db")); strings.Contains(out, "documents with") {
		t.Errorf("the backup says %s", out)
	}
	said := map[string]bool{}
	for _, f := range examined(t, data).Findings {
		if said[f.Problem] || strings.Count(f.Problem, "\n") > 0 || len(f.Problem) > 500 {
			t.Errorf("said twice, or at length: %q", f.Problem)
		}
		said[f.Problem] = true
	}
}

func TestTheDoctorNamesJobsThatWaitOrWereGivenUp(t *testing.T) {
	t.Parallel()
	data := patient(t)
	s := newSession(t)
	s.Data = data
	store, err := s.OpenStore(t.Context(), sqlite.Open)
	if err != nil {
		t.Fatal(err)
	}
	for i, state := range []quarry.JobState{quarry.JobWaiting, quarry.JobGivenUp, quarry.JobDone} {
		job := quarry.Job{
			ID: quarry.JobID(fmt.Sprintf("j_%026d", i)), State: state, Order: quarry.JobOrder{Kind: quarry.JobBackup},
			CreatedAt: time.Unix(1, 0), Failure: &quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"},
		}
		if _, err := store.AddJob(t.Context(), job, quarry.JobKey{}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	code, out := runs(t, data, "doctor")
	for _, want := range []string{"1 wait for something", "1 were given up", "all is well, but jobs wait or were given up"} {
		if code != present.ExitDone || !strings.Contains(out, want) {
			t.Errorf("the doctor ends with %d and says %s; want %q", code, out, want)
		}
	}
}

// rootOf returns the first page of a table.
func rootOf(t *testing.T, file, table string) int {
	t.Helper()
	db, err := sql.Open("sqlite3", file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var page int
	if err := db.QueryRowContext(t.Context(), "SELECT rootpage FROM sqlite_schema WHERE name = ?", table).Scan(&page); err != nil {
		t.Fatal(err)
	}
	return page
}
