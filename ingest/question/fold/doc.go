// Package fold finds questions in what folds: details, components with a
// title, containers, admonitions and callouts. It promises that a fold's title
// alone makes no question: it must ask, or stand among others that do.
package fold
