package sqlite_test

import (
	"fmt"
	"iter"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// claiming opens a store with so many specs, a thousand a document, each of the
// device and of the watts that a function says.
func claiming(b *testing.B, specs int, of func(i int) (string, float64)) *sqlite.Store {
	b.Helper()
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "quarry.db"), options())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	const each = 1000
	for first := 0; first < specs; first += each {
		draft := storetest.NewDraft(fmt.Sprintf("tables/%06d.md", first))
		for i := first; i < first+each; i++ {
			device, watts := of(i)
			draft.Spec(device, "power", watts, "W", func(s *quarry.Spec) { s.Value.Text = strconv.Itoa(i) })
		}
		if _, err := store.SaveDocument(b.Context(), draft.Knowledge()); err != nil {
			b.Fatal(err)
		}
	}
	return store
}

// differing finds claims in conflict where not all are of the same number.
func differing(claims iter.Seq[quarry.Spec]) quarry.Verdict {
	var least, most quarry.Spec
	for claim := range claims {
		if least.ID == "" || *claim.Value.Min < *least.Value.Min {
			least = claim
		}
		if most.ID == "" || *claim.Value.Max > *most.Value.Max {
			most = claim
		}
	}
	if least.ID == "" || *least.Value.Min == *most.Value.Max {
		return quarry.Verdict{}
	}
	return quarry.Verdict{Conflict: quarry.ConflictOver(least), Disagrees: func(quarry.Spec) bool { return true }}
}

func deriveAll(b *testing.B, store *sqlite.Store) {
	b.Helper()
	for {
		derived, err := store.DeriveConflicts(b.Context(), "bench/1", 1000, differing)
		if err != nil {
			b.Fatal(err)
		}
		if derived.Cursor == derived.Revision {
			return
		}
	}
}

// BenchmarkDeriveConflicts derives everything for the first time.
func BenchmarkDeriveConflicts(b *testing.B) {
	for name, of := range map[string]func(i int) (string, float64){
		"every device once":      func(i int) (string, float64) { return fmt.Sprintf("d-%d", i), 1 },
		"two that agree":         func(i int) (string, float64) { return fmt.Sprintf("d-%d", i/2), 1 },
		"two that disagree":      func(i int) (string, float64) { return fmt.Sprintf("d-%d", i/2), float64(i % 2) },
		"all of one device":      func(i int) (string, float64) { return "d", float64(i) },
		"all of a thousand ones": func(i int) (string, float64) { return fmt.Sprintf("d-%d", i%1000), float64(i / 1000) },
	} {
		for _, specs := range []int{20_000, 40_000} {
			b.Run(name+"/"+strconv.Itoa(specs), func(b *testing.B) { deriveAgain(b, claiming(b, specs, of)) })
		}
	}
}

// BenchmarkDeriveOneMore adds a claim to many of the same thing, and derives. The
// longest that another writer waits meanwhile is measured with it.
func BenchmarkDeriveOneMore(b *testing.B) {
	const many = 100_000
	for name, of := range map[string]func(i int) (string, float64){
		"to a log of readings":    func(i int) (string, float64) { return "d", float64(i) },
		"to claims that agree":    func(int) (string, float64) { return "d", 1 },
		"to one that all do deny": func(i int) (string, float64) { return "d", float64(min(i/(many-1), 1)) },
	} {
		b.Run(name, func(b *testing.B) {
			store := claiming(b, many, of)
			first := longestWait(b, store, func() { deriveAll(b, store) })
			var longest time.Duration
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				draft := storetest.NewDraft("tables/more.md")
				draft.Spec("d", "power", float64(n%7), "W", func(s *quarry.Spec) { s.Value.Text = "more " + strconv.Itoa(n) })
				if _, err := store.SaveDocument(b.Context(), draft.Knowledge()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				longest = max(longest, longestWait(b, store, func() { deriveAll(b, store) }))
			}
			b.ReportMetric(float64(first.Milliseconds()), "ms-longest-wait-at-first")
			b.ReportMetric(float64(longest.Milliseconds()), "ms-longest-wait")
		})
	}
}

// longestWait does something, writes again and again meanwhile, and returns the
// longest that one write took.
func longestWait(b *testing.B, store *sqlite.Store, do func()) time.Duration {
	b.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	var longest time.Duration
	for {
		began := time.Now()
		if err := store.Exec(b.Context(), "DELETE FROM sessions WHERE 0"); err != nil {
			b.Error(err)
		}
		longest = max(longest, time.Since(began))
		select {
		case <-done:
			return longest
		default:
		}
	}
}

func deriveAgain(b *testing.B, store *sqlite.Store) {
	b.Helper()
	for b.Loop() {
		deriveAll(b, store)
		b.StopTimer()
		if err := store.Exec(b.Context(), "DELETE FROM conflicts; DELETE FROM derivations"); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// BenchmarkClaimsOf reads a device's claims among more and more devices, and
// those of eight.
func BenchmarkClaimsOf(b *testing.B) {
	for _, specs := range []int{1_000, 100_000} {
		store := claiming(b, specs, func(i int) (string, float64) { return fmt.Sprintf("d-%d", i/4), float64(i % 2) })
		deriveAll(b, store)
		for _, devices := range []int{1, 8} {
			b.Run(fmt.Sprintf("%d of %d", devices, specs/4), func(b *testing.B) { readAgain(b, store, devices) })
		}
	}
}

func readAgain(b *testing.B, store *sqlite.Store, devices int) {
	b.Helper()
	var ids []quarry.DeviceID
	for i := range devices {
		ids = append(ids, quarry.DeviceID(fmt.Sprintf("d-%d", 10*i)))
	}
	for b.Loop() {
		claims, _, err := store.ClaimsOf(b.Context(), ids, []quarry.AttributeID{"power"})
		if err != nil || len(claims) != 4*devices {
			b.Fatalf("%d claims: %v", len(claims), err)
		}
	}
}

// BenchmarkConflicts lists a page of conflicts among many.
func BenchmarkConflicts(b *testing.B) {
	store := claiming(b, 40_000, func(i int) (string, float64) { return fmt.Sprintf("d-%d", i/2), float64(i % 2) })
	deriveAll(b, store)
	for name, filter := range map[string]quarry.Filter{
		"all":       {},
		"a device":  {Devices: []quarry.DeviceID{"d-77"}},
		"documents": {Documents: []string{"tables/001000.md"}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := store.Conflicts(b.Context(), filter, quarry.PageRequest{Limit: 20}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkConflictsOfOneDevice lists conflicts of a hundred claims each, all of
// one device, which differ in their conditions.
func BenchmarkConflictsOfOneDevice(b *testing.B) {
	store := disputed(b)
	filter := quarry.Filter{Devices: []quarry.DeviceID{"d"}}
	b.Run("heads", func(b *testing.B) {
		for b.Loop() {
			page, err := store.ConflictHeads(b.Context(), filter, quarry.PageRequest{Limit: 200})
			if err != nil || len(page.Items) != 200 {
				b.Fatalf("%d conflicts: %v", len(page.Items), err)
			}
		}
	})
	b.Run("with 20 in full", func(b *testing.B) {
		for b.Loop() {
			if _, err := store.Conflicts(b.Context(), filter, quarry.PageRequest{Limit: 20}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// disputed opens a store with 200 conflicts of a hundred claims.
func disputed(b *testing.B) *sqlite.Store {
	b.Helper()
	store := claiming(b, 0, nil)
	for document := range 100 {
		draft := storetest.NewDraft(fmt.Sprintf("tables/%03d.md", document))
		for i := range 200 {
			draft.Spec("d", "power", float64(document%7), "W", func(s *quarry.Spec) {
				s.Conditions[quarry.AxisPer] = strconv.Itoa(i)
			})
		}
		if _, err := store.SaveDocument(b.Context(), draft.Knowledge()); err != nil {
			b.Fatal(err)
		}
	}
	deriveAll(b, store)
	return store
}
