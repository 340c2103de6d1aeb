// Package spec reads typed specs off the tree of a document, of any field: numbers whose
// thing, attribute, unit and conditions the document states. It promises that every word
// of a spec stands in its span, its context or its headings, that nothing is assumed which
// the source does not state, and that each spec says how sure it is.
//
// # A guided tour
//
// Every layout yields labelled values (package labelled). Each is read for itself, in this
// order ([Reader.Read], reader.go):
//
//   - the thing that it is of: a record, a row, a column, a label, a title, the document,
//     nearest first (subject.go), by its name (device.go);
//   - what its label says: units, sides of a size, attributes of the lexicon (label.go);
//   - its numbers (number.go), with units that a title, a column or a caption states
//     (unit.go);
//   - what each of them measures: an attribute of the lexicon, or the label itself
//     (attribute.go), or what the words beside it name (beside.go);
//   - under which conditions (package condition).
//
// Whether all that is a spec is a matter of degree: a small model over a few features,
// fitted to judged sheets, says how likely it is (judge.go). What is likely enough is told
// from its neighbours of the same attribute and kept (settle.go). Sentences must state it
// by themselves (sentence.go).
package spec
