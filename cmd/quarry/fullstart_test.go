package main

import (
	"context"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/internal/faults"
)

// Whatever a server cannot write when it starts on a full disk, it says where to make room,
// and nothing of what was handed in.
func TestAServerThatCannotStartOnAFullDiskNamesIt(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	machine, err := faultMachines.New(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer faultMachines.Remove(machine)
	s := newSession(t)
	s.Data, s.Disk = folder, machine.Disk()
	if err := openOnce(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for n := 1; ; n++ {
		machine.Begin(faults.Plan{Kind: faults.ENOSPC, N: n, Lasting: true})
		err := openOnce(t.Context(), s)
		reached := machine.Reached()
		machine.Heal()
		if !reached {
			break
		}
		said := quarry.Explain(err)
		if err == nil || said.Kind == quarry.KindUnavailable { // the machine's SQLite has no reason for what cannot be opened or synced
			continue
		}
		refused++
		if said.Kind != quarry.KindFull || !strings.Contains(said.Message, s.Data) || !strings.Contains(said.Message, "make room on it") {
			t.Errorf("without room from write %d on it says %v, want the disk named", n, err)
		}
	}
	if refused == 0 {
		t.Error("no start was refused")
	}
}

// openOnce opens what a server opens, and closes it again.
func openOnce(ctx context.Context, s *app.Session) error {
	opened, err := s.OpenFor(ctx, app.Settle)
	if err != nil {
		return err
	}
	_, err = s.OpenDesk(ctx, opened, backup.NewFolder(&s.Dir, "", nil, ""))
	_ = opened.Close() // where it has no room it keeps its log
	return err
}
