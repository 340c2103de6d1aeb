package main

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// verdict judges a run while it goes on, and keeps no document. A run fails in
// which a file was refused that the caller named, in which two claimed one
// path, or in which nothing at all could be read. That a folder holds what is
// no document is no failure.
type verdict struct {
	named   map[string]bool // the files that the caller named
	read    bool            // whether anything could be read
	refused bool            // whether anything was refused
	failed  bool            // whether anything was refused that fails the run alone
}

// add judges what became of a document.
func (v *verdict) add(o ingest.Outcome) {
	switch o.Status {
	case ingest.Added, ingest.Changed, ingest.Unchanged:
		v.read = true
	case ingest.Rejected:
		v.refused = true
		v.failed = v.failed || o.Rejection.Stage == string(ingest.StageClaim) || v.named[o.Rejection.Source]
	case ingest.Removed:
	}
}

// err returns the run's exit code as an error, nil where it did well.
func (v *verdict) err() error {
	switch {
	case v.refused && !v.read:
		return quarry.Errorf(quarry.KindUnsupported, "no document was read: the report says why")
	case v.failed:
		return &exitError{code: exitCouldNot}
	}
	return nil
}
