// Package db opens the one SQLite file of a knowledge base, and reads and writes it in
// transactions. It knows the file and its change feed, and none of the tables of entries:
// the packages beside it have those.
package db
