// Package fact makes facts out of what any layout yields: rows of tables, items and
// keyed lines, definitions among sentences. It promises that every word of a fact stands
// in its span, its context or its headings.
//
// A format says where a statement stands ([Place], place.go) and hands it over as an
// [Item] or as rows of a [Table] (table.go). A [Reader] (reader.go) knows the words that it
// takes to find definitions and the devices that titles name.
package fact
