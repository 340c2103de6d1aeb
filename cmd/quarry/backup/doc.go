// Package backup copies a database and puts copies back: one backup (copy.go), a folder of them
// of which some stay (folder.go, keep.go), the command behind each (then.go), backups at a
// distance (repeat.go), restoring (restoring.go), and what is saved of a database that cannot be
// read as a whole (salvaging.go).
//
// It knows a data directory and its doctor, and nothing of indexes, servers or flags.
package backup
