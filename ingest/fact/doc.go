// Package fact makes facts out of what any layout yields: rows of tables, items and
// keyed lines, definitions among sentences. It promises that every word of a fact stands
// in its span, its context or its headings.
//
// A format says where a statement stands ([Place], place.go) and hands it over as an
// [Item] (item.go) or as rows of a [Table] (table.go). A [Reader] (reader.go) knows the
// words that it takes to find definitions (definition.go), and to tell the titles that
// facts stand under from what is said there: a line that is the name of a device
// (device.go, vocabulary.go) or of a thing that nobody knows yet (thing.go, phrase.go).
package fact
