package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

func TestAServerLooksForDamageAndLogsItOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var looked []time.Duration
		var logged bytes.Buffer
		found := []string{"", "a page", "a page", "a page"}
		w := &damageWatch{first: checkFirst, every: checkEvery, log: slog.New(slog.NewTextHandler(&logged, nil)), wake: make(chan struct{}, 1)}
		w.look = func(context.Context) (string, error) {
			looked = append(looked, time.Since(begin))
			if len(looked) == 3 {
				return "", errors.New("the disk cannot be read")
			}
			return found[len(looked)-1], nil
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*24*time.Hour+time.Hour)
		defer cancel()
		go func() {
			<-time.After(time.Hour)
			w.suspect()
		}()
		w.run(ctx)
		want := []time.Duration{checkFirst, time.Hour, 25 * time.Hour, 25*time.Hour + checkAgain}
		if diff := cmp.Diff(want, looked); diff != "" {
			t.Errorf("looked after (-want +got):\n%s", diff)
		}
		if w.damage() != "a page" || strings.Count(logged.String(), "the database is damaged") != 1 {
			t.Errorf("the damage is %q, and logged is %s", w.damage(), logged.String())
		}
	})
}

// An examination in the background works a quarter of the time at most.
func TestAnExaminationInTheBackgroundRests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin, worked := time.Now(), time.Duration(0)
		rest := pacedBy(time.Now)
		for range 10 {
			<-time.After(20 * time.Millisecond)
			worked += 20 * time.Millisecond
			if err := rest(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(begin); took != 4*worked {
			t.Errorf("%v of work took %v", worked, took)
		}
	})
}

// A database that could not be looked at is not damaged for that, neither for the checks
// of a server nor for a backup.
func TestWhatCannotBeReadNowIsNoDamage(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.Data = patient(t)
	busy := quarry.Errorf(quarry.KindUnavailable, "the database is busy: try again")
	for name, examine := range map[string]func(*examiner, context.Context) error{"a server's": (*examiner).written, "a backup's": (*examiner).everything} {
		said, err := damages(t.Context(), &s.Dir, s.Database(), examine, func(context.Context) error { return busy })
		if said != "" || !errors.Is(err, busy) {
			t.Errorf("%s examination finds %q (%v), want nothing found, and why", name, said, err)
		}
	}
	hurt("UPDATE facts SET topics = 'no list'")(t, s.Data)
	said, err := damages(t.Context(), &s.Dir, s.Database(), (*examiner).written, noRest)
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
	if w := watchDamage(t.Context(), &s.Dir); w.damage() != "" {
		t.Fatalf("a sound database is damaged: %s", w.damage())
	}
	hurt("UPDATE contents SET text = CAST(replace(CAST(text AS TEXT), 'fungus', 'fungas') AS BLOB)")(t, data)
	if w := watchDamage(t.Context(), &s.Dir); !strings.Contains(w.damage(), "bread.md: its stored text is not the one that was read") {
		t.Errorf("the damage is %q, want the text named", w.damage())
	}
	said, err := damages(t.Context(), &s.Dir, s.Database(), (*examiner).written, pacedBy(time.Now))
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
	if code, out := runs(t, data, "ingest", filepath.FromSlash("../../corpus/documents/specs/amd-intel.md")); code != exitDone {
		t.Fatalf("ingest ended with %d: %s", code, out)
	}
	whole, err := os.ReadFile(filepath.Join(data, "quarry.db"))
	if err != nil {
		t.Fatal(err)
	}
	s, random, found := newSession(t), rand.New(rand.NewPCG(1, 17)), 0
	doctor := func(e *examiner, ctx context.Context) error {
		e.spans = true
		return e.everything(ctx)
	}
	for range tries {
		at, bit := random.IntN(len(whole)), random.IntN(8)
		hurt := bytes.Clone(whole)
		hurt[at] ^= 1 << bit
		s.Data = t.TempDir()
		if err := os.WriteFile(s.Database(), hurt, 0o600); err != nil {
			t.Fatal(err)
		}
		said, err := damages(t.Context(), &s.Dir, s.Database(), doctor, noRest)
		if said == "" && err == nil {
			continue
		}
		found++
		to := filepath.Join(t.TempDir(), "backup.db")
		_, refused := makeBackup(t.Context(), &s.Dir, to)
		if left := fileNames(t, filepath.Dir(to)); refused == nil || len(left) > 0 {
			t.Errorf("bit %d of byte %d: the doctor says %q (%v), and the backup %v, with %v left", bit, at, said, err, refused, left)
		}
	}
	if found < least {
		t.Errorf("%d of %d bits were found, want at least %d to be refused", found, tries, least)
	}
}
