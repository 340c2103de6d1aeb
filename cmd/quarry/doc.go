// Command quarry serves study documents as a knowledge API and asks it
// questions. It is the one place that knows every package: config.go says what
// can be set, wire.go builds the pieces and hands them to each other, and every
// sub-command has a file of its own.
package main
