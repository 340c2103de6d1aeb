package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

const (
	backupNotes = 300 // that are ingested while backups are made
	backups     = 3
	restores    = 12 // that are killed
)

// A backup that is made while another process writes is of one moment: restored
// elsewhere it is well, and the same run completes it.
func TestABackupBesideAWriterIsOfOneMoment(t *testing.T) {
	t.Parallel()
	notes, data := writeNotes(t, 0, backupNotes), t.TempDir()
	writer := command(t, data, "ingest", notes)
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	for stored(t, data) == 0 { // it has begun
		continue
	}
	elsewhere := ""
	for range backups {
		elsewhere = restoredBackup(t, data)
	}
	if err := writer.Wait(); err != nil {
		t.Errorf("beside backups the ingest ends with %v", err)
	}
	ingestAll(t, elsewhere, notes)
	if diff := cmp.Diff(allIDs(t, data), allIDs(t, elsewhere)); diff != "" {
		t.Errorf("what was restored and completed is something else (-want +got):\n%s", diff)
	}
}

// restoredBackup makes a backup of what is written meanwhile, and returns another data
// directory that it was restored into.
func restoredBackup(t *testing.T, data string) string {
	t.Helper()
	file, elsewhere := filepath.Join(t.TempDir(), "backup.db"), t.TempDir()
	told := backUp(t, data, file)
	restoreFrom(t, elsewhere, file)
	if found := stored(t, elsewhere); found != told.Documents || found == 0 {
		t.Errorf("%d documents are restored, want the %d that the backup said", found, told.Documents)
	}
	if out, err := command(t, elsewhere, "doctor").CombinedOutput(); err != nil || !strings.Contains(string(out), "all is well") {
		t.Errorf("doctor says of what was restored %s (%v)", out, err)
	}
	return elsewhere
}

func backUp(t *testing.T, data, file string) backup.Report {
	t.Helper()
	out, err := command(t, data, "backup", "--json", file).Output()
	if err != nil {
		t.Fatalf("backup: %v", err)
	}
	var told backup.Report
	if err := json.Unmarshal(out, &told); err != nil {
		t.Fatalf("backup says %s: %v", out, err)
	}
	return told
}

func restoreFrom(t *testing.T, data, file string) {
	t.Helper()
	if out, err := command(t, data, "restore", "--force", file).CombinedOutput(); err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
}

// A restore that is killed at any moment leaves one state or the other, whole, and
// what was there before is somewhere.
func TestAKilledRestoreLeavesOneStateOrTheOther(t *testing.T) {
	t.Parallel()
	states := map[string][]string{}
	files := map[string]string{}
	for name, first := range map[string]int{"before": 0, "backup": 1000} {
		data := t.TempDir()
		ingestAll(t, data, writeNotes(t, first, 20))
		files[name] = filepath.Join(t.TempDir(), name+".db")
		backUp(t, data, files[name])
		states[name] = allIDs(t, data)
	}
	data, kept := t.TempDir(), 0
	for i := range restores {
		restoreFrom(t, data, files["before"])
		killRestore(t, data, files["backup"], i)
		if out, err := command(t, data, "doctor").CombinedOutput(); err != nil { // it takes the directory, as any command
			t.Fatalf("kill %d: doctor says %s (%v)", i, out, err)
		}
		switch ids := allIDs(t, data); {
		case cmp.Equal(ids, states["before"]):
			kept++
		case !cmp.Equal(ids, states["backup"]):
			t.Fatalf("kill %d: the state is neither:\n%s", i, cmp.Diff(states["before"], ids))
		}
	}
	if kept == 0 || kept == restores {
		t.Errorf("after %d of %d kills the state was the one of before: the kills missed", kept, restores)
	}
	restoreFrom(t, data, files["backup"])
	if left, err := filepath.Glob(filepath.Join(data, datadir.IncomingName+"*")); err != nil || len(left) > 0 {
		t.Errorf("copies on their way are left: %v (%v)", left, err)
	}
}

// killRestore starts a restore and kills it once it has come so far, each time
// somewhere else.
func killRestore(t *testing.T, data, file string, turn int) {
	t.Helper()
	before := len(restoreTraces(data, datadir.KeptMark))
	restore := command(t, data, "restore", "--force", file)
	if err := restore.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- restore.Wait() }()
	reached := func() bool {
		switch turn % 3 {
		case 0:
			return len(restoreTraces(data, datadir.IncomingName)) > 0
		case 1:
			return len(restoreTraces(data, datadir.WaitingMark)) > 0
		default:
			return len(restoreTraces(data, datadir.KeptMark)) > before
		}
	}
	for alive := true; alive && !reached(); {
		select {
		case err := <-ended:
			ended <- err
			alive = false
		default:
		}
	}
	for range turn / 3 * 2000 { // a little later each time
		_ = reached()
	}
	_ = restore.Process.Kill() // it may have ended by itself
	if err := <-ended; err != nil && restore.ProcessState == nil {
		t.Errorf("the restore was not waited for: %v", err)
	}
}

func restoreTraces(data, mark string) []string {
	var traces []string
	entries, _ := os.ReadDir(data)
	for _, entry := range entries {
		if strings.Contains(entry.Name(), mark) {
			traces = append(traces, entry.Name())
		}
	}
	return traces
}

func writeContents(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for file, content := range files {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A backup that is killed leaves no file under its name, and what it leaves beside it is
// gone with the next one into the folder, whatever that is called. What is the owner's
// stays.
func TestABackupThatIsKilledLeavesNoFileUnderItsName(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	ingestAll(t, data, writeNotes(t, 0, 60))
	own := []string{".profile", ".backup.db-mine", ".other.db-1234", "backup.db.quarry-copying-1"}
	for _, name := range own {
		writeContents(t, folder, map[string]string{name: "x"})
	}
	for i := range 6 {
		file := filepath.Join(folder, fmt.Sprintf("backup-%d.db", i))
		copying := command(t, data, "backup", file)
		if err := copying.Start(); err != nil {
			t.Fatal(err)
		}
		for !datadir.Exists(file) && len(copies(t, folder, filepath.Base(file))) == 0 {
			continue
		}
		_ = copying.Process.Kill() // it may have ended by itself
		_ = copying.Wait()
		if datadir.Exists(file) {
			restoreFrom(t, t.TempDir(), file) // then it is whole
		}
	}
	writeContents(t, folder, map[string]string{".last.db-77": "x"}) // as older versions left them
	backUp(t, data, filepath.Join(folder, "last.db"))
	if left := copies(t, folder, ""); len(left) > 0 || datadir.Exists(filepath.Join(folder, ".last.db-77")) {
		t.Errorf("copies on their way are left: %v", left)
	}
	for _, name := range own {
		checkThere(t, filepath.Join(folder, name))
	}
}

// copies lists the copies that are on their way to a name, or to any.
func copies(t *testing.T, folder, name string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "."+name+"*.quarry-copying-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Backups that are asked for over the API go into a folder of the data directory, and
// do not fill the disk.
func TestABackupOverTheAPIStaysInTheDataDirectory(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeBase(t, opened)
	fillStanding(t, opened)
	folder := backup.NewFolder(&s.Dir, "", nil, "")
	own := map[string]string{
		"my-own.db": "x", "quarry-2025-before-upgrade.db": "x", "quarry-.db": "x", ".quarry-2025.db-123": "x",
		"quarry-20260131T120000.000Z-old.db": "x",
	}
	run := folder.Runner()
	var files []string
	const kept = 7 // unless something else is said
	for i := range kept + 2 {
		outcome, err := run(t.Context(), quarry.Job{}, func(quarry.JobProgress) {})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			writeContents(t, folder.Path, own)
			writeContents(t, folder.Path, map[string]string{
				".quarry-20260131T120000.000Z.db-123": "x", ".monday.db.quarry-copying-7": "x", ".monday.db.quarry-copying-7-journal": "x",
			})
		}
		files = append(files, *outcome.Result.File)
	}
	left, err := os.ReadDir(folder.Path)
	if err != nil || len(left) != kept+len(own) {
		t.Errorf("%d files are left (%v), want %d backups and what is the owner's", len(left), err, kept)
	}
	for name := range own {
		checkThere(t, filepath.Join(folder.Path, name))
	}
	last := filepath.Join(s.Data, files[len(files)-1])
	elsewhere := t.TempDir()
	restoreFrom(t, elsewhere, last)
	if found := stored(t, elsewhere); found != standingDocuments {
		t.Errorf("%d documents are restored from %s, want %d", found, last, standingDocuments)
	}
	if datadir.Exists(filepath.Join(s.Data, files[0])) {
		t.Errorf("the oldest, %s, is still there", files[0])
	}
}

func checkThere(t *testing.T, file string) {
	t.Helper()
	if !datadir.Exists(file) {
		t.Errorf("%s is gone", file)
	}
}
