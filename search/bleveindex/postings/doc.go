// Package postings reads the columns of the lexical index below bleve's own searches: the
// fields that an entry is indexed by (fields.go), where a term of one stands, segment by
// segment (column.go), and what is remembered of a segment for as long as it is there
// (segments.go).
package postings
