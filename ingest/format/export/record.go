package export

import (
	"github.com/quarrykb/quarry"
)

// record is a line of any kind, with the fields of all kinds. Addresses, and
// what is derived from the whole corpus, are not read.
type record struct {
	Version  *int     `json:"quarry_export"`
	Scheme   string   `json:"scheme"`
	Filtered bool     `json:"filtered"`
	End      *trailer `json:"quarry_export_end"`

	Kind string `json:"kind"`
	ID   string `json:"id"`

	documentFields
	piece
	entryFields
	questionFields
	factFields
	specFields
}

type trailer struct {
	Documents int `json:"documents"`
	Entries   int `json:"entries"`
}

type documentFields struct {
	Collection  string `json:"collection"`
	Path        string `json:"path"`
	Title       string `json:"title"`
	SHA256      string `json:"sha256"`
	TextSHA256  string `json:"text_sha256"`
	TextOf      string `json:"text_of"`
	Encoding    string `json:"encoding"`
	Bytes       int64  `json:"bytes"`
	Language    string `json:"language"`
	Licence     string `json:"licence"`
	SourceURL   string `json:"source_url"`
	Author      string `json:"author"`
	Date        string `json:"date"`
	Fingerprint string `json:"fingerprint"`
	Report      report `json:"report"`
	Entries     int    `json:"entries"`
	MoreContent int    `json:"more_content"`
}

// piece is a part of a document's content. A passage's text has the name of a
// document's.
type piece struct {
	Text     string `json:"text"`
	Base64   []byte `json:"text_base64"`
	Original []byte `json:"original_base64"`
}

type report struct {
	Format      string      `json:"format"`
	Parser      string      `json:"parser"`
	Coverage    float64     `json:"coverage"`
	Extracted   float64     `json:"extracted"`
	Lines       lineCounts  `json:"lines"`
	Unaccounted []lineRange `json:"unaccounted"`
	Warnings    []string    `json:"warnings"`
}

type lineCounts struct {
	Entry       int `json:"entry"`
	Structure   int `json:"structure"`
	Furniture   int `json:"furniture"`
	Prose       int `json:"prose"`
	Unaccounted int `json:"unaccounted"`
}

type lineRange struct {
	LineStart int `json:"line_start"`
	LineEnd   int `json:"line_end"`
}

type entryFields struct {
	Ordinal    int      `json:"ordinal"`
	Difficulty string   `json:"difficulty"`
	GradedBy   string   `json:"difficulty_source"`
	Confidence float64  `json:"difficulty_confidence"`
	Topics     []string `json:"topics"`
	Source     source   `json:"source"`
}

type source struct {
	DocumentID string         `json:"document_id"`
	Heading    []string       `json:"heading"`
	Context    []contextPiece `json:"context"`
	span
}

type contextPiece struct {
	Role string `json:"role"`
	span
}

type span struct {
	LineStart int `json:"line_start"`
	LineEnd   int `json:"line_end"`
	ByteStart int `json:"byte_start"`
	ByteEnd   int `json:"byte_end"`
}

func (s span) meant() quarry.Span {
	return quarry.Span{ByteStart: s.ByteStart, ByteEnd: s.ByteEnd, LineStart: s.LineStart, LineEnd: s.LineEnd}
}

type questionFields struct {
	Question string   `json:"question"`
	Answer   *string  `json:"answer"`
	Choices  []string `json:"choices"`
	Style    string   `json:"style"`
}

type factFields struct {
	Subject   string     `json:"subject"`
	Statement string     `json:"statement"`
	Citations []citation `json:"citations"`
}

type citation struct {
	URL   string `json:"url"`
	Label string `json:"label"`
}

type specFields struct {
	Device        device            `json:"device"`
	Attribute     attribute         `json:"attribute"`
	AttributeKind string            `json:"attribute_kind"`
	AttributeUnit string            `json:"attribute_unit"`
	Conditions    map[string]string `json:"conditions"`
	Value         value             `json:"value"`
	Normalized    bounds            `json:"normalized"`
	Sure          *float64          `json:"confidence"` // nil in an export of before there was one
	Notes         []string          `json:"notes"`
}

type device struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Written    string `json:"written"`
	Vendor     string `json:"vendor"`
	Class      string `json:"class"`
	Family     string `json:"family"`
	Discovered bool   `json:"discovered"`
}

type attribute struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Written    string `json:"written"`
	Discovered bool   `json:"discovered"`
}

type value struct {
	bounds
	Text      string  `json:"text"`
	Step      float64 `json:"step"`
	Qualifier string  `json:"qualifier"`
}

type bounds struct {
	Min  *float64 `json:"min"`
	Max  *float64 `json:"max"`
	Unit string   `json:"unit"`
}

func (b bounds) meant() quarry.Bounds { return quarry.Bounds{Min: b.Min, Max: b.Max, Unit: b.Unit} }
