// Package coloncards reads flashcards of one line each, "front :: back". It
// promises that a line without both sides is never a card.
package coloncards
