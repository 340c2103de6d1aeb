package api

import (
	"context"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// VerificationView is the answer to: does the source really say this?
type VerificationView struct {
	EvidenceView

	Variants []VariantEvidenceView `json:"variants" validate:"required"`
}

// EvidenceView is what the stored text has at the place that an entry names.
type EvidenceView struct {
	Verified     bool        `json:"verified"      validate:"required" example:"true"`
	Quote        string      `json:"quote"         validate:"required" example:"A warp has 32 threads."`
	TextSHA256   string      `json:"text_sha256"   validate:"required" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Context      []QuoteView `json:"context"       validate:"required"`
	MissingWords []string    `json:"missing_words" validate:"required"`
}

// QuoteView is a piece of context with its text.
type QuoteView struct {
	ContextView

	Text string `json:"text" validate:"required" example:"| GPU | Memory |"`
}

// VariantEvidenceView is the same for another occurrence of a question.
type VariantEvidenceView struct {
	EvidenceView

	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
}

// claim is what one occurrence of an entry says, and where.
type claim struct {
	id     string
	source quarry.Source
	words  []string
}

// serveVerify holds an entry, and each further occurrence of it, against the
// stored text of its document.
func serveVerify[I ~string, T any](s *Server, c *gin.Context, read oneReader[I, T], claims func(T) []claim) {
	ctx := c.Request.Context()
	one, revision, err := read(ctx, I(c.Param("id")))
	if err != nil {
		s.fail(c, err)
		return
	}
	evidence, err := s.weigh(ctx, claims(one))
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answerAt(c, revision, VerificationView{EvidenceView: evidence[0].EvidenceView, Variants: evidence[1:]})
}

// weigh verifies claims in their order. A document is read once, however many
// claims it makes.
func (s *Server) weigh(ctx context.Context, claims []claim) ([]VariantEvidenceView, error) {
	verifiers := map[quarry.DocumentID]*quarry.Verifier{}
	weighed := make([]VariantEvidenceView, 0, len(claims))
	for _, claim := range claims {
		id := claim.source.DocumentID
		if verifiers[id] == nil {
			verifier, err := s.verifier(ctx, id)
			if err != nil {
				return nil, err
			}
			verifiers[id] = verifier
		}
		found := verifiers[id].Verify(claim.source, claim.words...)
		weighed = append(weighed, VariantEvidenceView{ID: claim.id, EvidenceView: viewEvidence(found)})
	}
	return weighed, nil
}

// verifier reads a document's text and the hash that was recorded for it.
func (s *Server) verifier(ctx context.Context, id quarry.DocumentID) (*quarry.Verifier, error) {
	document, _, err := s.documents.Document(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read document %s: %w", id, err)
	}
	content, err := s.documents.Content(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the text of document %s: %w", id, err)
	}
	return quarry.NewVerifier(content.Text, document.TextSHA256), nil
}

func viewEvidence(v quarry.Verification) EvidenceView {
	return EvidenceView{
		Verified: v.Verified, Quote: v.Quote, TextSHA256: v.TextSHA256,
		Context: mapped(v.Context, func(q quarry.Quote) QuoteView {
			return QuoteView{ContextView: viewContext(q.Context), Text: q.Text}
		}),
		MissingWords: texts(v.MissingWords),
	}
}
