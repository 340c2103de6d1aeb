// Package qatable finds questions in the rows of Markdown tables. It promises
// that a table which only looks like one, of figures or of terms, stays with
// the reader of tables.
package qatable
