// Package grading learns from entries whose source states how hard they are what
// the texts of the hard and of the easy ones have in common. It promises that its
// figures are of entries that the judged model had not seen, and that the same
// entries give the same figures, in whatever order they come.
//
// [Sample] chooses what is learnt from, [Evaluate] says how often a model is right
// that was trained on the other entries, beside a guess that always says what is
// most frequent. A model knows the text of an entry and nothing else of it: not
// its document, its place or its neighbours.
package grading
