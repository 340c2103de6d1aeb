package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// What is ingested while it is killed: notes of their own, files of records in
// several parts between them, and documents that an export carries behind them.
const (
	killNotes   = 680
	killLogs    = 5
	killParts   = 4 // of each of the logs
	killCarried = 300
	kills       = 50
	exportName  = "harbour-9999.jsonl"
)

// A run that is killed at any moment is completed by the next one, and what
// comes out is what an undisturbed run gives.
func TestAKilledIngestIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	folder := writeKillFolder(t)
	undisturbed, disturbed := t.TempDir(), t.TempDir()
	ingestAll(t, undisturbed, folder)
	random := rand.New(rand.NewPCG(1, 2))
	killed, between := 0, 0
	for i := range kills {
		before := stored(t, disturbed)
		said, wasKilled := killAt(t, disturbed, folder, momentOf(random, i, before))
		if now := stored(t, disturbed); now < before+said-savedAgain(before) {
			t.Errorf("kill %d: %d documents are stored, want the %d from before and the %d that were saved since", i, now, before, said-savedAgain(before))
		}
		if wasKilled {
			killed++
		}
		between += inPieces(t, disturbed)
	}
	if between == 0 {
		t.Error("no kill fell between the parts of a file")
	}
	t.Logf("%d of %d runs were killed before they ended, %d of them between parts of a file", killed, kills, between)
	ingestAll(t, disturbed, folder)
	if diff := cmp.Diff(allIDs(t, undisturbed), allIDs(t, disturbed)); diff != "" {
		t.Errorf("killed runs left something else behind (-want +got):\n%s", diff)
	}
	sameState(t, undisturbed, disturbed)
}

// sameState fails unless two knowledge bases tell and find the same, and one of
// them is well.
func sameState(t *testing.T, undisturbed, disturbed string) {
	t.Helper()
	want := allConflicts(t, undisturbed)
	if diff := cmp.Diff(want, allConflicts(t, disturbed)); diff != "" || len(want) != len(lamps()) {
		t.Errorf("%d conflicts, want %d in both (-want +got):\n%s", len(want), len(lamps()), diff)
	}
	if diff := cmp.Diff(feedSays(t, undisturbed), feedSays(t, disturbed)); diff != "" {
		t.Errorf("the feed tells something else (-want +got):\n%s", diff)
	}
	vectors := allVectors(t, undisturbed)
	if diff := cmp.Diff(vectors, allVectors(t, disturbed)); diff != "" || len(vectors.of) == 0 || vectors.changed != 0 {
		t.Errorf("%d vectors, %d changed since; those of killed runs (-want +got):\n%s", len(vectors.of), vectors.changed, diff)
	}
	out := command(t, disturbed, "doctor")
	if content, err := out.CombinedOutput(); err != nil || !strings.Contains(string(content), "all is well") {
		t.Errorf("doctor says %s (%v)", content, err)
	}
	for _, words := range []string{"harbour 17", "harbour 10017"} {
		found, err := command(t, disturbed, "search", "--kind", "question", "-n", "1", words).CombinedOutput()
		if err != nil || !strings.Contains(string(found), words+"?") {
			t.Errorf("search finds %s (%v)", found, err)
		}
	}
}

// inPieces counts the logs of which some parts are stored and others are not.
func inPieces(t *testing.T, data string) int {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		return 0 // it was killed before there was one
	}
	defer closeStore(t, store)
	pieces := 0
	for log := range killLogs {
		parts, err := store.StoredFile(t.Context(), quarry.DefaultCollection, logName(log))
		if err != nil {
			t.Error(err)
		}
		if len(parts) > 0 && len(parts) < killParts {
			pieces++
		}
	}
	return pieces
}

// logNote is the note that a log comes before. There are some before the first,
// and some behind the last.
func logNote(log int) int { return min(60+120*log, killNotes) }

func logName(log int) string { return fmt.Sprintf("harbour-%04d-log.jsonl", logNote(log)) }

// writeLog writes records into a file that is cut into several parts for its
// length alone: a few lines end in blanks, which cost nothing to read. The first
// two are short, for a file is told by them.
func writeLog(t *testing.T, file string, log int) {
	t.Helper()
	const short, long = 2, 4*killParts - 2
	var text bytes.Buffer
	for i := range short + long {
		blanks := 0
		if i >= short {
			blanks = ingest.PartBytes/4 + 1
		}
		fmt.Fprintf(&text, `{"question":"Which ship left berth %d of log %d?","answer":"The %d of the tide."%s}`+"\n",
			i, log, i+1, bytes.Repeat([]byte{' '}, blanks))
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeKillFolder writes a thousand documents: notes, logs, and a file that
// carries what another knowledge base exported.
func writeKillFolder(t *testing.T) string {
	t.Helper()
	other := t.TempDir()
	ingestAll(t, other, writeNotes(t, 10_000, killCarried))
	exported, err := command(t, other, "export").Output()
	if err != nil {
		t.Fatalf("export: %v", err)
	}
	folder := writeNotes(t, 0, killNotes)
	for log := range killLogs {
		writeLog(t, filepath.Join(folder, logName(log)), log)
	}
	if err := os.WriteFile(filepath.Join(folder, exportName), exported, 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// moment is when an ingest is killed: after so many documents of a file said to
// be saved and so many further lines of its log, or once its index has so many
// bytes.
type moment struct {
	file           string // "" for any
	saved, further int
	index          int64 // 0 for the other one
}

// savedAgain is how many documents a run saves again where so many are stored:
// what was carried is compared by saving it.
func savedAgain(before int) int { return max(0, before-killNotes-killLogs*killParts) }

// momentOf chooses the moment of a kill, where so many documents are stored.
// One kill in eight falls upon a file of several documents, each of them in its
// turn, unless other kills have passed it already.
func momentOf(random *rand.Rand, i, before int) moment {
	m := moment{saved: savedAgain(before) + random.IntN(6), further: random.IntN(12), index: indexBytes(random, i)}
	log := i / 8
	if i%8 != 4 || before > logNote(log)+log*killParts {
		return m
	}
	m = moment{file: exportName, saved: 1 + random.IntN(killParts-1), further: random.IntN(3)}
	if log < killLogs {
		m.file = logName(log)
	}
	return m
}

// indexBytes makes the last tenth of the kills some by the bytes of the index:
// they fall into the time when it catches up.
func indexBytes(random *rand.Rand, i int) int64 {
	if i < kills-kills/10 {
		return 0
	}
	return 1 + random.Int64N(400_000)
}

// killAt starts an ingest and kills it. It returns how many documents the run
// said to have saved, and whether it was killed: where it has nothing left to
// do, it ends by itself.
func killAt(t *testing.T, data, folder string, at moment) (int, bool) {
	t.Helper()
	started := command(t, data, "--log-level", "debug", "ingest", folder)
	log, err := started.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := started.Start(); err != nil {
		t.Fatal(err)
	}
	saved := 0
	for lines := bufio.NewScanner(log); at.index == 0 && lines.Scan() && !at.reached(); {
		if strings.Contains(lines.Text(), saveStage) {
			saved++
		}
		at.pass(lines.Text())
	}
	go func() { _, _ = io.Copy(io.Discard, log) }()
	ended := make(chan error, 1)
	go func() { ended <- started.Wait() }()
	if at.index > 0 {
		waitForIndex(data, at.index, ended)
	}
	_ = started.Process.Kill() // it may have ended by itself
	return saved, <-ended != nil
}

// saveStage is in a line of the log which says that a document was saved.
const saveStage = "stage=save "

// pass takes note of a line of the log.
func (m *moment) pass(line string) {
	if strings.Contains(line, saveStage) && strings.Contains(line, m.file) {
		m.saved--
	}
	if m.saved <= 0 {
		m.further--
	}
}

// reached reports whether a log has told enough to kill its process.
func (m *moment) reached() bool { return m.saved <= 0 && m.further < 0 }

// waitForIndex waits until the index has so many bytes, or the process ended.
func waitForIndex(data string, length int64, ended chan error) {
	for folderBytes(filepath.Join(data, "index")) < length {
		select {
		case err := <-ended:
			ended <- err
			return
		default:
			runtime.Gosched()
		}
	}
}

func folderBytes(folder string) int64 {
	var total int64
	_ = filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // files come and go while it is written
		}
		if info, err := entry.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}

// The starter corpus is several documents. A server that is killed between two
// of them goes on where it stopped.
func TestAStarterCorpusThatWasInterruptedIsCompleted(t *testing.T) {
	t.Parallel()
	whole, broken := t.TempDir(), t.TempDir()
	serveUntil(t, whole, func() bool { return serverReady(t, whole) })
	for _, after := range []int{1, 2, 3} {
		serveUntil(t, broken, func() bool { return stored(t, broken) >= after })
	}
	serveUntil(t, broken, func() bool { return serverReady(t, broken) })
	if diff := cmp.Diff(allIDs(t, whole), allIDs(t, broken)); diff != "" {
		t.Errorf("the starter corpus is not whole (-want +got):\n%s", diff)
	}
}

// serveUntil starts a server and kills it as soon as something holds.
func serveUntil(t *testing.T, data string, holds func() bool) {
	t.Helper()
	server := command(t, data, "serve", "--addr", "127.0.0.1:0")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for !holds() {
		<-look.C
	}
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err == nil {
		t.Error("a killed server ended well")
	}
}

func serverReady(t *testing.T, data string) bool {
	t.Helper()
	held, err := datadir.ReadHolder(filepath.Join(data, "quarry.lock"))
	if err != nil || held.Addr == "" {
		return false
	}
	status, _, err := fetch(t.Context(), "http://"+held.Addr+"/readyz", nil)
	return err == nil && status == http.StatusOK
}

// claimEvery says how many notes there are to one that claims something, each
// time something else.
const claimEvery = 5

// lamps are the devices that the notes claim something of.
func lamps() []string { return []string{"H100", "B200", "MI300X"} }

func writeNotes(t *testing.T, first, count int) string {
	t.Helper()
	folder := t.TempDir()
	for i := first; i < first+count; i++ {
		text := fmt.Sprintf("# Harbour %d\n\n### 1. How deep is harbour %d?\n**Answer:** %d metres at low tide.\n\n"+
			"## Quays\n\n- **Length**: %d m\n- **Cranes**: those of quay %d\n", i, i, i+5, 10*i, i)
		if i%claimEvery == 0 {
			device := lamps()[i/claimEvery%len(lamps())]
			text += fmt.Sprintf("\n## Lamps\n\n| Device | TDP |\n|---|---|\n| %s | %d W |\n", device, 100+i)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("harbour-%04d.md", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// command is this test binary under the name quarry, which TestMain dispatches
// on.
func command(t *testing.T, data string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Args[0] = "quarry"
	cmd.Env = append(os.Environ(), "QUARRY_DATA="+data)
	return cmd
}

func ingestAll(t *testing.T, data, notes string) {
	t.Helper()
	if out, err := command(t, data, "ingest", notes).CombinedOutput(); err != nil {
		t.Fatalf("ingest: %v\n%s", err, out)
	}
}

// stored counts the documents of a database that another process writes; 0
// while there is none yet.
func stored(t *testing.T, data string) int {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		return 0
	}
	defer closeStore(t, store)
	stats, err := store.Stats(t.Context())
	if err != nil {
		return 0
	}
	return stats.Documents
}

func closeStore(t *testing.T, store *sqlite.Store) {
	t.Helper()
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

// allIDs returns every entry's id and place, in order.
func allIDs(t *testing.T, data string) []string {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, store)
	var ids []string
	for after := (quarry.EntryRef{}); ; {
		entries, err := store.ScanEntries(context.WithoutCancel(t.Context()), after, 500)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 {
			return ids
		}
		for _, entry := range entries {
			ids = append(ids, fmt.Sprintf("%s %s:%d", entry.ID, entry.Source.Path, entry.Source.LineStart))
			after = entry.EntryRef
		}
	}
}

// allConflicts returns every conflict with its claims, in order.
func allConflicts(t *testing.T, data string) []string {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, store)
	page, err := store.Conflicts(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	all := make([]string, 0, len(page.Items))
	for _, conflict := range page.Items {
		said := []string{string(conflict.ID), conflict.Hint}
		if conflict.Ratio != nil {
			said = append(said, fmt.Sprint(*conflict.Ratio))
		}
		for _, claim := range conflict.Claims {
			said = append(said, string(claim.ID), string(claim.ConflictID))
		}
		all = append(all, strings.Join(said, " "))
	}
	return all
}

// feedSays returns what the feed says last of every entry and document.
func feedSays(t *testing.T, data string) map[quarry.EntryRef]quarry.Op {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, store)
	said := map[quarry.EntryRef]quarry.Op{}
	for after := quarry.Sequence(0); ; {
		changes, err := store.ChangesAfter(t.Context(), after, 2000)
		if err != nil {
			t.Fatal(err)
		}
		if len(changes) == 0 {
			return said
		}
		for _, change := range changes {
			if change.Sequence <= after {
				t.Errorf("sequence %d follows %d", change.Sequence, after)
			}
			said[change.EntryRef], after = change.Op, change.Sequence
		}
	}
}
