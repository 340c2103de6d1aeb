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
//	@ID				listPassages
//	@Summary		List passages
//	@Description	Passages in the order of path, line and id. A cursor survives changes to the store.
//	@Tags			passages
//	@Param			topic		query		[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)
//	@Param			difficulty	query		[]string	false	"difficulties; entries of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			document	query		[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"			collectionFormat(csv)
//	@Param			collection	query		[]string	false	"collections, a comma within one as `\,`"												collectionFormat(csv)
//	@Param			limit		query		integer		false	"passages per page"											minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200			{object}	view.List[view.Passage]
//	@Router			/v1/passages [get]
func (h *Handlers) ListPassages(c *gin.Context) error {
	return serveList(h, c, h.Passages.Passages, view.NewPassage)
}

// GetPassage answers one passage.
//
//	@ID				getPassage
//	@Summary		Read one passage
//	@Description	One passage by its id.
//	@Tags			passages
//	@Param			id		path		string	true	"passage id"	example(p_mzt6cyrab3v5nq2k7xw4)
//	@Success		200		{object}	view.Passage
//	@Router			/v1/passages/{id} [get]
func (h *Handlers) GetPassage(c *gin.Context) error {
	return serveOne(h, c, h.Passages.Passage, view.NewPassage)
}

// VerifyPassage holds a passage against its source.
//
//	@ID				verifyPassage
//	@Summary		Verify a passage
//	@Description	Does the stored text really say this? The hash is unchanged, the spans lie inside the text, and every word and number stands in quote, context or headings.
//	@Tags			passages
//	@Param			id		path		string	true	"passage id"	example(p_mzt6cyrab3v5nq2k7xw4)
//	@Success		200		{object}	view.Verification
//	@Router			/v1/passages/{id}/verify [get]
func (h *Handlers) VerifyPassage(c *gin.Context) error {
	return h.serveVerify(c, quarry.EntryPassage)
}
