package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/internal/disk"
)

// named returns the name of a backup of a moment such as "0131T1200" in 2026.
func named(moment string) string { return "quarry-2026" + moment + "00.000Z.db" }

func TestWhatIsKeptIsTheNewestOfEachSpan(t *testing.T) {
	t.Parallel()
	days := []string{"0202T1800", "0202T0600", "0201T1800", "0201T0600", "0131T1800", "0126T0600", "0125T0600", "0101T0600"}
	for rule, want := range map[string][]string{
		"1":     {"0202T1800"},
		"3":     {"0202T1800", "0202T0600", "0201T1800"},
		"2d":    {"0202T1800", "0201T1800"},
		"4d":    {"0202T1800", "0201T1800", "0131T1800", "0126T0600"},
		"2w":    {"0202T1800", "0201T1800"}, // a Monday, and the Sunday before it
		"3w":    {"0202T1800", "0201T1800", "0125T0600"},
		"2m":    {"0202T1800", "0131T1800"},
		"5y":    {"0202T1800"},
		"2h,2m": {"0202T1800", "0202T0600", "0131T1800"},
		"99d":   {"0202T1800", "0201T1800", "0131T1800", "0126T0600", "0125T0600", "0101T0600"},
	} {
		var keep keeping
		if err := keep.UnmarshalText([]byte(rule)); err != nil || keep.String() != rule {
			t.Errorf("%q is read as %q (%v)", rule, keep, err)
		}
		if diff := cmp.Diff(want, keptOf(keep, days)); diff != "" {
			t.Errorf("%s keeps (-want +got):\n%s", rule, diff)
		}
	}
	for _, wrong := range []string{"", "0", "d", "-1", "7d,", "7x", "7 days"} {
		var keep keeping
		if err := keep.UnmarshalText([]byte(wrong)); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%q is read as %v (%v), want a refusal", wrong, keep, err)
		}
	}
}

// keptOf returns which of some moments are kept.
func keptOf(keep keeping, moments []string) []string {
	var found []datadir.Backup
	for _, moment := range moments {
		b, _ := datadir.ParseBackup(named(moment))
		found = append(found, b)
	}
	var kept []string
	for i, stays := range keep.stay(found) {
		if stays {
			kept = append(kept, moments[i])
		}
	}
	return kept
}

// A folder of backups, of which some are damaged or dated ahead of the clock.
func TestRotationRemovesNothingForTheSakeOfABadBackup(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	whole := filepath.Join(t.TempDir(), "whole.db")
	backUp(t, patient(t), whole)
	const newest = "0202T1200"
	for name, tc := range map[string]struct {
		keep       int
		sound, bad []string
		want       []string // that stay beside those that are bad
	}{
		"all are sound":            {2, []string{"0101T1200", "0102T1200"}, nil, []string{"0102T1200"}},
		"seven bad ones":           {2, []string{"0101T1200"}, []string{"0102T1200", "0103T1200", "0104T1200", "0105T1200", "0106T1200", "0107T1200", "0108T1200"}, []string{"0101T1200"}},
		"a bad one between":        {3, []string{"0101T1200", "0102T1200", "0104T1200"}, []string{"0103T1200"}, []string{"0102T1200", "0104T1200"}},
		"one of the future":        {1, []string{"0101T1200", "1231T1200"}, nil, []string{"1231T1200"}},
		"seven of the future":      {2, []string{"0101T1200", "1201T1200", "1202T1200", "1203T1200"}, nil, []string{"0101T1200", "1201T1200", "1202T1200", "1203T1200"}},
		"an old one is bad":        {1, []string{"0103T1200"}, []string{"0101T1200"}, nil},
		"one a little ahead":       {2, []string{"0101T1200", "0202T1203"}, nil, []string{"0202T1203"}},
		"nothing is to be removed": {9, []string{"0101T1200"}, []string{"0102T1200"}, []string{"0101T1200"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newBackupFolder(&s.Dir, t.TempDir(), keeping{{count: tc.keep}}, "")
			f.now = func() time.Time { return time.Date(2026, 2, 2, 12, 0, 0, 0, time.UTC) }
			fillFolder(t, f.path, whole, append(slices.Clone(tc.sound), newest), tc.bad)
			if err := f.rotate(t.Context(), named(newest)); err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, moment := range slices.Concat(tc.want, tc.bad, []string{newest}) {
				want = append(want, named(moment))
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, fileNames(t, f.path)); diff != "" {
				t.Errorf("left are (-want +got):\n%s", diff)
			}
		})
	}
}

// A bit that rots changes neither the length of a file nor its time.
func TestABackupThatRottedIsNoticedBeforeAnOlderOneIsRemoved(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	whole := filepath.Join(t.TempDir(), "whole.db")
	backUp(t, patient(t), whole)
	f := newBackupFolder(&s.Dir, t.TempDir(), keeping{{count: 2}}, "")
	fillFolder(t, f.path, whole, []string{"0101T1200", "0102T1200", "0103T1200"}, nil)
	middle := filepath.Join(f.path, named("0102T1200"))
	if !f.sound(t.Context(), named("0102T1200")) {
		t.Fatal("the copy is not sound")
	}
	info, err := os.Stat(middle)
	if err != nil {
		t.Fatal(err)
	}
	content := []byte(strings.ReplaceAll(readText(t, middle), "A fungus of one cell.", "A fungas of one cell."))
	if err := errors.Join(os.WriteFile(middle, content, 0o600), os.Chtimes(middle, time.Time{}, info.ModTime())); err != nil {
		t.Fatal(err)
	}
	if err := f.rotate(t.Context(), named("0103T1200")); err != nil || len(fileNames(t, f.path)) != 3 {
		t.Errorf("left are %v (%v), want all three", fileNames(t, f.path), err)
	}
}

// What cannot be read for once is no damage, and read another time.
func TestABackupThatCouldNotBeReadIsReadAgain(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	f := newBackupFolder(&s.Dir, t.TempDir(), nil, "")
	backUp(t, patient(t), filepath.Join(f.path, named("0101T1200")))
	file := filepath.Join(f.path, named("0102T1200"))
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	if f.sound(t.Context(), named("0102T1200")) || len(f.read) > 0 {
		t.Errorf("of what cannot be opened is remembered %v", f.read)
	}
}

// The data directory was emptied: what is in the backups is all that is left.
func TestBackupsOfAnEmptiedDatabaseDoNotPushOutTheLastFullOne(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	var logged bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&logged, nil))
	full, empty := filepath.Join(t.TempDir(), "full.db"), filepath.Join(t.TempDir(), "empty.db")
	backUp(t, patient(t), full)
	opened, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	closeBase(t, opened)
	backUp(t, s.Data, empty)
	f := newBackupFolder(&s.Dir, t.TempDir(), keeping{{count: 2}}, "")
	fillFolder(t, f.path, full, []string{"0101T1200", "0102T1200"}, nil)
	fillFolder(t, f.path, empty, []string{"0103T1200"}, nil)
	if err := f.rotate(t.Context(), named("0103T1200")); err != nil || !f.shrunken.Load() {
		t.Errorf("nothing says that the last backup holds less (%v)", err)
	}
	for _, moment := range []string{"0104T1200", "0105T1200", "0106T1200"} {
		fillFolder(t, f.path, empty, []string{moment}, nil)
		if err := f.rotate(t.Context(), named(moment)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{named("0102T1200"), named("0105T1200"), named("0106T1200")}
	if diff := cmp.Diff(want, fileNames(t, f.path)); diff != "" {
		t.Errorf("left are (-want +got):\n%s", diff)
	}
	if !f.shrunken.Load() || !strings.Contains(logged.String(), "less than half the documents of one before it") {
		t.Errorf("logged is %s", logged.String())
	}
}

// fillFolder puts copies of a backup into a folder, sound ones and bad ones.
func fillFolder(t *testing.T, folder, whole string, sound, bad []string) {
	t.Helper()
	for _, moment := range sound {
		copyFile(t, whole, filepath.Join(folder, named(moment)), -1)
	}
	for i, moment := range bad {
		copyFile(t, whole, filepath.Join(folder, named(moment)), i)
	}
}

// copyFile copies a database, and damages it in the n-th way: it is cut off, or a text is
// another; -1 for no damage.
func copyFile(t *testing.T, from, to string, damage int) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if damage >= 0 && damage%2 == 0 {
		content = content[:len(content)/2]
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if damage%2 == 1 {
		hurtFile(t, to, "UPDATE contents SET text = CAST('something else' AS BLOB)")
	}
}

func fileNames(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// A backup that is whole is one, whatever becomes of older ones, and of the command behind
// it: that is logged, and the file stays.
func TestABackupIsDoneAlthoughAnOldOneStaysAndItsCommandFails(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	opened, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeBase(t, opened)
	var logged bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&logged, nil))
	folder := newBackupFolder(&s.Dir, "", keeping{{count: 1}}, "ls no-such-folder")
	old := filepath.Join(folder.path, "quarry-20240101T120000.000Z.db")
	if err := os.MkdirAll(filepath.Join(old, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	outcome, err := folder.backups()(t.Context(), quarry.Job{}, func(quarry.JobProgress) {})
	if err != nil || outcome.Result.File == nil || !datadir.Exists(filepath.Join(s.Data, *outcome.Result.File)) {
		t.Errorf("the outcome is %+v (%v), want a backup", outcome, err)
	}
	for _, want := range []string{"it is left alone and does not count", "the command behind a backup failed", "no-such-folder"} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("logged is %q, want %q in it", logged.String(), want)
		}
	}
	if !folder.unsent.Load() {
		t.Error("nothing says that the command failed")
	}
}

func TestACommandThatTakesTooLongIsEndedWithAllThatItStarted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	script, file := filepath.Join(folder, "script"), filepath.Join(folder, "backup")
	// The grandchild would write into the file once its time is over.
	text := "#!/bin/sh\n(sleep 2; echo late >>\"$2\") &\necho \"$1\" >\"$2\"\nwait\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	err := runThen(t.Context(), "/bin/sh "+script+" first", file, 500*time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), "took more than 500ms and was ended") {
		t.Errorf("the error is %v, want that it took too long", err)
	}
	if got := readText(t, file); got != "first\n" {
		t.Errorf("written is %q, want the argument, and behind it the path to write it to", got)
	}
}

func TestAnInterruptedRotationRemovesNothing(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	f := newBackupFolder(&s.Dir, t.TempDir(), keeping{{count: 1}}, "")
	writeContents(t, f.path, map[string]string{named("0101T1200"): "x", named("0102T1200"): "x"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.rotate(ctx, named("0102T1200")); err == nil || len(fileNames(t, f.path)) != 2 {
		t.Errorf("left are %v (%v), want all", fileNames(t, f.path), err)
	}
}

// brittleDisk is a disk of which some operations fail.
type brittleDisk struct {
	disk.Disk

	sync, create error
}

func (d brittleDisk) SyncFolder(name string) error {
	if d.sync != nil {
		return d.sync
	}
	return d.Disk.SyncFolder(name)
}

func (d brittleDisk) Create(folder, pattern string) (disk.File, error) {
	if d.create != nil {
		return nil, d.create
	}
	return d.Disk.Create(folder, pattern)
}

// A name that may be gone after a power cut is none: what is tried again would fill the
// disk. What it replaced is gone already, and the new one stays.
func TestABackupWhoseNameDoesNotLastIsRemoved(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.Data = patient(t)
	s.Disk = brittleDisk{Disk: disk.System{}, sync: syscall.EIO}
	to := filepath.Join(t.TempDir(), "backup.db")
	if _, err := makeBackup(t.Context(), &s.Dir, to); err == nil || len(fileNames(t, filepath.Dir(to))) > 0 {
		t.Errorf("left are %v (%v), want nothing", fileNames(t, filepath.Dir(to)), err)
	}
	writeContents(t, filepath.Dir(to), map[string]string{"backup.db": "an older one"})
	if _, err := makeBackup(t.Context(), &s.Dir, to); err == nil || !datadir.Exists(to) {
		t.Errorf("of the backup and the one that it replaced nothing is left (%v)", err)
	}
}

// A place that cannot be written is noticed before anything is read: the database is
// damaged, and was not looked at.
func TestAPlaceThatCannotBeWrittenCostsNoExamination(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.Data = patient(t)
	hurt("PRAGMA writable_schema = 1", "UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'facts_in_order'")(t, s.Data)
	s.Disk = brittleDisk{Disk: disk.System{}, create: syscall.EROFS}
	if _, err := makeBackup(t.Context(), &s.Dir, filepath.Join(t.TempDir(), "backup.db")); !errors.Is(err, syscall.EROFS) {
		t.Errorf("the error is %v, want that the place cannot be written", err)
	}
}

// What a job says goes to strangers: where the backups are stands in the log alone.
func TestAJobThatMakesNoBackupDoesNotSayWhereItWouldBe(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.Data = patient(t)
	var logged bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&logged, nil))
	s.Disk = brittleDisk{Disk: disk.System{}, create: syscall.EROFS}
	folder := newBackupFolder(&s.Dir, t.TempDir(), nil, "")
	_, err := folder.backups()(t.Context(), quarry.Job{}, func(quarry.JobProgress) {})
	told := quarry.Explain(err).Message
	if err == nil || strings.Contains(told, "/") || !strings.Contains(told, "the folder of backups") {
		t.Errorf("told is %q, want no path", told)
	}
	if !strings.Contains(logged.String(), folder.path) || !errors.Is(err, syscall.EROFS) {
		t.Errorf("logged is %q for %v, want the path and the cause", logged.String(), err)
	}
}
