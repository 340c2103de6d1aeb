package read

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
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
//	@Description	Documents in the order of path and id, or as `sort` says, with their metadata and what came of reading them. A cursor survives changes to the store.
//	@x-takes		["document", "collection"]
//	@Param			q			query		string	false	"a part of the path or the title, in any case of the letters a to z"	maxlength(200)	example(gpu)
//	@Param			sort		query		string	false	"order: coverage or number of entries, the least first; with a minus the greatest first"	Enums(path,coverage,-coverage,entries,-entries)	default(path)
//	@Success		200			{object}	view.List[view.DocumentDetail]
//	@Router			/v1/documents [get]
func (h *Handlers) ListDocuments(c *gin.Context) error {
	return serveList(h, c, h.DocumentFilter, h.Store.Documents, view.NewDocumentDetail, quarry.SortCoverage, quarry.SortEntries)
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

// GetContent answers a document's stored text.
//
//	@Summary		Read a document's text
//	@Description	The stored text into which every span points: the file's own bytes for text formats, what was extracted from it for others. `lines` cuts out a run of lines.
//	@Produce		plain
//	@Param			lines	query		string	false	"a line, or a first and a last one, from 1"	example(19-23)
//	@Success		200		{string}	string	"the text"
//	@Router			/v1/documents/{id}/content [get]
func (h *Handlers) GetContent(c *gin.Context) error {
	content, revision, err := h.Store.Content(c.Request.Context(), quarry.DocumentID(c.Param("id")))
	if err != nil {
		return err
	}
	text := content.Text
	if p := rest.NewParameters(c); p.Has("lines") {
		text, err = cutLines(text, p.Text("lines"))
		if err != nil {
			return err
		}
	}
	rest.SetRevision(c, revision)
	c.Header("Content-Length", strconv.Itoa(len(text)))
	c.Header("Content-Type", rest.TextType)
	c.Status(http.StatusOK)
	out := rest.NewSentParts(c.Writer, h.Scratch)
	defer out.Close()
	if _, err = out.Write(text); err == nil {
		_ = out.End() // who does not take all of it sees that by its length
	}
	return nil
}

// cutLines returns the lines "from-to" or "one", counted from 1, with their
// line ends. A range that ends behind the text ends with it.
func cutLines(text []byte, asked string) ([]byte, error) {
	refuse := func(message, fix string) error {
		return rest.RefuseField("lines", rest.CodeParameter, message).WithFixes(fix)
	}
	from, to, ranged := strings.Cut(asked, "-")
	if !ranged {
		to = from
	}
	first, errFirst := strconv.ParseUint(from, 10, 31)
	last, errLast := strconv.ParseUint(to, 10, 31)
	if errFirst != nil || errLast != nil || first < 1 || last < first {
		return nil, refuse("must be a line or a range such as 19-23", "1-20")
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	if first > uint64(len(lines)) {
		return nil, refuse(fmt.Sprintf("the text has %d lines", len(lines)), fmt.Sprintf("1-%d", max(len(lines), 1)))
	}
	return bytes.Join(lines[first-1:min(last, uint64(len(lines)))], nil), nil
}
