package ingest

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// prepared is a document that is ready to be saved, or the reason why not.
type prepared struct {
	source   Source
	stored   quarry.StoredDocument
	known    bool
	same     bool
	tagged   Tagged
	imported *quarry.Knowledge       // what the file carries in place of a text
	gone     []quarry.StoredDocument // documents that make way for this one
	rest     *records                // the parts that follow it in its file; nil where none can
	err      error
}

// drop lets go of what is not going to be saved.
func (p prepared) drop() {
	if p.rest != nil {
		p.rest.close()
	}
}

// storedFile is what is stored of one file: its parts by their numbers.
type storedFile map[int]quarry.StoredDocument

func (s storedFile) numbers() []int { return slices.Sorted(maps.Keys(s)) }

// belongs reports whether what is stored under the n-th number is of the file that a
// source is, or of the one whose place it takes. A document of its own may stand there
// too, below another one and with a number for its name.
func (s storedFile) belongs(n int, to Source) bool {
	part, whole := s[n], s[1]
	switch {
	case part.Root == to.Root:
		return true
	case n == 1 || !to.Replaces:
		return to.Replaces
	}
	return part.Root == whole.Root && !isImport(part)
}

// lookUp returns what is stored under a source's path.
func (r *Run) lookUp(ctx context.Context, source Source) (storedFile, error) {
	documents, err := r.Library.StoredFile(ctx, source.Collection, source.Path)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", source.Path, err)
	}
	was := storedFile{}
	for _, document := range documents {
		if n := partNumber(source.Path, document.Path); n > 0 {
			was[n] = document
		}
	}
	return was, nil
}

// prepare reads a file, and parses it unless it is unchanged. Of a file of
// records it does so with the first part.
func (r *Run) prepare(ctx context.Context, source Source) prepared {
	was, err := r.lookUp(ctx, source)
	if err != nil {
		return prepared{source: source, err: err}
	}
	stored, known := was[1]
	expected := "" // of the bytes that the file has unless it has changed
	if known && len(was) == 1 && stored.Root == source.Root && stored.Fingerprint == r.Pipeline.Fingerprint() {
		expected = stored.SHA256
	}
	begun, err := r.Pipeline.begin(ctx, source, expected)
	switch {
	case err != nil || begun.same:
		return prepared{source: source, stored: stored, known: known, same: begun.same, err: err}
	case begun.records == nil:
		return r.alone(ctx, was, begun.loaded)
	}
	f := begun.records
	f.was = was
	part, more := f.next(ctx)
	if !more {
		f.close()
		return prepared{source: source, stored: stored, known: known, err: f.err}
	}
	p := r.part(ctx, f, part)
	p.rest = f
	if part.Knowledge == nil && !p.same && p.err == nil {
		p.gone, p.err = r.imports(ctx, source) // what was imported from it as long as it was an export
	}
	return p
}

// alone prepares a file that is one document: what was stored of it as parts,
// or as documents imported from it, makes way. An unchanged one has nothing of
// the kind, for they make way before it is saved.
func (r *Run) alone(ctx context.Context, was storedFile, loaded Loaded) prepared {
	p := r.judge(ctx, was, 1, loaded)
	if p.same || p.err != nil {
		return p
	}
	p.gone, p.err = r.imports(ctx, p.source)
	for _, n := range was.numbers() {
		if n > 1 && was.belongs(n, p.source) {
			p.gone = append(p.gone, was[n])
		}
	}
	return p
}

// judge reads a document unless it is unchanged: the same bytes, read by the
// same pipeline. A path that belongs to a file elsewhere is refused.
func (r *Run) judge(ctx context.Context, was storedFile, number int, loaded Loaded) prepared {
	source := loaded.Source
	p := prepared{source: source}
	p.stored, p.known = was[number]
	if p.known && p.stored.Root != source.Root && !source.Replaces && stillThere(p.stored) {
		return prepared{source: source, err: claimed(source.Name, p.stored)}
	}
	p.same = p.known && p.stored.SHA256 == loaded.SHA256 && p.stored.Root == source.Root &&
		p.stored.Fingerprint == r.Pipeline.Fingerprint()
	if !p.same {
		p.tagged, p.err = r.Pipeline.config.Reader.ReadDocument(ctx, loaded)
	}
	return p
}

// part prepares a part of a file. The lines of its errors are the file's.
func (r *Run) part(ctx context.Context, f *records, part numbered) prepared {
	if part.Knowledge != nil {
		return admit(f.source, part)
	}
	p := r.judge(ctx, f.was, part.number, cut(f.source.part(part.number), part.Part, f.encoding))
	p.err = behind(p.err, part.Line)
	return p
}

func claimed(name string, stored quarry.StoredDocument) error {
	advice := "use --as NAME/ or another --collection"
	if isImport(stored) {
		advice = "move that export away, and this file takes its place"
	}
	return stageError(StageClaim, name, quarry.Errorf(quarry.KindConflict,
		"%q is already stored from %s: %s", stored.Path, stored.Root, advice))
}
