// Package derive works out what needs all documents at once. It promises that
// what comes out depends on nothing but the documents, the lexicon and this
// code: not on the order in which they came, and not on what was derived before.
package derive
