// Package pattern finds questions by the way in which a text repeats itself. It
// promises to know no layout: every line that may open a question is told by
// its marks, lines of the same marks are weighed together, and what a group
// asks, numbers, labels and answers is the evidence for each of its members.
//
// # How it weighs
//
// A line's form is what its marks say: a heading of some level, a number, a
// list mark, bold, a label, a sign. Lines of one form under one title are a
// group. See evidence for what counts and how much; a line whose evidence comes
// to 1 opens a question. What it opens ends at the next question, at a heading
// that stands no lower, or where the answers of its group end (see extent).
package pattern
