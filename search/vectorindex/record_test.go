package vectorindex_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

func TestWhatIsKnownOfAnEntryIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	for _, entry := range searchtest.Library() {
		written := vectorindex.RecordOf(entry)
		if again, err := vectorindex.Rewrite(written); err != nil || !bytes.Equal(written, again) {
			t.Errorf("%s: %v, written %q, then %q", entry.ID, err, written, again)
		}
		for cut := range written {
			if _, err := vectorindex.Rewrite(written[:cut]); err == nil {
				t.Errorf("%s: the first %d bytes are taken for all", entry.ID, cut)
			}
		}
		if _, err := vectorindex.Rewrite(append(slices.Clone(written), 0)); err == nil {
			t.Errorf("%s: one byte more is not noticed", entry.ID)
		}
	}
}

func FuzzRecord(f *testing.F) {
	for _, entry := range searchtest.Library() {
		f.Add(vectorindex.RecordOf(entry))
	}
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, written []byte) {
		again, err := vectorindex.Rewrite(written)
		if err != nil {
			return
		}
		if twice, err := vectorindex.Rewrite(again); err != nil || !bytes.Equal(again, twice) {
			t.Errorf("%q becomes %q and then %q (%v)", written, again, twice, err)
		}
	})
}
