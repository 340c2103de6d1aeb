// Package ankitext reads flashcards as Anki exports them, "Notes in Plain Text": fields between
// tabs or other marks, with or without the header lines that say which field is what. It promises
// that a line of a file with headers is a card whatever it says, and that a file without them is
// one of cards only where all its lines have the same number of fields and look like cards.
package ankitext
