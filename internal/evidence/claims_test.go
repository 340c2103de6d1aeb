package evidence_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

func TestEveryClaimIsHeldAgainstItsOwnText(t *testing.T) {
	t.Parallel()
	stored := func(text string) quarry.StoredText {
		sum := sha256.Sum256([]byte(text))
		return quarry.StoredText{Text: []byte(text), SHA256: hex.EncodeToString(sum[:])}
	}
	source := func(id quarry.DocumentID) quarry.Source {
		return quarry.Source{Span: quarry.Span{ByteEnd: 5, LineStart: 1, LineEnd: 1}, DocumentID: id}
	}
	question := quarry.Question{
		ID: "q_1", Text: "clay?", Source: source("d_1"),
		Variants: []quarry.Variant{
			{ID: "q_2", Text: "Glaze", Source: source("d_2")},
			{ID: "q_3", Text: "bricks", Source: source("d_2")},
			{ID: "q_4", Text: "sand?", Source: source("d_gone")},
		},
	}
	proof := quarry.Evidence{
		Claims: question.Occurrences(),
		Texts:  map[quarry.DocumentID]quarry.StoredText{"d_1": stored("clay?\n"), "d_2": stored("glaze\n")},
	}
	var got []bool
	for _, found := range evidence.Verify(proof) {
		got = append(got, found.Verified)
	}
	if diff := cmp.Diff([]bool{true, true, false, false}, got); diff != "" {
		t.Errorf("verified (-want +got):\n%s", diff)
	}
}
