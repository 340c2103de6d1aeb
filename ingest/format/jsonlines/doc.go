// Package jsonlines reads records that stand on a line each, as JSON objects. It
// promises to hold no more of a file than one part of it, and that a bad line is named
// and costs nothing but itself where most lines are good.
package jsonlines
