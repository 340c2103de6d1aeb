package storetest

import (
	"context"
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

func evidenceTests() tests {
	return tests{
		"the evidence of an entry is its claim and its text":   evidenceComes,
		"an entry that is not there has no evidence":           noEvidence,
		"claim and text are of one moment, whatever is saved":  evidenceOfOneMoment,
		"counts and texts name the revision they were read at": revisionsOfReads,
	}
}

func evidenceComes(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	texts := map[quarry.DocumentID]quarry.StoredText{
		k.Document.ID: {Text: k.Content.Text, SHA256: k.Document.TextSHA256},
	}
	for _, entry := range []quarry.Claimant{k.Questions[0], k.Facts[0], k.Specs[0], k.Passages[0]} {
		got, err := store.Evidence(t.Context(), entry.Entry().EntryRef)
		equal(t, "evidence", must(t, got, err), quarry.Evidence{
			Claims: []quarry.Claim{quarry.ClaimOf(entry)}, Texts: texts, Revision: revisionOf(t, store),
		})
	}
}

func noEvidence(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	for name, ref := range map[string]quarry.EntryRef{
		"an unknown id":   {Kind: quarry.EntryFact, ID: "f_none"},
		"another kind":    {Kind: quarry.EntryFact, ID: quarry.EntryID(k.Passages[0].ID)},
		"no kind":         {ID: quarry.EntryID(k.Passages[0].ID)},
		"a document's id": {Kind: quarry.EntryDocument, ID: quarry.EntryID(k.Document.ID)},
	} {
		_, err := store.Evidence(t.Context(), ref)
		is(t, name, err, quarry.KindNotFound)
	}
}

// evidenceOfOneMoment moves a passage to and fro within its document while its
// evidence is read.
func evidenceOfOneMoment(t *testing.T, store Store) {
	t.Helper()
	const words = "It fires clay."
	editions := []quarry.Knowledge{
		NewDraft("a.md").Passage(words).Knowledge(),
		NewDraft("a.md").Passage("Something that stands before it.").Passage(words).Knowledge(),
	}
	save(t, store, editions[0])
	ref := editions[0].Passages[0].Entry().EntryRef
	written := make(chan struct{})
	var group errgroup.Group
	group.Go(func() error {
		defer close(written)
		return saveInTurn(t.Context(), store, editions)
	})
	group.Go(func() error { return verifyUntil(t.Context(), written, store, ref) })
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

func saveInTurn(ctx context.Context, store Writer, editions []quarry.Knowledge) error {
	for i := range 2 * rewrites {
		if _, err := store.SaveDocument(ctx, editions[i%len(editions)]); err != nil {
			return err
		}
	}
	return nil
}

// verifyUntil reads the evidence of an entry again and again.
func verifyUntil(ctx context.Context, done <-chan struct{}, store Library, ref quarry.EntryRef) error {
	for {
		proof, err := store.Evidence(ctx, ref)
		if err != nil {
			return err
		}
		if found := evidence.Verify(proof)[0]; !found.Verified {
			return fmt.Errorf("at revision %d the text does not bear out the claim: %+v", proof.Revision, found)
		}
		select {
		case <-done:
			return nil
		default:
		}
	}
}

func revisionsOfReads(t *testing.T, store Store) {
	t.Helper()
	for _, path := range []string{"a.md", "b.md"} {
		k := Mixed(path)
		save(t, store, k)
		want := revisionOf(t, store)
		_, topics, err := store.TopicCounts(t.Context())
		equal(t, "revision of topics", must(t, topics, err), want)
		_, devices, err := store.DeviceCounts(t.Context())
		equal(t, "revision of devices", must(t, devices, err), want)
		_, content, err := store.Content(t.Context(), k.Document.ID)
		equal(t, "revision of a text", must(t, content, err), want)
	}
}
