package storetest

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func entryTests() tests {
	return tests{
		"a question comes back as it was saved": questionComesBack,
		"a fact comes back as it was saved":     factComesBack,
		"a spec comes back as it was saved":     specComesBack,
		"a passage comes back as it was saved":  passageComesBack,
		"an entry without anything optional":    bareEntries,
		"an entry that is not there":            entriesNotFound,
	}
}

func questionComesBack(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").
		Question("Is $E = mc^2$ “true”?", "**True**\n\n```go\nx := \"<y>\"\n```\n", func(q *quarry.Question) {
			q.Style = quarry.StyleTrueFalse
			q.Grade = quarry.StatedGrade(quarry.Hard)
			q.Topics = []quarry.TopicID{"physics", "energy"}
		}).
		Question("And who says so?", "").
		Question("Which is the lightest?", "`a \"b\"`, as ever", func(q *quarry.Question) {
			q.Style = quarry.StyleChoice
			q.Choices = []string{"`a \"b\"`", "c\",\"d", "$e_1$, f\ng"}
		}).
		Knowledge()
	save(t, store, k)
	for _, want := range k.Questions {
		got, revision, err := store.Question(t.Context(), want.ID)
		equal(t, "question", must(t, got, err), want)
		equal(t, "revision", revision, revisionOf(t, store))
		entries, _, err := store.Entries(t.Context(), []quarry.EntryRef{want.Entry().EntryRef})
		equal(t, "entry", must(t, entries, err), []quarry.Entry{want.Entry()})
	}
}

func factComesBack(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Fact("Memory », LPDDR", "It has 8 GB.", func(f *quarry.Fact) {
		f.Grade = quarry.Grade{Difficulty: quarry.Easy, Source: quarry.DifficultyEstimated, Confidence: 0.625}
	}).Knowledge()
	save(t, store, k)
	got, revision, err := store.Fact(t.Context(), k.Facts[0].ID)
	equal(t, "fact", must(t, got, err), k.Facts[0])
	equal(t, "revision", revision, revisionOf(t, store))
}

func specComesBack(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Spec("press-1", "power", 700, "W", func(s *quarry.Spec) {
		low := 40.5
		s.Device.Vendor, s.Device.Family, s.Device.Discovered = "Acme", "press", true
		s.Attribute.Discovered = true
		s.Conditions["as_of"] = "2024 \"late\""
		s.Value = quarry.Quantity{
			Bounds: quarry.Bounds{Min: &low, Unit: "kW"}, Text: "40.5+ kW*", Qualifier: quarry.AtLeast,
		}
		s.Normalized = quarry.Bounds{}
		s.Confidence = 0.875
	}).Knowledge()
	save(t, store, k)
	got, revision, err := store.Spec(t.Context(), k.Specs[0].ID)
	equal(t, "spec", must(t, got, err), k.Specs[0])
	equal(t, "revision", revision, revisionOf(t, store))
}

func passageComesBack(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Passage("| a | b |\n|---|---|\n| 1 | 2 |\n").Knowledge()
	save(t, store, k)
	got, revision, err := store.Passage(t.Context(), k.Passages[0].ID)
	equal(t, "passage", must(t, got, err), k.Passages[0])
	equal(t, "revision", revision, revisionOf(t, store))
}

func bareEntries(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").
		Fact("", "Bare.", func(f *quarry.Fact) { f.Topics, f.Citations = nil, nil }).
		Passage("Bare.", func(p *quarry.Passage) { p.Topics = nil }).
		Knowledge()
	for _, source := range sourcesOf(k) {
		source.Heading, source.Context = nil, nil
	}
	save(t, store, k)
	fact, _, err := store.Fact(t.Context(), k.Facts[0].ID)
	equal(t, "fact", must(t, fact, err), k.Facts[0])
	passage, _, err := store.Passage(t.Context(), k.Passages[0].ID)
	equal(t, "passage", must(t, passage, err), k.Passages[0])
}

func entriesNotFound(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	_, _, err := store.Question(t.Context(), "q_none")
	is(t, "question", err, quarry.KindNotFound)
	_, _, err = store.Fact(t.Context(), "f_none")
	is(t, "fact", err, quarry.KindNotFound)
	_, _, err = store.Spec(t.Context(), "s_none")
	is(t, "spec", err, quarry.KindNotFound)
	_, _, err = store.Passage(t.Context(), "p_none")
	is(t, "passage", err, quarry.KindNotFound)
}
