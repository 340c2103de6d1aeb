// Package notecard finds flashcards that people write among their notes: sides
// parted by a line or a mark, lines with a tag, and hidden words. It promises
// that a mark which programs use as well, like the two colons, makes a card
// only where the note says that it has cards, or shows it by repetition.
package notecard
