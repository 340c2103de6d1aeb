// Package mochi reads decks of flashcards whose cards and sides are parted by
// lines of marks, "---" above all. It promises that a document with thematic
// breaks, slides and YAML documents are no decks.
package mochi
