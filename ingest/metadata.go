package ingest

import (
	"cmp"
	"strings"
)

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
