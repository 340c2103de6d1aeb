package sqlite_test

import (
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"strconv"
	"testing"

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
func differing(claims iter.Seq[quarry.Spec]) (quarry.Conflict, func(quarry.Spec) bool) {
	least, most := math.Inf(1), math.Inf(-1)
	var conflict quarry.Conflict
	for claim := range claims {
		conflict, least, most = quarry.ConflictOver(claim), min(least, *claim.Value.Min), max(most, *claim.Value.Max)
	}
	if least == most {
		return quarry.Conflict{}, nil
	}
	return conflict, func(quarry.Spec) bool { return true }
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
