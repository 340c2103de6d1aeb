// Package crowdanki reads decks that were exported as JSON: notes, the models that name their
// fields, and decks within decks. It promises that a note's sides are what its cards would show.
package crowdanki
