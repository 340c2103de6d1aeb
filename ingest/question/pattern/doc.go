// Package pattern finds questions by the way in which a text repeats itself. It
// promises to know no layout: every line that may open a question is told by
// its marks, lines of the same marks are weighed together, and what a group
// asks, numbers, labels and answers is the evidence for each of its members.
//
// # How it decides
//
// A line's form is what its marks say: a heading of some level, a number, a list mark, bold, a
// label, a sign. Lines of one form are a group, and those under the same title weigh more in it. A logistic regression tells from a
// line, its group and what stands around it how likely it asks (see evidence.go; `make train` fits
// it). What a question opens ends at the next one, at a heading that stands no lower, or where the
// answers of its group end (see resolve.go).
package pattern
