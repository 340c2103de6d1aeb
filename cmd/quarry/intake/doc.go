// Package intake is quarry ingest: the command and its ways (ingest.go: alone, or through a
// server, whose conflicts are watched in through.go), what a dry run tells (dryrun.go), and what
// is said of a run: of each document as it is done (watch.go, report.go), entry by entry
// (difference.go), for people (text.go, warn.go), and how far it is (progress.go).
//
// It knows the pipeline, the store and the wiring, and reads no flags but its own.
package intake
