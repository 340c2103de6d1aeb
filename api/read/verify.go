package read

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/evidence"
)

// EvidenceReader knows what an entry says and what its documents do. All of it
// is of one moment: a document that is read again in between would look like an
// entry that its source does not bear out.
type EvidenceReader interface {
	Evidence(ctx context.Context, ref quarry.EntryRef) (quarry.Evidence, error)
}

// serveVerify holds an entry, and each further occurrence of it, against the
// stored text of its document.
func (h *Handlers) serveVerify(c *gin.Context, kind quarry.EntryKind) error {
	ref := quarry.EntryRef{Kind: kind, ID: quarry.EntryID(c.Param("id"))}
	proof, err := h.Store.Evidence(c.Request.Context(), ref)
	if err != nil {
		return err
	}
	views := make([]view.VariantEvidence, 0, len(proof.Claims))
	for i, found := range evidence.Verify(proof) {
		one := view.VariantEvidence{ID: string(proof.Claims[i].ID), Evidence: view.NewEvidence(found)}
		one.Corrected = proof.Claims[i].Corrected
		views = append(views, one)
	}
	return h.AnswerAt(c, proof.Revision, view.Verification{Evidence: views[0].Evidence, Variants: views[1:]})
}
