// Package record knows what the named fields of records mean: which of them
// asks, which answers, which grades. It promises to decide by names and by what
// all records of a file hold together, to know no file format, and to make
// nothing up: a field that it is not sure of stays a fact.
package record
