// Package ingest turns one document at a time into entries that say where they
// stand: read, detect, parse, normalise, tag, save.
//
// The pipeline knows one document and nothing of the corpus. Each stage turns
// one type into the next (Source, Raw, Detected, Parsed, Normalised, Tagged),
// so that a wrong order does not compile. Parse, normalise and tag are pure.
// What a layout looks like is known to its parser, a sub-package, and to
// nobody else; the parsers are handed in as a list.
package ingest
