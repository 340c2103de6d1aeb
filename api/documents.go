package api

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// DocumentReader is what the document routes need from a store.
type DocumentReader interface {
	Documents(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Document], error)
	Document(ctx context.Context, id quarry.DocumentID) (quarry.Document, quarry.Sequence, error)
	Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error)
}

// DocumentView is a document and what it says of itself.
type DocumentView struct {
	// its id, kept when its content changes
	ID string `json:"id" validate:"required" example:"d_k5mzqxw2a7tr4c6nybvh"`
	// the collection that it is in
	Collection string `json:"collection" validate:"required" example:"main"`
	// its path, unique within its collection
	Path string `json:"path" validate:"required" example:"notes/gpu.md"`
	// its title
	Title string `json:"title" validate:"required" example:"GPU notes"`
	// SHA-256 of the file's own bytes, in lower-case hexadecimal
	SHA256 string `json:"sha256" validate:"required" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	// SHA-256 of the stored text, into which all lines and bytes point
	TextSHA256 string `json:"text_sha256" validate:"required" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	// whether the stored text is the file itself, or what was extracted from it
	TextOf string `json:"text_of" validate:"required" example:"file" enums:"file,extract"`
	// the encoding that the file is in, where it is text, as the WHATWG's Encoding Standard names it; what is not utf-8 was converted to it
	Encoding string `json:"encoding" validate:"required" example:"utf-8"`
	// length of the file in bytes
	Bytes int64 `json:"bytes" validate:"required" example:"812" minimum:"0"`
	// its language, as it says itself; null where it does not
	Language *string `json:"language" validate:"required" example:"en" extensions:"x-nullable"`
	// its licence, as it says itself; null where it does not
	Licence *string `json:"licence" validate:"required" example:"CC-BY-4.0" extensions:"x-nullable"`
	// where it comes from, as it says itself; null where it does not
	SourceURL *string `json:"source_url" validate:"required" example:"https://example.org/notes" extensions:"x-nullable"`
	// its author, as it says itself; null where it does not
	Author *string `json:"author" validate:"required" example:"A. Writer" extensions:"x-nullable"`
	// its date, as written there; null where it has none
	Date *string `json:"date" validate:"required" example:"2026-01-31" extensions:"x-nullable"`
	// names the lexicon and the parsers that read it; under others the next ingest reads it again
	Fingerprint string `json:"fingerprint" validate:"required" example:"lexicon/4f1b2b0b pipeline/9f86d081884c7d65"`
}

// DocumentDetailView is a document with its report.
type DocumentDetailView struct {
	DocumentView

	// what came of reading it
	Report ReportView `json:"report" validate:"required"`
}

func viewDocument(d quarry.Document) DocumentView {
	return DocumentView{
		ID: string(d.ID), Collection: d.Collection, Path: d.Path, Title: d.Title,
		SHA256: d.SHA256, TextSHA256: d.TextSHA256, TextOf: string(d.TextOf), Encoding: d.Encoding, Bytes: d.Bytes,
		Language: nullable(d.Metadata.Language), Licence: nullable(d.Metadata.Licence),
		SourceURL: nullable(d.Metadata.SourceURL), Author: nullable(d.Metadata.Author),
		Date: nullable(d.Metadata.Date), Fingerprint: d.Fingerprint,
	}
}

func viewDocumentDetail(d quarry.Document) DocumentDetailView {
	return DocumentDetailView{DocumentView: viewDocument(d), Report: viewReport(d.Report)}
}

// listDocuments answers a part of the documents.
//
//	@ID				listDocuments
//	@Summary		List documents
//	@Description	Documents in the order of path and id, with their metadata. A cursor survives changes to the store.
//	@Tags			documents
//	@Produce		json
//	@Param			document	query		[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"	collectionFormat(csv)
//	@Param			collection	query		[]string	false	"collections, a comma within one as `\,`"										collectionFormat(csv)
//	@Param			limit		query		integer		false	"documents per page"								minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200			{object}	List[DocumentView]
//	@Success		304			"the caller has this answer already"
//	@Router			/v1/documents [get]
func (s *Server) listDocuments(c *gin.Context) {
	serveList(s, c, s.read.Documents.Documents, viewDocument)
}

// getDocument answers one document.
//
//	@ID				getDocument
//	@Summary		Read one document
//	@Description	One document by its id, with the report that ingest made of it: what became of each line.
//	@Tags			documents
//	@Produce		json
//	@Param			id		path		string	true	"document id"	example(d_k5mzqxw2a7tr4c6nybvh)
//	@Success		200		{object}	DocumentDetailView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/documents/{id} [get]
func (s *Server) getDocument(c *gin.Context) {
	serveOne(s, c, s.read.Documents.Document, viewDocumentDetail)
}
