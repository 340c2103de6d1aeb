// Package bleveindex is the lexical engine: words and phrases in a bleve index
// on disk. It promises that scores are a pure function of the entries that are
// alive, whatever the order and the batches in which they came, and that no
// state of its folder stops a program: what cannot be read is built anew.
//
// The folder holds generations, each a whole bleve index, and a file that names
// the current one (folder.go). A generation is named only when it is complete and on disk,
// by a rename; everything else in the folder is rubbish of an interrupted
// build and removed at the next opening. Each generation holds its cursor, the
// mapping that it was made with and the sums that scoring needs in one internal
// record, written in the same batch as the entries (generation.go).
//
// A search (search.go) takes a query through the packages below this one:
//
//   - analyzer turns texts into terms, those of entries (schema.go) and of queries alike;
//   - query reads what a query means: its terms, and what an entry may have in their place;
//   - spelling repairs words that no entry has, once, and the query is asked again;
//   - score ranks what has the terms, by BM25 with an own loop over postings.
//
// Bleve's own scores would not do: its average field length is the
// number of distinct terms over the number of documents, which changes with
// every merge of segments and breaks pages; it squares the inverse document
// frequency; and its factor for the share of matched clauses counts fields.
package bleveindex
