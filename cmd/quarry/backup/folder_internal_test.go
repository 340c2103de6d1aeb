package backup

import (
	"bytes"
	"context"
	"errors"
	"io"
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
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// newDir returns a data directory of its own.
func newDir(t *testing.T) *datadir.Dir {
	t.Helper()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return &datadir.Dir{
		Data: t.TempDir(), Disk: disk.System{}, Lexicon: words, Log: slog.New(slog.DiscardHandler), Told: io.Discard,
	}
}

// store makes the database of a data directory, with some documents.
func store(t *testing.T, d *datadir.Dir, documents ...quarry.Knowledge) {
	t.Helper()
	opened, err := sqlite.Open(t.Context(), d.Database(), d.StoreOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range documents {
		if _, err := opened.SaveDocument(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
}

// filled returns a data directory with a document.
func filled(t *testing.T) string {
	t.Helper()
	d := newDir(t)
	store(t, d, storetest.NewDraft("bread.md").Question("What is yeast?", "A fungus of one cell.").
		Passage("Yeast is a fungus of one cell.").Knowledge())
	return d.Data
}

func backUp(t *testing.T, data, file string) {
	t.Helper()
	d := newDir(t)
	d.Data = data
	if _, err := Make(t.Context(), d, file); err != nil {
		t.Fatal(err)
	}
}

// rot changes a text in a file, and not its time.
func rot(t *testing.T, file string) {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, strings.ReplaceAll(textOf(t, file), "fungus of one cell.", "fungas of one cell."))
	if err := os.Chtimes(file, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

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
		var keep Keep
		if err := keep.UnmarshalText([]byte(rule)); err != nil || keep.String() != rule {
			t.Errorf("%q is read as %q (%v)", rule, keep, err)
		}
		if diff := cmp.Diff(want, keptOf(keep, days)); diff != "" {
			t.Errorf("%s keeps (-want +got):\n%s", rule, diff)
		}
	}
	for _, wrong := range []string{"", "0", "d", "-1", "7d,", "7x", "7 days"} {
		var keep Keep
		if err := keep.UnmarshalText([]byte(wrong)); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%q is read as %v (%v), want a refusal", wrong, keep, err)
		}
	}
}

// keptOf returns which of some moments are kept.
func keptOf(keep Keep, moments []string) []string {
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
	s := newDir(t)
	whole := filepath.Join(t.TempDir(), "whole.db")
	backUp(t, filled(t), whole)
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
			f := NewFolder(s, t.TempDir(), Keep{{count: tc.keep}}, "")
			f.now = func() time.Time { return time.Date(2026, 2, 2, 12, 0, 0, 0, time.UTC) }
			fillFolder(t, f.Path, whole, append(slices.Clone(tc.sound), newest), tc.bad)
			if err := f.rotate(t.Context(), named(newest)); err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, moment := range slices.Concat(tc.want, tc.bad, []string{newest}) {
				want = append(want, named(moment))
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, namesOf(t, f.Path)); diff != "" {
				t.Errorf("left are (-want +got):\n%s", diff)
			}
		})
	}
}

// A bit that rots changes neither the length of a file nor its time.
func TestABackupThatRottedIsNoticedBeforeAnOlderOneIsRemoved(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	whole := filepath.Join(t.TempDir(), "whole.db")
	backUp(t, filled(t), whole)
	f := NewFolder(s, t.TempDir(), Keep{{count: 2}}, "")
	fillFolder(t, f.Path, whole, []string{"0101T1200", "0102T1200", "0103T1200"}, nil)
	if !f.sound(t.Context(), named("0102T1200")) {
		t.Fatal("the copy is not sound")
	}
	rot(t, filepath.Join(f.Path, named("0102T1200")))
	if err := f.rotate(t.Context(), named("0103T1200")); err != nil || len(namesOf(t, f.Path)) != 3 {
		t.Errorf("left are %v (%v), want all three", namesOf(t, f.Path), err)
	}
}

// What cannot be read for once is no damage, and read another time.
func TestABackupThatCouldNotBeReadIsReadAgain(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	f := NewFolder(s, t.TempDir(), nil, "")
	backUp(t, filled(t), filepath.Join(f.Path, named("0101T1200")))
	file := filepath.Join(f.Path, named("0102T1200"))
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
	s := newDir(t)
	var logged bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&logged, nil))
	full, empty := filepath.Join(t.TempDir(), "full.db"), filepath.Join(t.TempDir(), "empty.db")
	backUp(t, filled(t), full)
	store(t, s)
	backUp(t, s.Data, empty)
	f := NewFolder(s, t.TempDir(), Keep{{count: 2}}, "")
	fillFolder(t, f.Path, full, []string{"0101T1200", "0102T1200"}, nil)
	fillFolder(t, f.Path, empty, []string{"0103T1200"}, nil)
	if err := f.rotate(t.Context(), named("0103T1200")); err != nil || !f.Shrunken.Load() {
		t.Errorf("nothing says that the last backup holds less (%v)", err)
	}
	for _, moment := range []string{"0104T1200", "0105T1200", "0106T1200"} {
		fillFolder(t, f.Path, empty, []string{moment}, nil)
		if err := f.rotate(t.Context(), named(moment)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{named("0102T1200"), named("0105T1200"), named("0106T1200")}
	if diff := cmp.Diff(want, namesOf(t, f.Path)); diff != "" {
		t.Errorf("left are (-want +got):\n%s", diff)
	}
	if !f.Shrunken.Load() || !strings.Contains(logged.String(), "less than half the documents of one before it") {
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
		rot(t, to)
	}
}

func namesOf(t *testing.T, folder string) []string {
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
	s := newDir(t)
	store(t, s)
	var logged bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&logged, nil))
	folder := NewFolder(s, "", Keep{{count: 1}}, "ls no-such-folder")
	old := filepath.Join(folder.Path, "quarry-20240101T120000.000Z.db")
	if err := os.MkdirAll(filepath.Join(old, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	outcome, err := folder.Runner()(t.Context(), quarry.Job{}, func(quarry.JobProgress) {})
	if err != nil || outcome.Result.File == nil || !datadir.Exists(filepath.Join(s.Data, *outcome.Result.File)) {
		t.Errorf("the outcome is %+v (%v), want a backup", outcome, err)
	}
	for _, want := range []string{"it is left alone and does not count", "the command behind a backup failed", "no-such-folder"} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("logged is %q, want %q in it", logged.String(), want)
		}
	}
	if !folder.Unsent.Load() {
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
	err := RunThen(t.Context(), "/bin/sh "+script+" first", file, 500*time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), "took more than 500ms and was ended") {
		t.Errorf("the error is %v, want that it took too long", err)
	}
	if got := textOf(t, file); got != "first\n" {
		t.Errorf("written is %q, want the argument, and behind it the path to write it to", got)
	}
}

func TestAnInterruptedRotationRemovesNothing(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	f := NewFolder(s, t.TempDir(), Keep{{count: 1}}, "")
	write(t, filepath.Join(f.Path, named("0101T1200")), "x")
	write(t, filepath.Join(f.Path, named("0102T1200")), "x")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.rotate(ctx, named("0102T1200")); err == nil || len(namesOf(t, f.Path)) != 2 {
		t.Errorf("left are %v (%v), want all", namesOf(t, f.Path), err)
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
	s := newDir(t)
	s.Data = filled(t)
	s.Disk = brittleDisk{Disk: disk.System{}, sync: syscall.EIO}
	to := filepath.Join(t.TempDir(), "backup.db")
	if _, err := Make(t.Context(), s, to); err == nil || len(namesOf(t, filepath.Dir(to))) > 0 {
		t.Errorf("left are %v (%v), want nothing", namesOf(t, filepath.Dir(to)), err)
	}
	write(t, to, "an older one")
	if _, err := Make(t.Context(), s, to); err == nil || !datadir.Exists(to) {
		t.Errorf("of the backup and the one that it replaced nothing is left (%v)", err)
	}
}

// A place that cannot be written is noticed before anything is read: the database is
// damaged, and was not looked at.
func TestAPlaceThatCannotBeWrittenCostsNoExamination(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	s.Data = filled(t)
	rot(t, s.Database())
	s.Disk = brittleDisk{Disk: disk.System{}, create: syscall.EROFS}
	if _, err := Make(t.Context(), s, filepath.Join(t.TempDir(), "backup.db")); !errors.Is(err, syscall.EROFS) {
		t.Errorf("the error is %v, want that the place cannot be written", err)
	}
}

// What a job says goes to strangers: where the backups are stands in the log alone.
func TestAJobThatMakesNoBackupDoesNotSayWhereItWouldBe(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	s.Data = filled(t)
	var logged bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&logged, nil))
	s.Disk = brittleDisk{Disk: disk.System{}, create: syscall.EROFS}
	folder := NewFolder(s, t.TempDir(), nil, "")
	_, err := folder.Runner()(t.Context(), quarry.Job{}, func(quarry.JobProgress) {})
	told := quarry.Explain(err).Message
	if err == nil || strings.Contains(told, "/") || !strings.Contains(told, "the folder of backups") {
		t.Errorf("told is %q, want no path", told)
	}
	if !strings.Contains(logged.String(), folder.Path) || !errors.Is(err, syscall.EROFS) {
		t.Errorf("logged is %q for %v, want the path and the cause", logged.String(), err)
	}
}
