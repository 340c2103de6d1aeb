package read

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// PassageReader is what the passage routes need from a store.
type PassageReader interface {
	Passages(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Passage], error)
	Passage(ctx context.Context, id quarry.PassageID) (quarry.Passage, quarry.Sequence, error)
}

// ListPassages answers a part of the passages.
//
//	@Summary		List passages
//	@Description	Passages in the order of path, line and id. A cursor survives changes to the store.
//	@x-takes		["topic", "difficulty", "document", "collection"]
//	@Success		200			{object}	view.List[view.Passage]
//	@Router			/v1/passages [get]
func (h *Handlers) ListPassages(c *gin.Context) error {
	return serveList(h, c, h.Filter, h.Store.Passages, view.NewPassage)
}

// GetPassage answers one passage.
//
//	@Summary		Read one passage
//	@Description	One passage by its id.
//	@x-takes		["format"]
//	@Produce		json
//	@Produce		html
//	@Param			id		path		string	true	"passage id"	example(p_mzt6cyrab3v5nq2k7xw4)
//	@Success		200		{object}	view.Passage
//	@Router			/v1/passages/{id} [get]
func (h *Handlers) GetPassage(c *gin.Context) error {
	return serveEntry(h, c, h.Store.Passage, view.NewPassage, drawPassage)
}

// VerifyPassage holds a passage against its source.
//
//	@Summary		Verify a passage
//	@Description	Does the stored text really say this? The hash is unchanged, the spans lie inside the text, and every word and number stands in quote, context or headings.
//	@x-whole		true
//	@Success		200		{object}	view.Verification
//	@Router			/v1/passages/{id}/verify [get]
func (h *Handlers) VerifyPassage(c *gin.Context) error {
	return h.serveVerify(c, quarry.EntryPassage)
}
