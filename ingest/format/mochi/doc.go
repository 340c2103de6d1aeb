// Package mochi reads decks of flashcards as Mochi writes them: lines of "---" part a
// head of keys, a front and a back. It promises that a document with thematic
// breaks, slides and YAML documents are no decks.
package mochi
