package read

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// DocumentReader is what the document routes need from a store.
type DocumentReader interface {
	Documents(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Document], error)
	Document(ctx context.Context, id quarry.DocumentID) (quarry.Document, quarry.Sequence, error)
	Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error)
}

// ListDocuments answers a part of the documents.
//
//	@Summary		List documents
//	@Description	Documents in the order of path and id, with their metadata. A cursor survives changes to the store.
//	@x-takes		["document", "collection"]
//	@Success		200			{object}	view.List[view.Document]
//	@Router			/v1/documents [get]
func (h *Handlers) ListDocuments(c *gin.Context) error {
	return serveList(h, c, h.Filter, h.Store.Documents, view.NewDocument)
}

// GetDocument answers one document.
//
//	@Summary		Read one document
//	@Description	One document by its id, with the report that ingest made of it: what became of each line.
//	@Param			id		path		string	true	"document id"	example(d_k5mzqxw2a7tr4c6nybvh)
//	@Success		200		{object}	view.DocumentDetail
//	@Router			/v1/documents/{id} [get]
func (h *Handlers) GetDocument(c *gin.Context) error {
	return serveOne(h, c, h.Store.Document, view.NewDocumentDetail)
}
