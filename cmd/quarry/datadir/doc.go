// Package datadir is a data directory on the disk: where its database, its indexes, its
// uploads and its backups stand (datadir.go, backupnames.go), who holds it (lock.go), how
// its database is opened and when it is lost (present.go), and how one database takes
// another's place, whatever is killed meanwhile (swap.go). It says what keeps a file from
// being used, with the way out (blocked.go), and which files are Quarry's own (target.go).
//
// It knows the store and nothing of what is read from documents, searched or served.
package datadir
