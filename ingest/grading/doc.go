// Package grading estimates how hard an entry is whose source does not say so. It promises
// to be a pure function of the entry and of the document that it stands in, so that any
// order of ingest gives the same grades; that what a source states is never replaced; and
// that an estimate carries how likely it is to be right, however little that is.
//
// The model was fitted to entries of which people say how hard they are (tools/train);
// model.json has what was measured, and evaluation.go measures it beside guesses that know
// less.
package grading
