// Package score ranks the entries of an index for a query that was read: BM25 with an own
// loop over bleve's postings ([Ranker]), what counts in the place of the query's terms
// (expansion.go), the documents that are scored at all (documents.go), phrases told by where
// words stand (phrases.go), and the best of the matches (top.go).
package score
