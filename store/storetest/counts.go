package storetest

import (
	"fmt"
	"testing"

	"github.com/quarrykb/quarry"
)

func countTests() tests {
	return tests{
		"an empty store counts nothing":                        emptyStats,
		"stats count what is stored":                           stats,
		"topics are counted by kind and difficulty":            topicCounts,
		"devices are counted by their specs":                   deviceCounts,
		"only attributes that no lexicon knows are discovered": discoveredAttributes,
		"a device has its attributes as documents call them":   claimedAttributes,
		"counts follow a deletion":                             countsFollow,
	}
}

func emptyStats(t *testing.T, store Store) {
	t.Helper()
	got, err := store.Stats(t.Context())
	equal(t, "stats", must(t, got, err), quarry.Stats{Coverage: 1})
	topics, _, err := store.TopicCounts(t.Context())
	equal(t, "topics", must(t, topics, err), nil)
	devices, _, err := store.DeviceCounts(t.Context())
	equal(t, "devices", must(t, devices, err), nil)
}

func stats(t *testing.T, store Store) {
	t.Helper()
	a := Mixed("a.md")
	b := NewDraft("b.md").Question("Only this?", "Yes.").Knowledge(func(d *quarry.Document) {
		d.Report.Lines = quarry.LineCounts{Entry: 2, Structure: 1, Furniture: 1, Prose: 1, Unaccounted: 5}
	})
	save(t, store, a)
	save(t, store, b)
	got, err := store.Stats(t.Context())
	lines := quarry.LineCounts{Entry: 7, Structure: 1, Furniture: 1, Prose: 1, Unaccounted: 5}
	equal(t, "stats", must(t, got, err), quarry.Stats{
		Documents: 2, Counts: quarry.Counts{Question: 3, Fact: 1, Spec: 1, Passage: 1}, Answered: 2,
		Coverage: 1 - 5/float64(lines.Total()), Lines: lines, Revision: revisionOf(t, store),
		Bytes: int64(len(a.Content.Text) + len(b.Content.Text)),
	})
}

func topicCounts(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").
		Question("A", "", func(q *quarry.Question) { q.Grade = quarry.StatedGrade(quarry.Easy) }).
		Question("B", "", func(q *quarry.Question) { q.Topics = []quarry.TopicID{"memory", "power", "memory"} }).
		Fact("C", "C").
		Knowledge())
	got, _, err := store.TopicCounts(t.Context())
	counted := map[string]int{}
	last := quarry.TopicID("")
	for _, topic := range must(t, got, err) {
		if topic.Topic <= last {
			t.Errorf("topic %q comes after %q", topic.Topic, last)
		}
		last = topic.Topic
		for kind, counts := range topic.Counts {
			for difficulty, count := range counts {
				counted[fmt.Sprintf("%s %s %s", topic.Topic, kind, difficulty)] = count
			}
		}
	}
	equal(t, "topics", counted, map[string]int{
		"memory question easy": 1, "memory question ": 1, "memory fact ": 1, "power question ": 1,
	})
}

func deviceCounts(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").
		Spec("press-2", "power", 1, "W", func(s *quarry.Spec) { s.Device.Discovered = true }).
		Spec("press-1", "power", 2, "W", func(s *quarry.Spec) { s.Device.Vendor = "Acme" }).
		Spec("press-1", "speed", 3, "m/s", func(s *quarry.Spec) { s.Device.Vendor = "Acme" }).
		Knowledge())
	got, _, err := store.DeviceCounts(t.Context())
	equal(t, "devices", must(t, got, err), []quarry.DeviceCount{
		{Device: quarry.Device{ID: "press-1", Name: "The press-1", Vendor: "Acme", Class: quarry.ClassGPU}, Specs: 2},
		{Device: quarry.Device{ID: "press-2", Name: "The press-2", Class: quarry.ClassGPU, Discovered: true}, Specs: 1},
	})
}

func discoveredAttributes(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").
		Spec("press-1", "power", 1, "W").
		Spec("press-1", "x_noise", 2, "dB", func(s *quarry.Spec) { s.Attribute.Discovered = true }).
		Spec("press-2", "x_noise", 3, "dB", func(s *quarry.Spec) { s.Attribute.Discovered = true }).
		Knowledge())
	got, err := store.DiscoveredAttributes(t.Context())
	equal(t, "attributes", must(t, got, err), []quarry.Attribute{
		{ID: "x_noise", Name: "x_noise", Kind: "power", Unit: "dB", Discovered: true},
	})
}

func claimedAttributes(t *testing.T, store Store) {
	t.Helper()
	called := func(written string) func(*quarry.Spec) {
		return func(s *quarry.Spec) { s.Attribute.Written = written }
	}
	save(t, store, NewDraft("a.md").
		Spec("press-1", "power", 1, "W", called("Draws")).
		Spec("press-1", "power", 2, "W", called("Draws")).
		Spec("press-1", "power", 3, "W", called("Rated power")).
		Spec("press-2", "x_noise", 3, "dB", called("Noise"), func(s *quarry.Spec) { s.Attribute.Discovered = true }).
		Spec("press-3", "power", 3, "W").
		Knowledge())
	got, err := store.ClaimedAttributes(t.Context(), []quarry.DeviceID{"press-1", "press-2", "press-9"})
	mention := func(id quarry.AttributeID, written string, discovered bool) quarry.AttributeMention {
		return quarry.AttributeMention{
			Attribute: quarry.Attribute{ID: id, Name: string(id), Discovered: discovered}, Written: written,
		}
	}
	equal(t, "attributes", must(t, got, err), map[quarry.DeviceID][]quarry.AttributeMention{
		"press-1": {mention("power", "Draws", false), mention("power", "Rated power", false)},
		"press-2": {mention("x_noise", "Noise", true)},
	})
	none, err := store.ClaimedAttributes(t.Context(), nil)
	equal(t, "attributes of no device", len(must(t, none, err)), 0)
}

func countsFollow(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	save(t, store, Mixed("b.md"))
	for range 2 { // the second time it may come from a memory
		before, _, err := store.TopicCounts(t.Context())
		equal(t, "topics", len(must(t, before, err)), 1)
	}
	remove(t, store, "a.md")
	remove(t, store, "b.md")
	after, _, err := store.TopicCounts(t.Context())
	equal(t, "topics", must(t, after, err), nil)
	stats, err := store.Stats(t.Context())
	equal(t, "counts", must(t, stats, err).Counts, quarry.Counts{})
}
