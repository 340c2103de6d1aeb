// Package card turns the two sides of flashcards into questions and answers. It promises to add no
// word: what a program has put on the cards around their words (tags, sounds, images, the same
// link on every card) is left away, what is hidden in a cloze becomes the answer, and a side
// without words stays as it is.
package card
