package sqlite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/faults"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// writerCommand is how a test starts this program once more, as one that writes
// until it is killed.
const writerCommand = "write-until-killed"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == writerCommand {
		if err := writeUntilKilled(os.Args[2], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	var err error
	if machines, err = faults.Install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// writeUntilKilled saves, replaces and deletes documents, and tells of each
// that it is safe.
func writeUntilKilled(path string, told io.Writer) error {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, path, options())
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		k := storetest.Mixed(fmt.Sprintf("%06d.md", i))
		if _, err := store.SaveDocument(ctx, k); err != nil {
			return err
		}
		if i%3 == 2 {
			if _, err := store.DeleteDocument(ctx, k.Document.ID); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(told, i); err != nil {
			return err
		}
	}
}

func TestKillingAWriterLosesNothingThatWasCommitted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	told := -1
	for round := range 3 {
		told = writeAndKill(t, path, 40+97*round)
	}
	store := open(t, path)
	if err := store.Check(t.Context()); err != nil {
		t.Errorf("check: %v", err)
	}
	for i := range told + 1 {
		want := storetest.Mixed(fmt.Sprintf("%06d.md", i))
		got, err := store.StoredFile(t.Context(), quarry.DefaultCollection, want.Document.Path)
		deleted := i%3 == 2
		if err != nil || deleted != (len(got) == 0) {
			t.Errorf("document %d: %v (%v), want it deleted: %t", i, got, err, deleted)
		}
		if len(got) > 0 && got[0].SHA256 != want.Document.SHA256 {
			t.Errorf("document %d has the hash %q, want %q", i, got[0].SHA256, want.Document.SHA256)
		}
	}
	again, err := store.SaveDocument(t.Context(), storetest.Mixed("000000.md"))
	if err != nil || !again.Empty() {
		t.Errorf("saving document 0 again = %v (%v), want no difference", again, err)
	}
}

// writeAndKill starts a writer, kills it once it told of so many documents, and
// returns the last that it told of.
func writeAndKill(t *testing.T, path string, documents int) int {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], writerCommand, path)
	var complaint strings.Builder
	command.Stderr = &complaint
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	last := -1
	for range documents {
		if !lines.Scan() {
			t.Fatalf("the writer stopped after %d: %s", last, complaint.String())
		}
		last++
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		last++ // told before it was killed
	}
	if err := command.Wait(); err == nil {
		t.Fatal("the writer was not killed")
	}
	return last
}

// camera is a context that takes a picture of a database every time a caller
// looks at it: what would be on the disk if the process died there.
type camera struct {
	from, to string

	mu       sync.Mutex
	pictures []string
	err      error
	closed   bool
}

func (c *camera) Done() <-chan struct{} {
	c.picture()
	return nil
}

func (c *camera) Err() error {
	c.picture()
	return nil
}

func (c *camera) Deadline() (time.Time, bool) { return time.Time{}, false }

func (c *camera) Value(any) any { return nil }

// picture copies the database and its log. The log is appended to and the
// database itself rests (a checkpoint comes after a thousand pages), so that
// the two copies belong together.
func (c *camera) picture() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	dir := filepath.Join(c.to, strconv.Itoa(len(c.pictures)))
	c.err = errors.Join(c.err, os.Mkdir(dir, 0o700))
	for _, suffix := range []string{"", "-wal"} {
		text, err := os.ReadFile(c.from + suffix)
		c.err = errors.Join(c.err, err, os.WriteFile(filepath.Join(dir, "quarry.db"+suffix), text, 0o600))
	}
	c.pictures = append(c.pictures, filepath.Join(dir, "quarry.db"))
}

// close ends the taking of pictures and returns them: a caller that was given the
// context may still look at it when the write is over.
func (c *camera) close() ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return c.pictures, c.err
}

func TestACrashBetweenAnyTwoStatementsLeavesTheOldStateOrTheNew(t *testing.T) {
	t.Parallel()
	first, second := storetest.Editions()
	for name, write := range map[string]func(ctx context.Context, store *sqlite.Store) error{
		"save": func(ctx context.Context, store *sqlite.Store) error {
			_, err := store.SaveDocument(ctx, second)
			return err
		},
		"delete": func(ctx context.Context, store *sqlite.Store) error {
			_, err := store.DeleteDocument(ctx, first.Document.ID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			crashEverywhere(t, first, write)
		})
	}
}

// crashEverywhere stores a document, runs a write that is watched by a camera,
// and opens every picture.
func crashEverywhere(
	t *testing.T, first quarry.Knowledge, write func(ctx context.Context, store *sqlite.Store) error,
) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store := open(t, path)
	if _, err := store.SaveDocument(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	before := storetest.StateOf(t.Context(), t, store)
	c := &camera{from: path, to: t.TempDir()}
	if err := write(c, store); err != nil {
		t.Fatal(err)
	}
	pictures, err := c.close()
	after := storetest.StateOf(t.Context(), t, store)
	const atLeast = 10 // statements that write
	if err != nil || len(pictures) < atLeast {
		t.Fatalf("%d pictures: %v", len(pictures), err)
	}
	for _, picture := range pictures {
		survivor := open(t, picture)
		storetest.States(t, storetest.StateOf(t.Context(), t, survivor), before, after)
		if err := survivor.Check(t.Context()); err != nil {
			t.Errorf("check %s: %v", picture, err)
		}
	}
}
