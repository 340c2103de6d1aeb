// Package study answers what a learner is to be asked next, and keeps what they answered. It
// promises that nothing is kept without a word of the caller's, and that whatever is kept of a
// learner can be read, taken along and deleted.
//
// Whoever may study may study as anybody: a learner is a name, and no account.
package study
