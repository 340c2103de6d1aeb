package read

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// FactReader is what the fact routes need from a store.
type FactReader interface {
	Facts(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Fact], error)
	Fact(ctx context.Context, id quarry.FactID) (quarry.Fact, quarry.Sequence, error)
}

// ListFacts answers a part of the facts.
//
//	@Summary		List facts
//	@Description	Facts in the order of path, line and id. A cursor survives changes to the store.
//	@x-takes		["topic", "difficulty", "difficulty_source", "min_confidence", "subject", "document", "collection"]
//	@Param			subject		query	[]string	false	"pieces of the subject, in any case, a comma within one as `\,`"						collectionFormat(csv)	example(warp)
//	@Success		200			{object}	view.List[view.Fact]
//	@Router			/v1/facts [get]
func (h *Handlers) ListFacts(c *gin.Context) error {
	return serveList(h, c, h.Filter, h.Store.Facts, view.NewFact)
}

// GetFact answers one fact.
//
//	@Summary		Read one fact
//	@Description	One fact by its id.
//	@x-takes		["format"]
//	@Produce		json
//	@Produce		html
//	@Param			id		path		string	true	"fact id"	example(f_3v5nq2k7xw4mzt6cyrab)
//	@Success		200		{object}	view.Fact
//	@Router			/v1/facts/{id} [get]
func (h *Handlers) GetFact(c *gin.Context) error {
	return serveEntry(h, c, h.Store.Fact, view.NewFact, drawFact)
}

// VerifyFact holds a fact against its source.
//
//	@Summary		Verify a fact
//	@Description	Does the stored text really say this? The hash is unchanged, the spans lie inside the text, and every word and number stands in quote, context or headings.
//	@x-whole		true
//	@Success		200		{object}	view.Verification
//	@Router			/v1/facts/{id}/verify [get]
func (h *Handlers) VerifyFact(c *gin.Context) error {
	return h.serveVerify(c, quarry.EntryFact)
}
