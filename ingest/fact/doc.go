// Package fact makes facts out of what any layout yields: sentences, items of lists, rows of
// tables, keyed lines, terms with what they mean, formulas. A fact can be read alone and is worth
// a flashcard. It promises that every word of a fact stands in its span, its context or its
// headings.
//
// A [Reader] (reader.go) walks a document (document.go, list.go) and takes everything that it
// says for an [Item] (item.go) with its [Place] (place.go). A model that was fitted to judged
// statements tells which of them are worth having (features.go); a second one chooses what each
// is about, among its key, its labels, its headings and the words with which it begins
// (subject.go). Both are told plain things that hold for any field;
// candidate.go cuts words and counts how often a document names what.
package fact
