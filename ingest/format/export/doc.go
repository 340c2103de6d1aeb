// Package export reads what Quarry exports as JSON Lines: documents with their
// entries, ids and spans. It promises to take nothing on trust: an entry is taken
// over only where its id is made of what it says, its span lies inside the
// document's text and the text says it. docs/export.md describes the format.
package export
