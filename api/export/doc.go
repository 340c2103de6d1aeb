// Package export hands out all that is stored, or what a filter lets through of it, as JSON
// Lines (lines.go), as a table (table.go) or as cards (cards.go). Nothing of the store is held
// open while a caller takes what was made (export.go).
package export
