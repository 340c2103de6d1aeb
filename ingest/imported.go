package ingest

import (
	"context"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// admit checks a document that a file carries with its entries, and makes the
// file its root. It keeps its collection, its path and its ids.
func admit(source Source, part numbered) prepared {
	k := *part.Knowledge
	d := &k.Document
	p := prepared{source: source, imported: &k}
	p.source.Collection, p.source.Path = d.Collection, d.Path
	if err := whole(k); err != nil {
		p.err = stageError(StageRead, source.Name, &LineError{Line: part.Line, Err: err})
		return p
	}
	d.Root, d.As = source.file(), d.Path
	p.source.Root, p.source.As = d.Root, d.As
	return p
}

// whole reports what is cheaply seen to be wrong with a document that was
// extracted elsewhere.
func whole(k quarry.Knowledge) error {
	d := k.Document
	original := k.Content.Text
	if k.Content.Original != nil {
		original = k.Content.Original
	}
	switch {
	case d.Collection == "" || !isPlain(d.Path):
		return quarry.Errorf(quarry.KindInvalid, "the document has no collection, or no path inside of it: %q and %q", d.Collection, d.Path)
	case d.ID != quarry.DocumentID(quarry.NewID(d.Identity())):
		return quarry.Errorf(quarry.KindInvalid, "%q is not the id of the document %q in %q", d.ID, d.Path, d.Collection)
	case d.SHA256 != Hash(original) || d.TextSHA256 != Hash(k.Content.Text):
		return quarry.Errorf(quarry.KindInvalid, "the text of %q is not the one that its entries were taken from", d.Path)
	case k.Size() > MaxEntries:
		return quarry.Errorf(quarry.KindTooLarge, "more than %d entries, the most that is taken from one document", MaxEntries)
	}
	return nil
}

// importedFrom says which file an imported document came in, and whether it has its
// place: it has not where the file that is stored there is another one.
type importedFrom struct {
	file   string
	placed bool
}

// judgeImported finds out what is stored at an imported document's place. That
// is done in its turn, for a file before it may just have taken the place.
func (i *ingestion) judgeImported(ctx context.Context, p prepared) (prepared, error) {
	k := p.imported
	if by, came := i.imported[k.Document.ID]; came {
		p.err = stageError(StageClaim, p.source.Name, quarry.Errorf(quarry.KindConflict,
			"%q came already, in %s", k.Document.Path, by.file))
		return p, nil
	}
	i.imported[k.Document.ID] = importedFrom{file: p.source.Name}
	was, err := i.lookUp(ctx, p.source)
	if err != nil {
		return p, err
	}
	p.stored, p.known = was[1]
	narrowed := strings.HasSuffix(k.Document.Fingerprint, PartialMark)
	narrowed = narrowed && !strings.HasSuffix(p.stored.Fingerprint, PartialMark)
	if p.known && narrowed && k.Document.SHA256 == p.stored.SHA256 { // all of it is stored, with the rest
		i.imported[k.Document.ID] = importedFrom{file: p.source.Name, placed: true}
		p.same = true
		return p, nil
	}
	if !p.known || p.stored.Root == k.Document.Root || !stillThere(p.stored) {
		i.imported[k.Document.ID] = importedFrom{file: p.source.Name, placed: true}
		return p, nil
	}
	difference, err := i.Library.PreviewDocument(ctx, *k)
	if err != nil && !quarry.IsKind(err, quarry.KindConflict) && !quarry.IsKind(err, quarry.KindInvalid) {
		return p, err
	}
	p.same = err == nil && difference.Empty() && p.stored.SHA256 == k.Document.SHA256
	if !p.same {
		p.known, p.err = false, stageError(StageClaim, p.source.Name, quarry.Errorf(quarry.KindConflict,
			"%q is stored from %s, and not the same: a document of an export keeps its collection and its path, "+
				"so read it into another data directory, or take that file away first", p.stored.Path, p.stored.Root))
	}
	return p, nil
}

// PartialMark is what the fingerprint of a document ends with that was imported
// from an export which a filter had narrowed: entries may be missing.
const PartialMark = " partial"

// imports returns the documents that are stored as imported from a file.
func (r *Run) imports(ctx context.Context, source Source) ([]quarry.StoredDocument, error) {
	if source.file() == source.Root {
		return nil, nil // no file on disk: what was imported from it once may not be in it now
	}
	documents, err := r.Library.StoredDocuments(ctx, "", source.file())
	if err != nil {
		return nil, fmt.Errorf("list the documents of %s: %w", source.file(), err)
	}
	return documents, nil
}
