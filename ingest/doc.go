// Package ingest turns one document at a time into entries that say where they
// stand: read, detect, parse, normalise, tag, save.
//
// The pipeline knows one document and nothing of the corpus. Each stage turns
// one type into the next (Source, Raw, Detected, Parsed, Normalised, Tagged),
// so that a wrong order does not compile. Parse, normalise and tag are pure.
//
// Everything from a document's bytes to its tagged entries is one seam, a [Reader]: a
// [Pipeline] reads in this process, and ingest/subprocess in others, which can be ended.
//
// What a format or a layout looks like is known to a package below this one,
// and to no other. There are four kinds, each handed in as a list:
//
//   - A [Splitter] cuts a file of records, however long, into documents that
//     fit into memory.
//   - An [Extractor] takes the text out of a format that is none: a web page, a
//     notebook, a PDF.
//   - A [Parser] reads a text of one layout. The surest of them gets it.
//   - A [Finder] finds the questions of one layout anywhere in a text that is
//     read otherwise; the parser of Markdown has a list of them, so that a
//     reference text with a quiz at its end is read section by section.
package ingest
