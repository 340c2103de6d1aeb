package faults

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// Restart is a power cut, and the start behind it: the real files become what outlived it,
// and every fault is over. Nothing that was synced is lost. Of what was pending nothing is
// left where random is nil; else random chooses which sectors of which files were written
// all the same, the last one of each file in part, and up to where the names in the
// folders had come. Connections that are being closed are waited for: a transaction whose
// context has ended is rolled back in a goroutine of its own.
func (m *Machine) Restart(random *rand.Rand) error {
	if err := m.awaitIdle(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if random != nil {
		m.keepSome(random)
	}
	written := map[*content]string{}
	for _, name := range m.told() {
		if err := os.Remove(m.path(name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		c := m.lasting[name]
		if c == nil {
			continue
		}
		if err := put(m.path(name), written[c], c.lasting); err != nil {
			return err
		}
		written[c] = m.path(name)
	}
	m.plan, m.counts, m.reached, m.cut = Plan{}, make(map[Kind]int), false, false
	return m.begin()
}

// How long connections may take to be closed, and how often that is looked for.
const (
	longestClose = 10 * time.Second
	closeLook    = time.Millisecond
)

func (m *Machine) awaitIdle() error {
	look, late := time.NewTicker(closeLook), time.After(longestClose)
	defer look.Stop()
	for !m.isIdle() {
		select {
		case <-look.C:
		case <-late:
			return errors.New("a machine cannot be restarted while a database is open on it")
		}
	}
	return nil
}

// put makes a file, or another name of the one that holds the same.
func put(path, same string, text []byte) error {
	if same != "" {
		return os.Link(same, path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// keepSome lets a part of what is pending last.
func (m *Machine) keepSome(random *rand.Rand) {
	for _, names := range m.moves[:random.IntN(len(m.moves)+1)] {
		assign(m.lasting, names)
	}
	done := map[*content]bool{}
	for _, name := range m.told() {
		if c := m.lasting[name]; c != nil && !done[c] {
			done[c] = true
			c.lasting = c.apply(c.some(random))
		}
	}
}

// some chooses pieces, and tears the last one.
func (c *content) some(random *rand.Rand) []piece {
	var kept []piece
	share := random.Float64()
	for _, p := range c.pending {
		if random.Float64() < share {
			kept = append(kept, p)
		}
	}
	if last := len(kept) - 1; last >= 0 && !kept[last].cuts {
		kept[last].some = kept[last].some[:random.IntN(len(kept[last].some)+1)]
	}
	return kept
}
