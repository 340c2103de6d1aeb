// Package check judges answers to questions, for every route that takes one. It promises that
// the same answer is judged alike wherever it is sent.
package check
