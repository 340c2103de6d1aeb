package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

func TestWhateverByteIsWrongNothingIsMadeUpAndNothingGoesInSilence(t *testing.T) {
	t.Parallel()
	c, s := newCasualty(t), newSession(t)
	random := rand.New(rand.NewPCG(17, 4))
	unsound, lossy := 0, 0
	for n := range 60 {
		on := *s
		on.Data = filepath.Join(s.Data, strconv.Itoa(n))
		copyDirectory(t, c.closed, on.Data)
		at := c.flip(t, random, filepath.Join(on.Data, "quarry.db"))
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
		if err := os.RemoveAll(on.Data); err != nil {
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
	ended, ok := errors.AsType[*present.ExitError](err)
	if !ok {
		return 0, false
	}
	return ended.Code, true
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
	for name, hurt := range map[string]injury{
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
			c.checkHurt(t, hurt)
		})
	}
}

// injury is what is done to a copy of a data directory.
type injury struct {
	of   string
	hurt func(*testing.T, string)
	all  bool // whether all can be saved
}

// checkHurt salvages a copy that was hurt, tells whether that is what its dry run said, and
// looks for what was there before.
func (c casualty) checkHurt(t *testing.T, i injury) {
	t.Helper()
	s := newSession(t)
	copyDirectory(t, i.of, s.Data)
	i.hurt(t, s.Data)
	before := filesIn(t, s.Data)
	dry, err := salvaged(t, s, salvageCommand{DryRun: true})
	if code, ended := asExit(err); !ended || code != present.ExitCouldNot || !dry.DryRun {
		t.Fatalf("the dry run ended with %v: %+v", err, dry)
	}
	checkUntouched(t, before, filesIn(t, s.Data))
	report, err := salvaged(t, s, salvageCommand{})
	if code, ended := asExit(err); !ended || code != present.ExitCouldNot { // a job has lost its upload
		t.Fatalf("salvage ended with %v", err)
	}
	if dry.Documents != report.Documents || len(dry.Lost) != len(report.Lost) {
		t.Errorf("the dry run told of %d documents and %d lost, want %d and %d", dry.Documents, len(dry.Lost), report.Documents, len(report.Lost))
	}
	if !i.all && len(report.Lost)+report.Missing == 0 {
		t.Error("nothing is said to be lost")
	}
	if i.all {
		c.checkSalvaged(t, t.Name(), s, report)
		c.checkCarried(t, s, report)
	}
	checkKept(t, before, filesIn(t, s.Data), report)
}

// checkKept reports an error unless what was there before is kept as it was.
func checkKept(t *testing.T, before, after map[string]string, report backup.SalvageReport) {
	t.Helper()
	for _, end := range []string{"", "-wal"} {
		if was, ok := before["quarry.db"+end]; ok && after[filepath.Base(keptBy(report))+end] != was {
			t.Errorf("quarry.db%s is not kept as it was", end)
		}
	}
}

// keptBy is the name of the database that a salvage took the place of, also where
// there was its log alone.
func keptBy(r backup.SalvageReport) string { return strings.TrimSuffix(r.Kept.File, datadir.LogEnd) }

// checkCarried reports an error unless all is saved beside the documents.
func (c casualty) checkCarried(t *testing.T, s *app.Session, report backup.SalvageReport) {
	t.Helper()
	if len(report.Lost) > 0 || report.Documents != len(c.documents) {
		t.Errorf("of %d documents %d are saved, lost are %+v", len(c.documents), report.Documents, report.Lost)
	}
	if len(report.LostJobs) != 1 || report.LostJobs[0].ID != "j_lost" {
		t.Errorf("lost jobs are %+v, want the one without its upload", report.LostJobs)
	}
	store := openStored(t, s.Data)
	defer closeStore(t, store)
	keys, err := store.Keys(t.Context())
	if diff := cmp.Diff(c.keys, keys); diff != "" || err != nil {
		t.Errorf("keys (%v, -before +behind):\n%s", err, diff)
	}
	jobs, err := store.KeptJobs(t.Context())
	if err != nil || len(jobs) != 1 || jobs[0].ID != c.job {
		t.Errorf("open jobs are %+v (%v), want the one that waits", jobs, err)
	}
	if done, err := store.Done(t.Context(), "starter"); err != nil || !done {
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
	copyDirectory(t, c.closed, s.Data)
	overwrite(t, s.Data, 0, 100)
	before := filesIn(t, s.Data)
	elsewhere := newSession(t)
	report, err := salvaged(t, s, salvageCommand{Out: filepath.Join(elsewhere.Data, "quarry.db")})
	if _, ended := asExit(err); !ended {
		t.Fatal(err)
	}
	checkUntouched(t, before, filesIn(t, s.Data))
	c.checkSalvaged(t, "elsewhere", elsewhere, report)
	if left, err := os.ReadDir(elsewhere.Data); err != nil || len(left) > 3 {
		t.Errorf("elsewhere are %v (%v), want the database alone", left, err)
	}
}

func TestASoundDatabaseIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	c, s := newCasualty(t), newSession(t)
	copyDirectory(t, c.data, s.Data)
	before := filesIn(t, s.Data)
	report, err := salvaged(t, s, salvageCommand{})
	if err != nil || !report.Sound {
		t.Errorf("salvage ended with %v: %+v", err, report)
	}
	checkUntouched(t, before, filesIn(t, s.Data))
}

func TestWhatHoldsNothingIsNotReplaced(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"zeros": strings.Repeat("\x00", 40_000), "another file": strings.Repeat("bread and butter ", 3000)} {
		s := newSession(t)
		leave(t, s.Data, "quarry.db", content)
		leave(t, s.Data, "quarry.db-wal", content)
		on := *s
		on.Out = io.Discard
		err := (&salvageCommand{}).Run(t.Context(), &on)
		if !quarry.IsKind(err, quarry.KindUnavailable) || !strings.Contains(err.Error(), "quarry restore FILE") {
			t.Errorf("%s: salvage says %v", name, err)
		}
		if got := filesIn(t, s.Data); got["quarry.db"] != content || got["quarry.db-wal"] != content {
			t.Errorf("%s: what was there is not there any more", name)
		}
	}
}
