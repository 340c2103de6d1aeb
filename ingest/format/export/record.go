package export

import (
	"github.com/quarrykb/quarry"
)

// record is a line of any kind, with the fields of all kinds. Addresses, and
// what is derived from the whole corpus, are not read. Of the words of the root
// package only those are read as they are whose fields the format calls the same.
type record struct {
	Version  *int   `json:"quarry_export"`
	Scheme   string `json:"scheme"`
	Filtered bool   `json:"filtered"`
	End      *struct {
		Documents int `json:"documents"`
		Entries   int `json:"entries"`
	} `json:"quarry_export_end"`

	Kind quarry.EntryKind `json:"kind"`
	ID   string           `json:"id"`

	documentFields
	piece
	entryFields
	specFields

	Correction *correction `json:"correction"`
	SpanSHA256 string      `json:"span_sha256"`

	Question string       `json:"question"`
	Answer   string       `json:"answer"`
	Choices  []string     `json:"choices"`
	Style    quarry.Style `json:"style"`

	Subject   string            `json:"subject"`
	Statement string            `json:"statement"`
	Citations []quarry.Citation `json:"citations"`
}

type documentFields struct {
	metadata

	Collection  string         `json:"collection"`
	Path        string         `json:"path"`
	Title       string         `json:"title"`
	SHA256      string         `json:"sha256"`
	TextSHA256  string         `json:"text_sha256"`
	TextOf      quarry.TextOf  `json:"text_of"`
	Encoding    string         `json:"encoding"`
	Fingerprint string         `json:"fingerprint"`
	Report      report         `json:"report"`
	Brought     []quarry.Topic `json:"brought_topics"`
	Entries     int            `json:"entries"`
	Corrections int            `json:"corrections"`
	MoreContent int            `json:"more_content"`
}

// metadata is quarry.Metadata.
type metadata struct {
	Language  string `json:"language"`
	Licence   string `json:"licence"`
	SourceURL string `json:"source_url"`
	Author    string `json:"author"`
	Date      string `json:"date"`
}

// piece is a part of a document's content. A passage's text has the name of a document's.
type piece struct {
	Text     string `json:"text"`
	Base64   []byte `json:"text_base64"`
	Original []byte `json:"original_base64"`
}

type report struct {
	Format      string            `json:"format"`
	Parser      string            `json:"parser"`
	Coverage    float64           `json:"coverage"`
	Extracted   float64           `json:"extracted"`
	Lines       quarry.LineCounts `json:"lines"`
	Unaccounted []lineRange       `json:"unaccounted"`
	Warnings    []string          `json:"warnings"`
}

// lineRange is quarry.LineRange.
type lineRange struct {
	LineStart int `json:"line_start"`
	LineEnd   int `json:"line_end"`
}

type entryFields struct {
	grade

	Ordinal int              `json:"ordinal"`
	Topics  []quarry.TopicID `json:"topics"`
	Source  source           `json:"source"`
}

// grade is quarry.Grade.
type grade struct {
	Difficulty quarry.Difficulty       `json:"difficulty"`
	Source     quarry.DifficultySource `json:"difficulty_source"`
	Confidence float64                 `json:"difficulty_confidence"`
}

type source struct {
	span

	DocumentID quarry.DocumentID `json:"document_id"`
	Heading    []string          `json:"heading"`
	Context    []struct {
		span

		Role quarry.ContextRole `json:"role"`
	} `json:"context"`
}

// span is quarry.Span.
type span struct {
	ByteStart int `json:"byte_start"`
	ByteEnd   int `json:"byte_end"`
	LineStart int `json:"line_start"`
	LineEnd   int `json:"line_end"`
}

type specFields struct {
	Device        quarry.DeviceMention    `json:"device"`
	Attribute     quarry.AttributeMention `json:"attribute"`
	AttributeKind quarry.QuantityKind     `json:"attribute_kind"`
	AttributeUnit string                  `json:"attribute_unit"`
	Conditions    quarry.Conditions       `json:"conditions"`
	Value         quarry.Quantity         `json:"value"`
	Sure          *float64                `json:"confidence"` // nil in an export of before there was one
	Notes         []string                `json:"notes"`
}

func (s source) roles() []quarry.ContextRole {
	roles := make([]quarry.ContextRole, 0, len(s.Context))
	for _, piece := range s.Context {
		roles = append(roles, piece.Role)
	}
	return roles
}
