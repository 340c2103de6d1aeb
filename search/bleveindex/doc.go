// Package bleveindex is the lexical engine: words and phrases in a bleve index
// on disk. It promises that scores are a pure function of the entries that are
// alive, whatever the order and the batches in which they came, and that no
// state of its folder stops a program: what cannot be read is built anew.
//
// The folder holds generations, each a whole bleve index, and a file that names
// the current one. A generation is named only when it is complete and on disk,
// by a rename; everything else in the folder is rubbish of an interrupted
// build and removed at the next opening. Each generation holds its cursor, the
// mapping that it was made with and the sums that scoring needs in one internal
// record, written in the same batch as the entries.
//
// The ranking is BM25 with an own loop over bleve's postings (see [ranker])
// because bleve's scores would not do here: its average field length is the
// number of distinct terms over the number of documents, which changes with
// every merge of segments and breaks pages; it squares the inverse document
// frequency; and its factor for the share of matched clauses counts fields.
// Filters are bleve queries without scores. Phrases and exclusions are told by own
// readings of where words stand (see [holding]), the same for other engines as for
// this one (see [demands]), and small words count in them though they have no
// postings (see [smallWords]). Where phrases are required, only what holds them all
// is scored (see [eligible]).
//
// Words are found by their stems, each entry's in the language that it is in. A query
// is English until the index holds entries in another language: see [analyzer.forms].
//
// What a query means beside its words is looked for as alternatives to some of
// its terms: synonyms, compounds, values in the base unit, devices by their ids.
// An alternative counts less than the terms, and covers what they would. Values
// and devices are terms of the index that no word can be. Words that no entry
// has are repaired from the index's own, once, and the query is asked again.
package bleveindex
