// Package analyzer turns texts into the terms of the lexical index, entries and queries
// alike: words (tokenizer.go), their stems in the language that a text is in (stems.go,
// languages.go), stop words, which have no postings (stopwords.go), and phrases, which
// have them all the same (phrases.go). It also marks in a text what a query looks for
// (marks.go). It knows no index.
package analyzer
