package view

import "github.com/quarrykb/quarry"

// Document is a document and what it says of itself.
type Document struct {
	// its id, kept when its content changes
	ID string `json:"id" validate:"required" example:"d_k5mzqxw2a7tr4c6nybvh"`
	// the collection that it is in
	Collection string `json:"collection" validate:"required" example:"main"`
	// its path, unique within its collection
	Path string `json:"path" validate:"required" example:"notes/gpu.md"`
	// its title
	Title string `json:"title" validate:"required" example:"GPU notes"`
	// SHA-256 of the file's own bytes, in lower-case hexadecimal
	SHA256 string `json:"sha256" view:"full" validate:"optional" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	// SHA-256 of the stored text, into which all lines and bytes point
	TextSHA256 string `json:"text_sha256" view:"full" validate:"optional" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	// whether the stored text is the file itself, or what was extracted from it
	TextOf string `json:"text_of" view:"full" validate:"optional" example:"file" enums:"file,extract"`
	// the encoding that the file is in, where it is text, as the WHATWG's Encoding Standard names it; what is not utf-8 was converted to it
	Encoding string `json:"encoding" view:"full" validate:"optional" example:"utf-8"`
	// length of the file in bytes
	Bytes int64 `json:"bytes" view:"full" validate:"optional" example:"812" minimum:"0"`
	// its language, as it says itself; null where it does not
	Language *string `json:"language" view:"full" validate:"optional" example:"en" extensions:"x-nullable"`
	// its licence, as it says itself; null where it does not
	Licence *string `json:"licence" view:"full" validate:"optional" example:"CC-BY-4.0" extensions:"x-nullable"`
	// where it comes from, as it says itself; null where it does not
	SourceURL *string `json:"source_url" view:"full" validate:"optional" example:"https://example.org/notes" extensions:"x-nullable"`
	// its author, as it says itself; null where it does not
	Author *string `json:"author" view:"full" validate:"optional" example:"A. Writer" extensions:"x-nullable"`
	// its date, as written there; null where it has none
	Date *string `json:"date" view:"full" validate:"optional" example:"2026-01-31" extensions:"x-nullable"`
	// names the lexicon and the parsers that read it; under others the next ingest reads it again
	Fingerprint string `json:"fingerprint" view:"full" validate:"optional" example:"lexicon/4f1b2b0b pipeline/9f86d081884c7d65"`
}

// DocumentDetail is a document with its report.
type DocumentDetail struct {
	Document

	// what came of reading it
	Report Report `json:"report" validate:"required"`
	// the topics that it brought, which no lexicon has
	BroughtTopics []BroughtTopic `json:"brought_topics" view:"full" validate:"optional"`
}

// BroughtTopic is a topic as a document names it.
type BroughtTopic struct {
	// its id, to be used as topic
	ID string `json:"id" validate:"required" example:"waggle-dance"`
	// its name, as the document writes it
	Name string `json:"name" validate:"required" example:"Waggle dance"`
}

// NewDocument shows a document.
func NewDocument(d quarry.Document) Document {
	return Document{
		ID: string(d.ID), Collection: d.Collection, Path: d.Path, Title: d.Title,
		SHA256: d.SHA256, TextSHA256: d.TextSHA256, TextOf: string(d.TextOf), Encoding: d.Encoding, Bytes: d.Bytes,
		Language: Nullable(d.Metadata.Language), Licence: Nullable(d.Metadata.Licence),
		SourceURL: Nullable(d.Metadata.SourceURL), Author: Nullable(d.Metadata.Author),
		Date: Nullable(d.Metadata.Date), Fingerprint: d.Fingerprint,
	}
}

// NewDocumentDetail shows a document with its report.
func NewDocumentDetail(d quarry.Document) DocumentDetail {
	topics := Map(d.Topics, func(t quarry.Topic) BroughtTopic { return BroughtTopic{ID: string(t.ID), Name: t.Name} })
	return DocumentDetail{Document: NewDocument(d), Report: viewReport(d.Report), BroughtTopics: topics}
}

// Report is what ingest says of one document.
type Report struct {
	// layout that was recognised
	Format string `json:"format" view:"full" validate:"optional" example:"markdown"`
	// parser that read it, with its version
	Parser string `json:"parser" view:"full" validate:"optional" example:"markdown/1"`
	// share of the non-blank lines that are accounted for, from 0 to 1
	Coverage float64 `json:"coverage" validate:"required" example:"1" minimum:"0" maximum:"1"`
	// share of the non-blank lines, those of structure left out, that are in a question, fact or spec, from 0 to 1
	Extracted float64 `json:"extracted" validate:"required" example:"0.93" minimum:"0" maximum:"1"`
	// non-blank lines by what became of them
	Lines LineCounts `json:"lines" view:"full" validate:"optional"`
	// entries by kind
	Counts Counts `json:"counts" validate:"required"`
	// lines that are in nothing
	Unaccounted []LineRange `json:"unaccounted" view:"full" validate:"optional"`
	// what a person should look at
	Warnings []string `json:"warnings" view:"some" validate:"optional" example:"a row has more cells than the table's header"`
}

// LineCounts counts non-blank lines by what became of them.
type LineCounts struct {
	// lines in a question, a fact or a spec
	Entry int `json:"entry" validate:"required" example:"120" minimum:"0"`
	// headings, separators, heads of tables and front matter
	Structure int `json:"structure" validate:"required" example:"14" minimum:"0"`
	// lines that belong to the page and not to its content
	Furniture int `json:"furniture" validate:"required" example:"3" minimum:"0"`
	// lines in a passage only
	Prose int `json:"prose" validate:"required" example:"9" minimum:"0"`
	// lines in nothing
	Unaccounted int `json:"unaccounted" validate:"required" example:"0" minimum:"0"`
}

// Counts counts entries by kind.
type Counts struct {
	// questions
	Question int `json:"question" validate:"required" example:"64" minimum:"0"`
	// facts
	Fact int `json:"fact" validate:"required" example:"210" minimum:"0"`
	// specs
	Spec int `json:"spec" validate:"required" example:"88" minimum:"0"`
	// passages
	Passage int `json:"passage" validate:"required" example:"31" minimum:"0"`
}

// LineRange is a run of lines, both ends inclusive.
type LineRange struct {
	// first line, counted from 1
	LineStart int `json:"line_start" validate:"required" example:"40" minimum:"1"`
	// last line, inclusive
	LineEnd int `json:"line_end" validate:"required" example:"42" minimum:"1"`
}

func viewReport(r quarry.Report) Report {
	return Report{
		Format: r.Format, Parser: r.Parser, Coverage: r.Coverage, Extracted: r.Extracted,
		Lines: LineCounts(r.Lines), Counts: Counts(r.Counts),
		Unaccounted: Map(r.Unaccounted, func(l quarry.LineRange) LineRange { return LineRange(l) }),
		Warnings:    Texts(r.Warnings),
	}
}
