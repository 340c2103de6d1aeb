package view

import (
	"strconv"

	"github.com/quarrykb/quarry"
)

// Source says where an entry comes from, to the byte.
type Source struct {
	// id of the document
	DocumentID string `json:"document_id" view:"full" validate:"optional" example:"d_k5mzqxw2a7tr4c6nybvh"`
	// the collection that it is in
	Collection string `json:"collection" view:"full" validate:"optional" example:"main"`
	// path of the document in its collection
	Path string `json:"path" validate:"required" example:"notes/gpu.md"`
	// title of the document
	Title string `json:"title" view:"full" validate:"optional" example:"GPU notes"`
	// SHA-256 of the file's own bytes, in lower-case hexadecimal
	SHA256 string `json:"sha256" view:"full" validate:"optional" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	// titles that it stands under, the outermost first
	Heading []string `json:"heading" view:"full" validate:"optional" example:"Memory,Bandwidth"`
	// first line, counted from 1
	LineStart int `json:"line_start" validate:"required" example:"19" minimum:"1"`
	// last line, inclusive
	LineEnd int `json:"line_end" validate:"required" example:"23" minimum:"1"`
	// first byte in the stored text, counted from 0
	ByteStart int `json:"byte_start" view:"full" validate:"optional" example:"812" minimum:"0"`
	// one past the last byte
	ByteEnd int `json:"byte_end" view:"full" validate:"optional" example:"1040" minimum:"0"`
	// further places of the document that it rests on
	Context []Context `json:"context" view:"full" validate:"optional"`
	// address of the stored text with these lines, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/documents/d_k5mzqxw2a7tr4c6nybvh/content#L19-L23"`
}

// Context is a further place of the document that an entry rests on.
type Context struct {
	// what that place contributes, such as the header of a table's column
	Role string `json:"role" validate:"required" example:"header" enums:"header,row_label,caption,heading,footnote,keyed_parent,row,answer"`
	// first line, counted from 1
	LineStart int `json:"line_start" validate:"required" example:"9" minimum:"1"`
	// last line, inclusive
	LineEnd int `json:"line_end" validate:"required" example:"9" minimum:"1"`
	// first byte in the stored text, counted from 0
	ByteStart int `json:"byte_start" validate:"required" example:"300" minimum:"0"`
	// one past the last byte
	ByteEnd int `json:"byte_end" validate:"required" example:"340" minimum:"0"`
}

// NewSource shows where an entry stands.
func NewSource(s quarry.Source) Source {
	return Source{
		DocumentID: string(s.DocumentID), Collection: s.Collection, Path: s.Path, Title: s.Title,
		SHA256: s.SHA256, Heading: Texts(s.Heading),
		LineStart: s.LineStart, LineEnd: s.LineEnd, ByteStart: s.ByteStart, ByteEnd: s.ByteEnd,
		Context: Map(s.Context, viewContext),
		URL:     LinesURL(s.DocumentID, s.LineStart, s.LineEnd),
	}
}

func viewContext(c quarry.Context) Context {
	return Context{
		Role: string(c.Role), LineStart: c.Span.LineStart, LineEnd: c.Span.LineEnd,
		ByteStart: c.Span.ByteStart, ByteEnd: c.Span.ByteEnd,
	}
}

// LinesURL is where some lines of a stored text are read.
func LinesURL(document quarry.DocumentID, first, last int) string {
	return "/v1/documents/" + string(document) + "/content#L" + strconv.Itoa(first) + "-L" + strconv.Itoa(last)
}

// URLOf is where an entry is read.
func URLOf(ref quarry.EntryRef) string {
	return "/v1/" + string(ref.Kind) + "s/" + string(ref.ID)
}
