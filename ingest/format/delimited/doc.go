// Package delimited reads records of fields that one character parts: the notation of CSV, TSV and
// the text exports of flashcard programs. It promises that every field is where it says it is, that
// what it reads of a text is bounded by the record and not by the text, and that a stray quote
// costs one field and not the rest of the file.
//
// The standard library's encoding/csv is not used: it holds a record of any length in memory, and
// with LazyQuotes a field that merely opens with a quoted word takes the records behind it along.
package delimited
