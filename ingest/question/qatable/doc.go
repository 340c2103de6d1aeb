// Package qatable finds questions in the rows of Markdown tables and in blocks of labels
// that repeat themselves, "Term: …" above "Meaning: …". Both are records, and package
// record tells what asks in them. It promises that a table which only looks like one of
// questions, of figures or of terms, stays with the reader of tables.
package qatable
