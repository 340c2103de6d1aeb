// Package separated reads cards that two marks part: one between the sides of a card, the other, or
// a line break or a blank line, between cards, as "term --- meaning;;". It promises to know no such
// marks beforehand: they are the ones that part a text regularly, and a text that they do not part
// so is left alone.
package separated
