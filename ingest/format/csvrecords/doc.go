// Package csvrecords reads records of separated values: CSV, TSV and their kind, with a header row,
// or without one where the first of two columns asks. It promises that prose with commas is never
// taken for a table, that every record is an entry, prose or a warning that names its line, and
// that a quote which is never closed refuses the file by the line where it opens.
package csvrecords
