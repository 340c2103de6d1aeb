package ingest

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// Prune removes the documents of a collection and root that are not among the
// sources any more. Only roots that were looked through to the end count, and
// only documents that were put under the same name: the file of another one may
// well be there. The parts of a file are there as long as it is, and so are the
// documents that it carries.
func (r *Run) Prune(ctx context.Context, request Request, sources Sources, summary *Summary) error {
	there := newPresence(slices.Concat(sources.Refused, sources.Found))
	i := r.ingestion(summary)
	for _, root := range sources.Roots {
		stored, err := r.Library.StoredDocuments(ctx, request.Collection, root)
		if err != nil {
			return fmt.Errorf("list the documents of %s: %w", root, err)
		}
		gone := slices.DeleteFunc(stored, func(d quarry.StoredDocument) bool {
			return there.has(d) || (d.As != request.place("") && !isImport(d))
		})
		if err := i.remove(ctx, gone); err != nil {
			return err
		}
	}
	return nil
}

// presence is which files a run found.
type presence struct {
	paths map[string]bool // by root and path
	files map[string]bool
}

func newPresence(sources []Source) presence {
	p := presence{paths: make(map[string]bool, len(sources)), files: make(map[string]bool, len(sources))}
	for _, source := range sources {
		p.paths[source.Root+"\n"+source.Path] = true
		p.files[source.file()] = true
	}
	return p
}

// has reports whether the file of a stored document was found.
func (p presence) has(d quarry.StoredDocument) bool {
	if isImport(d) {
		return p.files[d.Root]
	}
	file, isPart := partOf(d.Path)
	return p.paths[d.Root+"\n"+d.Path] || (isPart && p.paths[d.Root+"\n"+file])
}
