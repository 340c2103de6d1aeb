package storetest

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func askingTests() tests {
	return tests{
		"questions that ask the same are one question":        sameIsOne,
		"the id of a variant names the one that leads":        variantNamesLeader,
		"a question that no other asks likewise stands alone": differentStayApart,
		"an answer leads, then a stated difficulty":           bestLeads,
		"who led comes back when the one before it goes":      leaderComesBack,
		"a filter by place looks at every occurrence":         placeOfAny,
		"a filter by what a question is looks at the leader":  qualityOfLeader,
		"a grade that is stated of any is that of the leader": statedOfAny,
		"a document is handed out with all its questions":     handedOutWithVariants,
		"evidence is of every occurrence":                     evidenceOfVariants,
		"a preview tells what would be merged":                previewMerged,
		"what a question asks may be read in another way":     asksAnother,
		"a draw goes on when another question leads":          drawKeepsPlaces,
		"any changes in any order come to the same":           anyOrderOfAsking,
	}
}

// asks makes a question ask something.
func asks(key string, edits ...func(*quarry.Question)) func(*quarry.Question) {
	return func(q *quarry.Question) {
		q.Asks = key
		for _, edit := range edits {
			edit(q)
		}
	}
}

func hard(q *quarry.Question) { q.Grade = quarry.StatedGrade(quarry.Hard) }

// bread returns two documents of which each asks for the same thing once, and
// another question; the second has the answer.
func bread() (quarry.Knowledge, quarry.Knowledge) {
	first := NewDraft("a.md").Question("What is a crumb?", "", asks("crumb")).Question("What is a crust?", "Hard.").Knowledge()
	second := NewDraft("b.md").Question("Define crumb.", "The inside.", asks("crumb")).Knowledge()
	return first, second
}

func sameIsOne(t *testing.T, store Store) {
	t.Helper()
	first, second := bread()
	save(t, store, first)
	equal(t, "merged", save(t, store, second).Merged, []quarry.EntryRef{first.Questions[0].Entry().EntryRef})
	lead, other := second.Questions[0], first.Questions[0]
	lead.Variants = []quarry.Variant{variant(other)}
	page, err := store.Questions(t.Context(), quarry.Filter{}, everything())
	equal(t, "list", must(t, page, err).Items, []quarry.Question{first.Questions[1], lead})
	equal(t, "total", page.Total, 2)
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Count: 10})
	equal(t, "drawn", len(must(t, draw, err).Questions), 2)
	for _, q := range draw.Questions {
		if q.ID == lead.ID {
			equal(t, "drawn", q, lead)
		}
	}
	stats, err := store.Stats(t.Context())
	equal(t, "counted", []int{must(t, stats, err).Counts.Question, stats.Answered}, []int{2, 2})
	counts, _, err := store.TopicCounts(t.Context())
	equal(t, "of the topic", must(t, counts, err)[0].Counts[quarry.EntryQuestion][""], 2)
	known := []quarry.EntryRef{first.Questions[1].Entry().EntryRef, lead.Entry().EntryRef}
	equal(t, "feed", liveQuestions(t, store), setOf(known))
	scanned, err := store.ScanEntries(t.Context(), quarry.EntryRef{}, 100)
	equal(t, "scanned", len(must(t, scanned, err)), 2)
	equal(t, "elsewhere", slices.ContainsFunc(scanned, func(e quarry.Entry) bool { return len(e.Elsewhere) == 1 }), true)
	hydrated, _, err := store.Entries(t.Context(), append(known, other.Entry().EntryRef))
	equal(t, "hydrated", len(must(t, hydrated, err)), 2)
	equal(t, "elsewhere", hydrated[1].Elsewhere,
		[]quarry.Place{{DocumentID: first.Document.ID, Collection: first.Document.Collection, Path: "a.md"}})
	standing, _, err := store.Occurrences(t.Context(), append(refs(second), refs(first)...))
	equal(t, "as they stand", must(t, standing, err),
		[]quarry.Entry{second.Questions[0].Entry(), first.Questions[0].Entry(), first.Questions[1].Entry()})
}

func variant(q quarry.Question) quarry.Variant {
	return quarry.Variant{
		ID: q.ID, Text: q.Text, Answer: q.Answer, Answered: q.Answered, Choices: q.Choices,
		Grade: q.Grade, Style: q.Style, Source: q.Source,
	}
}

// liveQuestions returns the questions that live by what the feed says.
func liveQuestions(t *testing.T, store Feed) map[quarry.EntryRef]bool {
	t.Helper()
	live := map[quarry.EntryRef]bool{}
	for _, change := range changesOf(t, store) {
		if change.Kind == quarry.EntryQuestion && change.Op == quarry.OpPut {
			live[change.EntryRef] = true
		}
	}
	return live
}

func setOf(refs []quarry.EntryRef) map[quarry.EntryRef]bool {
	set := map[quarry.EntryRef]bool{}
	for _, ref := range refs {
		set[ref] = true
	}
	return set
}

func variantNamesLeader(t *testing.T, store Store) {
	t.Helper()
	first, second := bread()
	save(t, store, first)
	save(t, store, second)
	want, _, err := store.Question(t.Context(), second.Questions[0].ID)
	must(t, want, err)
	got, revision, err := store.Question(t.Context(), first.Questions[0].ID)
	equal(t, "question", must(t, got, err), want)
	equal(t, "revision", revision, revisionOf(t, store))
	equal(t, "canonical id", got.CanonicalID, second.Questions[0].ID)
}

func differentStayApart(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Question("What?", "").Question("Why?", "", asks("why")).Knowledge())
	difference := save(t, store, NewDraft("b.md").Question("What?", "").Question("How?", "", asks("how")).Knowledge())
	equal(t, "merged", difference.Merged, nil)
	page, err := store.Questions(t.Context(), quarry.Filter{}, everything())
	equal(t, "total", must(t, page, err).Total, 4)
}

// leading returns the text of the question that leads those that ask something.
func leading(t *testing.T, store Lists, key string) string {
	t.Helper()
	page, err := store.Questions(t.Context(), quarry.Filter{}, everything())
	for _, q := range must(t, page, err).Items {
		if q.Asks == key {
			return q.Text
		}
	}
	return ""
}

func bestLeads(t *testing.T, store Store) {
	t.Helper()
	for _, step := range []struct {
		path, text, answer, leads string
		edits                     []func(*quarry.Question)
	}{
		{path: "m.md", text: "Plain?", leads: "Plain?"},
		{path: "n.md", text: "Later?", leads: "Plain?"},
		{path: "l.md", text: "Earlier?", leads: "Earlier?"},
		{path: "y.md", text: "Hard?", edits: []func(*quarry.Question){hard}, leads: "Hard?"},
		{path: "x.md", text: "Answered?", answer: "Yes.", leads: "Answered?"},
		{path: "z.md", text: "Both?", answer: "Yes.", edits: []func(*quarry.Question){hard}, leads: "Both?"},
		{path: "w.md", text: "Guessed?", answer: "Yes.", leads: "Both?", edits: []func(*quarry.Question){estimatedEasy}},
	} {
		save(t, store, NewDraft(step.path).Question(step.text, step.answer, asks("k", step.edits...)).Knowledge())
		equal(t, "after "+step.text, leading(t, store, "k"), step.leads)
	}
}

func leaderComesBack(t *testing.T, store Store) {
	t.Helper()
	first, second := bread()
	save(t, store, first)
	save(t, store, second)
	remove(t, store, "b.md")
	page, err := store.Questions(t.Context(), quarry.Filter{}, everything())
	equal(t, "list", must(t, page, err).Items, first.Questions)
	equal(t, "feed", liveQuestions(t, store), setOf(refs(first)))
	remove(t, store, "a.md")
	equal(t, "feed", len(liveQuestions(t, store)), 0)
}

func textsOf(t *testing.T, store Lists, f quarry.Filter) []string {
	t.Helper()
	page, err := store.Questions(t.Context(), f, everything())
	texts := []string{}
	for _, q := range must(t, page, err).Items {
		texts = append(texts, q.Text)
	}
	equal(t, "total", page.Total, len(texts))
	return texts
}

func placeOfAny(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Question("A?", "Yes.", asks("k")).Question("Else?", "").Knowledge())
	save(t, store, NewDraft("b.md").In("other").Question("B?", "", asks("k")).Knowledge())
	save(t, store, NewDraft("b.md").Question("Not in other?", "").Knowledge())
	for name, c := range map[string]struct {
		documents, collections, want []string
	}{
		"the leader's document":      {documents: []string{"a.md"}, want: []string{"A?", "Else?"}},
		"the variant's document":     {documents: []string{"b.md"}, want: []string{"A?", "Not in other?"}},
		"the variant's collection":   {collections: []string{"other"}, want: []string{"A?"}},
		"both of one occurrence":     {documents: []string{"b.md"}, collections: []string{"other"}, want: []string{"A?"}},
		"each of another occurrence": {documents: []string{"a.md"}, collections: []string{"other"}, want: nil},
	} {
		f := quarry.Filter{Documents: c.documents, Collections: c.collections}
		equal(t, name, textsOf(t, store, f), c.want)
		draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Filter: f, Count: 10})
		equal(t, name+", drawn", len(must(t, draw, err).Questions), len(c.want))
	}
}

func qualityOfLeader(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Question("A?", "", asks("k")).Knowledge())
	save(t, store, NewDraft("b.md").Question("B?", "Yes.", asks("k", func(q *quarry.Question) { q.Style = quarry.StyleScenario })).Knowledge())
	equal(t, "unanswered", textsOf(t, store, quarry.Filter{Answered: quarry.No}), nil)
	equal(t, "answered", textsOf(t, store, quarry.Filter{Answered: quarry.Yes}), []string{"B?"})
	equal(t, "scenarios", textsOf(t, store, quarry.Filter{Styles: []quarry.Style{quarry.StyleScenario}}), []string{"B?"})
}

func estimatedEasy(q *quarry.Question) {
	q.Grade = quarry.Grade{Difficulty: quarry.Easy, Source: quarry.DifficultyEstimated, Confidence: 0.5}
}

func statedOfAny(t *testing.T, store Store) {
	t.Helper()
	graded := NewDraft("z.md").Question("Graded?", "", asks("k", hard)).Knowledge()
	answered := NewDraft("a.md").Question("Answered?", "Yes.", asks("k", estimatedEasy)).
		Question("Guessed?", "Yes.", asks("l", estimatedEasy)).Knowledge()
	save(t, store, answered)
	easy, difficult := quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Easy}}, quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Hard}}
	stated := quarry.Filter{DifficultySources: []quarry.DifficultySource{quarry.DifficultyStated}}
	equal(t, "easy before", textsOf(t, store, easy), []string{"Answered?", "Guessed?"})
	save(t, store, graded)
	equal(t, "easy", textsOf(t, store, easy), []string{"Guessed?"})
	equal(t, "hard", textsOf(t, store, difficult), []string{"Answered?"})
	equal(t, "stated", textsOf(t, store, stated), []string{"Answered?"})
	equal(t, "sure", textsOf(t, store, quarry.Filter{MinGrade: 1}), []string{"Answered?"})
	one, _, err := store.Question(t.Context(), graded.Questions[0].ID)
	equal(t, "one", must(t, one, err).Grade, quarry.StatedGrade(quarry.Hard))
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Filter: difficult, Count: 10})
	equal(t, "drawn", len(must(t, draw, err).Questions), 1)
	indexed, _, err := store.Entries(t.Context(), refs(answered)[:1])
	equal(t, "indexed", must(t, indexed, err)[0].Grade, quarry.StatedGrade(quarry.Hard))
	standing, _, err := store.Occurrences(t.Context(), refs(answered)[:1])
	equal(t, "as it stands", must(t, standing, err)[0].Grade, answered.Questions[0].Grade)
	falling := everything()
	falling.Sort = quarry.Sort{Key: quarry.SortDifficulty, Descending: true}
	page, err := store.Questions(t.Context(), quarry.Filter{}, falling)
	equal(t, "hardest", must(t, page, err).Items[0].Text, "Answered?")
	counts, _, err := store.TopicCounts(t.Context())
	equal(t, "of the topic", must(t, counts, err)[0].Counts[quarry.EntryQuestion],
		map[quarry.Difficulty]int{quarry.Easy: 1, quarry.Hard: 1}) //nolint:exhaustive // those that are named
	remove(t, store, "z.md")
	equal(t, "easy again", textsOf(t, store, easy), []string{"Answered?", "Guessed?"})
}

func handedOutWithVariants(t *testing.T, store Store) {
	t.Helper()
	first, second := bread()
	save(t, store, first)
	save(t, store, second)
	first.Questions[0].CanonicalID = second.Questions[0].ID
	equal(t, "documents", handOut(t, store, quarry.Filter{}, 10), []quarry.Knowledge{first, second})
	gaps := handOut(t, store, quarry.Filter{Answered: quarry.No}, 10)
	equal(t, "unanswered ones", gaps[0].Questions, first.Questions[:1])
}

func evidenceOfVariants(t *testing.T, store Store) {
	t.Helper()
	first, second := bread()
	save(t, store, first)
	save(t, store, second)
	for _, k := range []quarry.Knowledge{first, second} {
		evidence, err := store.Evidence(t.Context(), k.Questions[0].Entry().EntryRef)
		must(t, evidence, err)
		var ids []quarry.EntryID
		for _, claim := range evidence.Claims {
			ids = append(ids, claim.ID)
		}
		equal(t, "claims", ids, []quarry.EntryID{quarry.EntryID(second.Questions[0].ID), quarry.EntryID(first.Questions[0].ID)})
		equal(t, "texts", len(evidence.Texts), 2)
	}
}

func previewMerged(t *testing.T, store Store) {
	t.Helper()
	first, second := bread()
	save(t, store, first)
	want, err := store.PreviewDocument(t.Context(), second)
	equal(t, "difference", save(t, store, second), must(t, want, err))
	third := NewDraft("c.md").Question("Crumb?", "", asks("crumb")).Question("The crumb?", "", asks("crumb")).Knowledge()
	want, err = store.PreviewDocument(t.Context(), third)
	equal(t, "merged", must(t, want, err).Merged, refs(third))
	equal(t, "difference", save(t, store, third), want)
	equal(t, "merged again", save(t, store, third), quarry.Difference{})
}

// asksAnother: a better reading changes what a question asks, and nothing else of
// it.
func asksAnother(t *testing.T, store Store) {
	t.Helper()
	first, second := bread()
	save(t, store, first)
	save(t, store, second)
	second.Questions[0].Asks = "the inside of bread"
	difference := save(t, store, second)
	equal(t, "difference", difference, quarry.Difference{Changed: refs(second)})
	equal(t, "feed", liveQuestions(t, store), setOf(append(refs(first), refs(second)...)))
	second.Questions[0].Asks = ""
	save(t, store, second)
	equal(t, "list", len(textsOf(t, store, quarry.Filter{})), 3)
}
