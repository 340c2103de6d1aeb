package jobs_test

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/jobs"
)

func newSpool(t *testing.T, most int64) (*jobs.Spool, string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "spool")
	spool, err := jobs.OpenSpool(disk.System{}, folder, most, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return spool, folder
}

func filesIn(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestAnUploadIsReadBackAsItCame(t *testing.T) {
	t.Parallel()
	spool, folder := newSpool(t, 0)
	file, err := spool.Take(strings.NewReader("abc"))
	if err != nil {
		t.Fatal(err)
	}
	if file.Bytes != 3 || file.SHA256 != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("file = %+v, want 3 bytes and their hash", file)
	}
	opened, err := spool.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(opened)
	if err := errors.Join(err, opened.Close()); err != nil || string(text) != "abc" {
		t.Errorf("text = %q (%v), want abc", text, err)
	}
	info, err := os.Stat(folder)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder's mode = %v (%v), want 0700", info.Mode().Perm(), err)
	}
	spool.Discard([]quarry.JobFile{file})
	if _, err := spool.Open(file); !quarry.IsKind(err, quarry.KindExpired) || filesIn(t, folder) != 0 {
		t.Errorf("error = %v with %d files, want that it is gone", err, filesIn(t, folder))
	}
}

// What the disk did to an upload is told, and refuses no document.
func TestAnUploadOfOtherBytesIsToldAtItsEnd(t *testing.T) {
	t.Parallel()
	spool, folder := newSpool(t, 0)
	file, err := spool.Take(strings.NewReader("abc"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, file.Spooled), []byte("abd"), 0o600); err != nil {
		t.Fatal(err)
	}
	opened, err := spool.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.ReadAll(opened)
	if code := quarry.Explain(errors.Join(err, opened.Close())).Code; code != "upload_damaged" {
		t.Errorf("error = %v, want upload_damaged", err)
	}
}

func TestAnUploadThatBreaksOffLeavesNothing(t *testing.T) {
	t.Parallel()
	spool, folder := newSpool(t, 0)
	broken := errors.New("the line broke")
	if _, err := spool.Take(io.MultiReader(strings.NewReader("ab"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("error = %v, want the reader's", err)
	}
	if n := filesIn(t, folder); n != 0 {
		t.Errorf("%d files are left, want none", n)
	}
}

func TestNoMoreWaitsThanThereIsRoomFor(t *testing.T) {
	t.Parallel()
	spool, folder := newSpool(t, 10)
	first, err := spool.Take(strings.NewReader("12345678"))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := spool.Take(strings.NewReader("123")); quarry.Explain(err).Code != "spool_full" {
			t.Errorf("error = %v, want spool_full", err)
		}
	}
	spool.Discard([]quarry.JobFile{first})
	if _, err := spool.Take(strings.NewReader("1234567890")); err != nil {
		t.Errorf("error = %v, want room again", err)
	}
	if n := filesIn(t, folder); n != 1 {
		t.Errorf("%d files, want 1", n)
	}
}

func TestAFolderThatCannotBeMadeIsSaid(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := jobs.OpenSpool(disk.System{}, filepath.Join(file, "spool"), 0, slog.New(slog.DiscardHandler)); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want unavailable", err)
	}
}
