// Package entries reads documents and what was extracted from them: questions (questions.go),
// facts, specs and passages, one by one (store.go), in lists that a filter narrows
// (filter.go), by references (lookup.go), at random (draw.go) or with their documents. It
// knows how a row of each kind is written (row.go), and leaves the writing to others.
//
// Entries are stored as they were extracted and never change afterwards. What depends on
// all documents stands in tables of its own, and is picked up where an entry is read: which
// of the questions that ask the same leads, what answers an open one (answers.go), in which
// conflict a spec stands (specs.go).
package entries
