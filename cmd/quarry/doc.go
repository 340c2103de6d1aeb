// Command quarry serves study documents as a knowledge API and asks it questions. Every
// sub-command has a file of its own: here, where it is flags and printing, in cmd/quarry/lookup
// where it asks the API, in cmd/quarry/intake (ingest) and cmd/quarry/evaluate (eval). config.go
// says what can be set and is the only reader of the environment.
//
// Below it stand, each knowing only those behind it: app (the wiring: it knows every package of
// Quarry), backup, doctor and datadir (a data directory: its lock, its swaps), and present (what
// prints).
package main
