package record

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// Record is one record of a file, its fields in their order.
type Record struct {
	Fields []doc.Field
	// Span holds the whole record and is what its entries point at.
	Span quarry.Span
	// Headings are what it stands under, outermost first.
	Headings []Heading
	// Context names further places that its entries rest on, such as the
	// header row that the names of its fields stand in.
	Context []quarry.Context
}

// Heading is what a record stands under. Its place becomes context, where it is known.
type Heading struct {
	Text string
	Span quarry.Span
}

// plain returns what a scalar says, entities resolved.
func plain(v doc.Value) string { return strings.TrimSpace(text.Resolved(v.Text)) }
