// Package quiz makes questions with choices of what documents state: of figures of things
// (figures.go, worded in wording.go), of short forms (shortforms.go), of definitions (terms.go),
// and of stored questions whose answers have siblings (siblings.go). Store puts them beside the
// stored ones, where they are asked for (store.go, draw.go).
//
// It promises that of the choices exactly one is right by what is stored, and names the bytes that
// say so for each of them. Where sources disagree, a condition may differ, or a choice could be
// right as well, no question is made. The same material makes the same questions, and a question
// keeps its id as long as what proves it stays.
package quiz
