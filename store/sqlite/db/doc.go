// Package db opens the one SQLite file of a knowledge base, and reads and writes it in
// transactions (transaction.go). It knows the file and its change feed (feed.go), and none of
// the tables of entries: the packages beside it have those.
//
// A [DB] has one writing connection and a pool of read-only ones. SQLite
// has a single writer anyway; one connection of our own turns "database is
// locked" into waiting in line (turns.go). Every setting stands in the data source name
// (handle.go): a PRAGMA that is sent through a pool reaches one connection only. The one that
// changes as it goes is sent through the writer's own. What a disk that fails leaves of the
// write-ahead log is looked after in log.go.
package db
