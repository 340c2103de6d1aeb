package ingest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Shelf is where documents stand that are to be read again.
type Shelf interface {
	// Documents lists documents, by path and id.
	Documents(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Document], error)
	// Content returns a document's text and the bytes of its file.
	Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error)
}

// LiveShelf is a Shelf on which others replace documents meanwhile.
type LiveShelf interface {
	Shelf
	// Document returns a document as it is by now, or KindNotFound.
	Document(ctx context.Context, id quarry.DocumentID) (quarry.Document, quarry.Sequence, error)
}

// shelfPage is how many documents are listed at a time.
const shelfPage = 200

// Again reads every document on a shelf again, from its stored bytes, as the pipeline
// reads them now: the folder that they came from is not needed. A document keeps its
// place, and its entries keep their ids as far as they say the same. Nothing is
// skipped for being unchanged. What cannot be read any more is an outcome, and what is
// stored of it is kept; what changed meanwhile is passed over. Told is called with how
// many documents there are, before the first and again when that changes.
func (r *Run) Again(ctx context.Context, shelf Shelf, told func(total int)) (Summary, error) {
	summary := newSummary()
	i := r.ingestion(&summary)
	total, failed := -1, error(nil)
	documents := func(yield func(quarry.Document) bool) {
		for page := (quarry.PageRequest{Limit: shelfPage}); ; {
			found, err := shelf.Documents(ctx, quarry.Filter{}, page)
			if err != nil {
				failed = fmt.Errorf("list the documents: %w", err)
				return
			}
			if found.Total != total {
				total = found.Total
				told(total)
			}
			for _, document := range found.Items {
				if !yield(document) {
					return
				}
			}
			if found.Next == nil {
				return
			}
			page.After = *found.Next
		}
	}
	readers := crew[quarry.Document, prepared]{
		workers: max(1, r.Workers), drop: prepared.drop,
		do: func(ctx context.Context, d quarry.Document) prepared { return r.reread(ctx, shelf, d) },
	}
	for p := range readers.work(ctx, documents) {
		if err := i.keepReread(ctx, p); err != nil {
			return summary, err
		}
	}
	return summary, cmp.Or(failed, ctx.Err())
}

// reread prepares a stored document.
func (r *Run) reread(ctx context.Context, shelf Shelf, d quarry.Document) prepared {
	p := prepared{
		known: true, stored: quarry.StoredDocument{ID: d.ID, SHA256: d.SHA256, Fingerprint: d.Fingerprint},
		source: Source{Name: d.Path, Collection: d.Collection, Root: d.Root, As: d.As, Path: d.Path},
	}
	var content quarry.Content
	var loaded Loaded
	if content, p.err = readShelf(ctx, shelf, d); p.err == nil {
		loaded, p.err = r.Pipeline.takeOut(ctx, p.source, content, d.Encoding)
	}
	if p.err == nil {
		p.tagged, p.err = r.Pipeline.config.Reader.ReadDocument(ctx, loaded)
	}
	return p
}

// readShelf reads the stored bytes of a document, which has to be the one that was listed:
// where another was stored since, it is KindNotFound.
func readShelf(ctx context.Context, shelf Shelf, d quarry.Document) (quarry.Content, error) {
	content, _, err := shelf.Content(ctx, d.ID)
	if err != nil {
		return content, err
	}
	file := content.Original
	if d.TextOf == quarry.TextOfFile {
		file = content.Text
	}
	if Hash(content.Text) == d.TextSHA256 && (d.SHA256 == d.TextSHA256 || Hash(file) == d.SHA256) {
		return content, nil
	}
	// What is found in other bytes than were read would stand for the document.
	damaged := stageError(StageRead, d.Path, quarry.Errorf(quarry.KindConflict,
		"what is stored is not what was read: the database is damaged. quarry salvage takes the document out, then ingest its file again"))
	live, may := shelf.(LiveShelf)
	if !may {
		return content, damaged
	}
	now, _, err := live.Document(ctx, d.ID)
	if err == nil && (now.SHA256 != d.SHA256 || now.TextSHA256 != d.TextSHA256) {
		err = quarry.Errorf(quarry.KindNotFound, "%q is another document by now", d.Path)
	}
	return content, cmp.Or(err, error(damaged))
}

// takeOut is loading for a document that is stored: the whole file, or the part that
// it is of a file of records, which was in an encoding.
func (p *Pipeline) takeOut(ctx context.Context, source Source, content quarry.Content, encoding string) (Loaded, error) {
	file := content.Original
	switch {
	case file == nil && p.isPart(source.Path, content.Text):
		return cut(source, Part{Line: 1, Text: content.Text}, ""), nil
	case file == nil:
		file = content.Text
	case !utf8.Valid(file) && decode(file).encoding == "":
		// A part of which the stored text is not made up is not in UTF-8, and in no format that
		// text is taken out of.
		if _, extracts := p.extractor(file); !extracts && p.isPart(source.Path, file) {
			return cut(source, Part{Line: 1, Text: file}, encoding), nil
		}
	}
	source.Size = int64(len(file))
	source.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }
	return step(ctx, p.run(source), StageRead, source, p.load)
}

// isPart reports whether a text is one that a splitter cut: by its name, its length or
// its beginning.
func (p *Pipeline) isPart(path string, text []byte) bool {
	if _, further := partOf(path); further || len(text) > MaxTextBytes {
		return true
	}
	by, err := p.splitter(text[:min(len(text), HeadBytes)])
	return err == nil && by != nil
}

// keepReread saves a document that was read again, or tells that it cannot be read any more.
func (i *ingestion) keepReread(ctx context.Context, p prepared) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	outcome := Outcome{Name: p.source.Name, Collection: p.source.Collection, Path: p.source.Path, Status: Unchanged}
	err := p.err
	if err == nil {
		outcome.Report = p.tagged.Knowledge.Document.Report
		outcome.Difference, err = i.Pipeline.Save(ctx, p.source, p.tagged, i.Writer)
		if !outcome.Difference.Empty() {
			outcome.Status = Changed
		}
	} else if !movedOn(err) {
		outcome, err = refused(outcome, p, err)
	}
	switch {
	case err == nil:
		i.done(outcome)
	case !movedOn(err):
		return err
	}
	return nil
}

// movedOn reports whether the document that was taken from the shelf is there no more:
// it is gone, or another one has its place by now.
func movedOn(err error) bool { return quarry.IsKind(err, quarry.KindNotFound) }
