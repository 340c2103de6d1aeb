package ingest

import (
	"cmp"
	"context"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// Parser reads one layout. Recognise and Parse are pure: the same text gives
// the same answer.
type Parser interface {
	// Format names the layout.
	Format() Format
	// Recognise returns how sure the parser is that the text is of its layout.
	Recognise(text *Text) Confidence
	// Parse reads the text. Spans lie inside it, and every word of an entry
	// stands in its span, its context or its headings.
	Parse(ctx context.Context, text *Text) (Extraction, error)
}

// LineParser is a Parser of a format in which a line means nothing, or holds a
// whole record: JSON in one line, a table with long cells. Others are never
// asked about texts with lines longer than MaxLineBytes.
type LineParser interface {
	Parser
	// ReadsAnyLine promises that no line is too long for Recognise and Parse.
	ReadsAnyLine()
}

// Format names a layout and the version of its parser. Another version makes
// every document be read again.
type Format struct {
	Name    string
	Version int
}

// Confidence says how sure a parser is, from 0 (not mine) to 1.
type Confidence float64

// Confidences that parsers orient themselves by. Certain is for a layout that
// announces itself, Likely for one that its lines give away, Plain for one that
// can read anything.
const (
	NotMine Confidence = 0
	Plain   Confidence = 0.5
	Likely  Confidence = 0.8
	Certain Confidence = 0.95
)

// Extraction is everything that a parser found in one text. Entries have a
// span, headings and context in their Source, and no id yet.
type Extraction struct {
	Title     string
	Metadata  quarry.Metadata
	Questions []quarry.Question
	Facts     []quarry.Fact
	Specs     []quarry.Spec
	Passages  []quarry.Passage
	Marks     []Mark
	Warnings  []string

	// Tree is the text in its parts, without what was taken for questions; empty where
	// the layout has nothing but questions.
	Tree doc.Document
}

func (e *Extraction) size() int {
	return len(e.Questions) + len(e.Facts) + len(e.Specs) + len(e.Passages)
}

// Mark says that a run of lines is structure or furniture, and by which rule.
type Mark struct {
	Lines quarry.LineRange
	State quarry.LineState
	Rule  string
}

// Structure marks lines that give a document its shape.
func Structure(first, last int, rule string) Mark {
	return Mark{Lines: quarry.LineRange{LineStart: first, LineEnd: last}, State: quarry.LineStructure, Rule: rule}
}

// Furniture marks lines that belong to the page and not to its content.
func Furniture(first, last int, rule string) Mark {
	return Mark{Lines: quarry.LineRange{LineStart: first, LineEnd: last}, State: quarry.LineFurniture, Rule: rule}
}

// Say keeps what a field at the head of a document says of all of it, and reports whether
// a document has a place for that. What was said first stays.
func (e *Extraction) Say(name, value string) bool {
	said := map[string]*string{
		"title":  &e.Title,
		"author": &e.Metadata.Author, "authors": &e.Metadata.Author,
		"date": &e.Metadata.Date, "revdate": &e.Metadata.Date,
		"language": &e.Metadata.Language, "lang": &e.Metadata.Language,
		"licence": &e.Metadata.Licence, "license": &e.Metadata.Licence, "copyright": &e.Metadata.Licence,
		"source_url": &e.Metadata.SourceURL, "source": &e.Metadata.SourceURL, "url": &e.Metadata.SourceURL,
	}[strings.ToLower(name)]
	if said == nil {
		return false
	}
	*said = cmp.Or(*said, value)
	return true
}
