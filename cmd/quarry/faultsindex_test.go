package main

import (
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// damageIndexes hurts an index between two commands, in every way and at many places:
// the next command makes anew what it has to, and everything is found.
func (g *faultGrounds) damageIndexes(t *testing.T) {
	t.Helper()
	sum := judgeAttempts(t)
	files, rounds := indexFiles(t, g.filled), uint64(20)
	if !*faultsAll {
		files, rounds = files[:1], 1
	}
	undisturbed := g.place(t, g.filled, 0)
	defer undisturbed.leave(t)
	want, came := g.ingestAfter(t, undisturbed)
	if len(came.faults) > 0 {
		t.Errorf("undisturbed: %q", came.faults)
	}
	for seed := range rounds {
		for _, file := range files {
			for name, hurt := range indexHurts() {
				came := g.hurtIndex(t, func(p *trialGround) error { return hurt(p.random, filepath.Join(p.data(), file)) }, want, seed)
				for _, fault := range came.faults {
					t.Errorf("%s, %s, round %d: %s", name, file, seed, fault)
				}
				sum.add(came)
			}
		}
	}
}

func (g *faultGrounds) hurtIndex(t *testing.T, hurt func(*trialGround) error, want []string, seed uint64) attempts {
	t.Helper()
	p := g.place(t, g.filled, seed)
	defer p.leave(t)
	if err := hurt(p); err != nil {
		t.Fatal(err)
	}
	got, came := g.ingestAfter(t, p)
	if diff := cmp.Diff(want, got); diff != "" {
		came.lost, came.finished = 1, 0
		came.complain("what is stored is another (-want +got):\n%s", diff)
	}
	return came
}

// ingestAfter ingests documents, and examines what came of it.
func (g *faultGrounds) ingestAfter(t *testing.T, p *trialGround) ([]string, attempts) {
	t.Helper()
	came := attempts{tried: 1, sent: 1}
	if err := ingestion(g.news()).Run(t.Context(), p.session(io.Discard)); err != nil {
		came.complain("ingest: %v", err)
		return nil, came
	}
	came.acknowledged, came.during, came.finished = 1, 1, 1
	return p.examine(t.Context(), &came), came
}

// indexFiles returns the files of an index, below the data directory.
func indexFiles(t *testing.T, data string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(data, "index"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			files = append(files, strings.TrimPrefix(path, data))
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("the index has %d files (%v)", len(files), err)
	}
	return files
}

// indexHurts are the ways in which a file of an index is hurt.
func indexHurts() map[string]func(*rand.Rand, string) error {
	return map[string]func(*rand.Rand, string) error{
		"a byte is another": func(random *rand.Rand, path string) error {
			text, err := os.ReadFile(path)
			if err == nil && len(text) > 0 {
				text[random.IntN(len(text))] ^= byte(1 + random.IntN(255))
				err = os.WriteFile(path, text, 0o600)
			}
			return err
		},
		"the file is cut off": func(random *rand.Rand, path string) error {
			info, err := os.Stat(path)
			if err == nil && info.Size() > 0 {
				err = os.Truncate(path, random.Int64N(info.Size()))
			}
			return err
		},
		"the file is gone":   func(_ *rand.Rand, path string) error { return os.Remove(path) },
		"its folder is gone": func(_ *rand.Rand, path string) error { return os.RemoveAll(filepath.Dir(path)) },
	}
}
