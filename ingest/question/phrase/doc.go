// Package phrase knows how people write questions, labels and titles. It
// promises to judge a line by its words alone: no file, no layout, no subject.
package phrase
