package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// A database that could not be looked at is not damaged for that, neither for the checks
// of a server nor for a backup.
func TestWhatCannotBeReadNowIsNoDamage(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.Data = patient(t)
	busy := quarry.Errorf(quarry.KindUnavailable, "the database is busy: try again")
	for name, examine := range map[string]func(*doctor.Examiner, context.Context) error{"a server's": (*doctor.Examiner).Written, "a backup's": (*doctor.Examiner).Everything} {
		said, err := doctor.Damages(t.Context(), &s.Dir, s.Database(), examine, func(context.Context) error { return busy })
		if said != "" || !errors.Is(err, busy) {
			t.Errorf("%s examination finds %q (%v), want nothing found, and why", name, said, err)
		}
	}
	hurt("UPDATE facts SET topics = 'no list'")(t, s.Data)
	said, err := doctor.Damages(t.Context(), &s.Dir, s.Database(), (*doctor.Examiner).Written, doctor.NoRest)
	if said == "" || err != nil {
		t.Errorf("rows that cannot be read are %q (%v), want damage", said, err)
	}
}

// A server that is started over a damaged text says so before it is ready, and a backup is
// refused.
func TestADamagedTextIsFoundWhereAServerStartsAndABackupIsMade(t *testing.T) {
	t.Parallel()
	data := patient(t)
	s := newSession(t)
	s.Data = data
	if w := doctor.NewWatch(t.Context(), &s.Dir); w.Damage() != "" {
		t.Fatalf("a sound database is damaged: %s", w.Damage())
	}
	hurt("UPDATE contents SET text = CAST(replace(CAST(text AS TEXT), 'fungus', 'fungas') AS BLOB)")(t, data)
	if w := doctor.NewWatch(t.Context(), &s.Dir); !strings.Contains(w.Damage(), "bread.md: its stored text is not the one that was read") {
		t.Errorf("the damage is %q, want the text named", w.Damage())
	}
	said, err := doctor.Damages(t.Context(), &s.Dir, s.Database(), (*doctor.Examiner).Written, doctor.NoRest)
	if err != nil || !strings.Contains(said, "bread.md: its stored text is not the one that was read") {
		t.Errorf("the examination in the background says %q (%v), want the text named", said, err)
	}
}

// Single bits are flipped all over a database. Where the doctor finds something, a backup
// is refused and leaves nothing.
func TestABackupOfADatabaseWithAFlippedBitIsRefused(t *testing.T) {
	t.Parallel()
	const tries, least = 60, 9 // vectors, which are made anew, are a good part of the file
	data := t.TempDir()
	if code, out := runs(t, data, "ingest", filepath.FromSlash("../../corpus/documents/specs/amd-intel.md")); code != present.ExitDone {
		t.Fatalf("ingest ended with %d: %s", code, out)
	}
	whole, err := os.ReadFile(filepath.Join(data, "quarry.db"))
	if err != nil {
		t.Fatal(err)
	}
	s, random, found := newSession(t), rand.New(rand.NewPCG(1, 17)), 0
	looks := func(e *doctor.Examiner, ctx context.Context) error {
		e.Spans = true
		return e.Everything(ctx)
	}
	for range tries {
		at, bit := random.IntN(len(whole)), random.IntN(8)
		hurt := bytes.Clone(whole)
		hurt[at] ^= 1 << bit
		s.Data = t.TempDir()
		if err := os.WriteFile(s.Database(), hurt, 0o600); err != nil {
			t.Fatal(err)
		}
		said, err := doctor.Damages(t.Context(), &s.Dir, s.Database(), looks, doctor.NoRest)
		if said == "" && err == nil {
			continue
		}
		found++
		to := filepath.Join(t.TempDir(), "backup.db")
		_, refused := backup.Make(t.Context(), &s.Dir, to)
		if left := fileNames(t, filepath.Dir(to)); refused == nil || len(left) > 0 {
			t.Errorf("bit %d of byte %d: the doctor says %q (%v), and the backup %v, with %v left", bit, at, said, err, refused, left)
		}
	}
	if found < least {
		t.Errorf("%d of %d bits were found, want at least %d to be refused", found, tries, least)
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
