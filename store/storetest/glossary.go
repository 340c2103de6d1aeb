package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/glossary"
)

// Glossarist derives a glossary and reads it.
type Glossarist interface {
	DeriveGlossary(ctx context.Context, version string, most int, mine mineFunc) (quarry.Derived, error)
	GlossaryDerived(ctx context.Context, version string) (quarry.Derived, error)
	Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error)
}

type mineFunc = func(quarry.Entry) []quarry.Abbreviation

func glossaryTests() tests {
	return tests{
		"a glossary has what entries say":                       glossaryGathers,
		"a glossary names where a term stands":                  glossarySources,
		"a glossary follows changes and deletions":              glossaryFollows,
		"a deleted document says nothing, derived or not":       glossaryOfTheLiving,
		"another version of the glossary looks at everything":   glossaryVersions,
		"a glossary of no change writes nothing":                glossaryRests,
		"an interrupted derivation of the glossary is none":     glossaryInterrupted,
		"a glossary does not depend on the order of documents":  glossaryInAnyOrder,
		"a question that leads no more is none of the glossary": glossaryOfLeaders,
	}
}

const glossaryVersion = "brackets/1"

// bracketed finds "long (SHORT)", and doubts what ends with a question mark.
func bracketed(e quarry.Entry) []quarry.Abbreviation {
	var all []quarry.Abbreviation
	for sentence := range strings.SplitSeq(e.Title+". "+e.Text, ".") {
		long, short, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(sentence), ")"), " (")
		if ok {
			bare := strings.TrimSuffix(short, "?")
			all = append(all, quarry.Abbreviation{Short: bare, Long: long, Spelled: bare == short, LineStart: e.Source.LineStart, LineEnd: e.Source.LineEnd})
		}
	}
	return all
}

// deriveGlossary reads the feed to its end, some changes at a time.
func deriveGlossary(t *testing.T, store Store, mine mineFunc) quarry.Derived {
	t.Helper()
	var sum quarry.Derived
	for range 1000 {
		next, err := store.DeriveGlossary(t.Context(), glossaryVersion, 3, mine)
		if sum = sum.Plus(must(t, next, err)); sum.Cursor == sum.Revision {
			return sum
		}
	}
	t.Fatal("the end of the feed is never reached")
	return sum
}

// storedGlossary writes down what there is: "HBM: high bandwidth memory 2".
func storedGlossary(t *testing.T, store Store) []string {
	t.Helper()
	terms, revision, err := store.Glossary(t.Context())
	equal(t, "revision", revision, revisionOf(t, store))
	var all []string
	for _, term := range must(t, terms, err) {
		for _, e := range term.Expansions {
			all = append(all, fmt.Sprintf("%s: %s %d", term.Term, e.Text, e.Count))
		}
	}
	return all
}

func glossaryGathers(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Fact("Memory", "high bandwidth memory (HBM)").Passage("High Bandwidth Memory (HBM)").
		Question("What is a streaming multiprocessor (SM)", "state machine (SM). transaction (TXN?)").Knowledge())
	save(t, store, NewDraft("b.md").Passage("state machine (SM). unheard of (UO?)").Fact("Ledger", "transaction (TXN?)").Knowledge())
	derived := deriveGlossary(t, store, bracketed)
	equal(t, "counted", derived.Added, 8)
	equal(t, "glossary", storedGlossary(t, store), []string{
		"HBM: High Bandwidth Memory 2", "SM: state machine 2", "SM: What is a streaming multiprocessor 1", "TXN: transaction 2",
	})
}

func glossarySources(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Fact("Memory", "high bandwidth memory (HBM)").Knowledge()
	save(t, store, k)
	deriveGlossary(t, store, bracketed)
	terms, _, err := store.Glossary(t.Context())
	fact := k.Facts[0]
	equal(t, "glossary", must(t, terms, err), []quarry.GlossaryTerm{{Term: "HBM", Expansions: []quarry.Expansion{{
		Text: "high bandwidth memory", Count: 1, Spelled: true,
		Entries: []quarry.EntryRef{fact.Entry().EntryRef}, Sources: []quarry.Source{fact.Source},
	}}}})
}

func glossaryFollows(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Fact("Acid", "deoxyribonucleic acid (DNA)").Knowledge())
	gone := NewDraft("b.md").Fact("Acid", "ribonucleic acid (RNA)").Knowledge()
	save(t, store, gone)
	deriveGlossary(t, store, bracketed)
	equal(t, "at first", storedGlossary(t, store), []string{"DNA: deoxyribonucleic acid 1", "RNA: ribonucleic acid 1"})
	save(t, store, NewDraft("a.md").Fact("Acid", "adenosine triphosphate (ATP)").Knowledge())
	if _, err := store.DeleteDocument(t.Context(), gone.Document.ID); err != nil {
		t.Fatal(err)
	}
	derived := deriveGlossary(t, store, bracketed)
	equal(t, "added and removed", []int{derived.Added, derived.Removed}, []int{1, 2})
	equal(t, "afterwards", storedGlossary(t, store), []string{"ATP: adenosine triphosphate 1"})
}

func glossaryOfTheLiving(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Fact("Acid", "deoxyribonucleic acid (DNA)").Knowledge()
	save(t, store, k)
	deriveGlossary(t, store, bracketed)
	storedGlossary(t, store)
	if _, err := store.DeleteDocument(t.Context(), k.Document.ID); err != nil {
		t.Fatal(err)
	}
	equal(t, "glossary", storedGlossary(t, store), nil)
}

func glossaryVersions(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Fact("Acid", "deoxyribonucleic acid (DNA)").Fact("Law", "European Union (EU)").Knowledge())
	deriveGlossary(t, store, bracketed)
	at, err := store.GlossaryDerived(t.Context(), "other")
	equal(t, "another version's cursor", must(t, at, err).Cursor, 0)
	other := func(e quarry.Entry) []quarry.Abbreviation {
		return []quarry.Abbreviation{{
			Short: "X", Long: "all else", Spelled: true, LineStart: e.Source.LineStart, LineEnd: e.Source.LineEnd,
		}}
	}
	derived, err := store.DeriveGlossary(t.Context(), "other", 1000, other)
	equal(t, "added and removed", []int{must(t, derived, err).Added, derived.Removed}, []int{2, 2})
	equal(t, "glossary", storedGlossary(t, store), []string{"X: all else 2"})
}

func glossaryRests(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	deriveGlossary(t, store, bracketed)
	before := revisionOf(t, store)
	derived := deriveGlossary(t, store, func(quarry.Entry) []quarry.Abbreviation {
		t.Error("an entry is looked into again")
		return nil
	})
	equal(t, "derived", derived, quarry.Derived{Cursor: before, Revision: before})
	_, err := store.DeriveGlossary(t.Context(), glossaryVersion, 0, bracketed)
	is(t, "no change at a time", err, quarry.KindInvalid)
}

func glossaryInterrupted(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Fact("Acid", "deoxyribonucleic acid (DNA)").Fact("Law", "European Union (EU)").Knowledge())
	for looks := 1; looks < 1000; looks++ {
		_, err := store.DeriveGlossary(NewInterrupted(looks), glossaryVersion, 1000, bracketed)
		at, atErr := store.GlossaryDerived(t.Context(), glossaryVersion)
		if err == nil || must(t, at, atErr).Cursor > 0 {
			break
		}
		equal(t, "half a glossary", storedGlossary(t, store), nil)
	}
	equal(t, "glossary", storedGlossary(t, store), []string{"DNA: deoxyribonucleic acid 1", "EU: European Union 1"})
}

func glossaryOfLeaders(t *testing.T, store Store) {
	t.Helper()
	asks := func(q *quarry.Question) { q.Asks = "union" }
	save(t, store, NewDraft("b.md").Question("Name the European Union (EU)", "", asks).Knowledge())
	deriveGlossary(t, store, bracketed)
	equal(t, "at first", storedGlossary(t, store), []string{"EU: Name the European Union 1"})
	save(t, store, NewDraft("a.md").Question("Explain the Union of Europe (EU)", "Now (AB)", asks).Knowledge())
	deriveGlossary(t, store, bracketed)
	equal(t, "afterwards", storedGlossary(t, store), []string{"AB: Now 1", "EU: Explain the Union of Europe 1"})
}

// glossaryInAnyOrder saves, changes and deletes documents in any order, and derives
// now and then: what comes out is that of the documents that remain.
func glossaryInAnyOrder(t *testing.T, store Store) {
	t.Helper()
	texts := []string{"high bandwidth memory (HBM)", "heavy boring machine (HBM). transaction (TXN?)", "transaction (TXN?)", ""}
	left := map[string]string{}
	for seed := range uint64(10) {
		random := rand.New(rand.NewPCG(seed, 8)) //nolint:gosec // an order, no secret
		for range 6 {
			path, text := []string{"a.md", "b.md", "c.md"}[random.IntN(3)], texts[random.IntN(len(texts))]
			k := NewDraft(path).Fact(path, path+" says. "+text).Passage(text).Knowledge()
			if left[path] = text; text == "" {
				delete(left, path)
				_, _ = store.DeleteDocument(t.Context(), k.Document.ID) // it may not be there
			} else {
				save(t, store, k)
			}
			if random.IntN(2) == 0 {
				deriveGlossary(t, store, bracketed)
			}
		}
		deriveGlossary(t, store, bracketed)
		equal(t, fmt.Sprintf("glossary of %q", left), storedGlossary(t, store), glossaryOf(left))
	}
}

// storedGlossary is the glossary of documents whose every text stands twice.
func glossaryOf(documents map[string]string) []string {
	var found []quarry.AbbreviationIn
	for path, text := range documents {
		for line := range 2 {
			for _, a := range bracketed(quarry.Entry{Text: text}) {
				a.LineStart, a.LineEnd = line, line
				source := quarry.Source{Path: path, SHA256: path}
				found = append(found, quarry.AbbreviationIn{Abbreviation: a, Source: source})
			}
		}
	}
	var all []string
	for _, term := range glossary.Of(found) {
		for _, e := range term.Expansions {
			all = append(all, fmt.Sprintf("%s: %s %d", term.Term, e.Text, e.Count))
		}
	}
	return all
}
