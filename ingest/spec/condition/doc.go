// Package condition reads under which conditions a number holds.
//
// It is handed the words around a number of which everything else is known, by
// how near they stand: its own, those of footnotes, its labels, the titles that
// speak for it. Each text is read once into what it says ([statement]); what of
// that is said of the number, and which text counts, is decided claim by claim.
// The words are the lexicon's: its condition terms, its number formats, its cues.
package condition
