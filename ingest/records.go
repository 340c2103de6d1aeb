package ingest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/quarrykb/quarry"
)

// records is a file of records that is read one part after the other. Its
// owner closes it.
type records struct {
	source Source
	was    storedFile
	file   io.Closer
	pull   func() (Part, error, bool)
	stop   func()
	run    stageRunner

	encoding string // that its beginning is in; "" for UTF-8, or where it does not tell

	count    int          // parts that were read
	texts    map[int]bool // those of them that are documents of this file
	imported map[quarry.DocumentID]bool
	refused  bool  // whether a document that the file carries was refused
	err      error // what the file ended with, a StageError
}

// numbered is a part and its place among the parts of its file, from 1.
type numbered struct {
	Part

	number int
}

// newRecords begins to split a file of which the head was read already.
func (p *Pipeline) newRecords(ctx context.Context, source Source, head []byte, file io.ReadCloser, by Splitter) *records {
	f := &records{
		source: source, file: file, run: stageRunner{source: source.Name, log: p.log}, encoding: encodingOfHead(head),
		texts: map[int]bool{}, imported: map[quarry.DocumentID]bool{},
	}
	f.pull, f.stop = iter.Pull2(by.Split(ctx, io.MultiReader(bytes.NewReader(head), explained{file})))
	return f
}

// explained is a reader whose errors can be shown to a caller.
type explained struct{ io.Reader }

// Read reads, or says why it cannot.
func (r explained) Read(to []byte) (int, error) {
	n, err := r.Reader.Read(to)
	if err != nil && !errors.Is(err, io.EOF) {
		err = readError(err)
	}
	return n, err
}

// next returns the next part. There is none at the end of the file, and none
// behind an error, which is kept.
func (f *records) next(ctx context.Context) (numbered, bool) {
	more := false
	part, err := step(ctx, f.run, StageRead, f.count, func(context.Context, int) (Part, error) {
		var part Part
		var err error
		if part, err, more = f.pull(); !more && f.count == 0 {
			err = quarry.Errorf(quarry.KindInvalid, "empty: there is nothing to read")
		}
		return part, err
	})
	if f.err = err; err != nil || !more {
		return numbered{}, false
	}
	f.count++
	if part.Knowledge == nil {
		f.texts[f.count] = true
	}
	return numbered{Part: part, number: f.count}, true
}

// rest yields the parts that are left.
func (f *records) rest(ctx context.Context) iter.Seq[numbered] {
	return func(yield func(numbered) bool) {
		for part, more := f.next(ctx); more && yield(part); part, more = f.next(ctx) {
		}
	}
}

// note remembers a document that the file carries: it is not to be removed.
func (f *records) note(p prepared) {
	if p.imported != nil {
		f.imported[p.imported.Document.ID] = true
		f.refused = f.refused || p.err != nil
	}
}

// close ends the reading, at whatever part it is.
func (f *records) close() {
	_, _ = guarded(func() (int, error) { f.stop(); return 0, nil })
	_ = f.file.Close() // it was only read
}

// gone returns the documents that were stored of the file and are none of its
// parts any more.
func (f *records) gone() []quarry.StoredDocument {
	var gone []quarry.StoredDocument
	for _, n := range f.was.numbers() {
		if !f.texts[n] && f.was.belongs(n, f.source) {
			gone = append(gone, f.was[n])
		}
	}
	return gone
}
