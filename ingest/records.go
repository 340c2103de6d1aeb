package ingest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/quarrykb/quarry"
)

// begun is a source that was opened: its whole text, a file of records that is
// read as it is needed, or one that needs no reading.
type begun struct {
	loaded  Loaded
	records *records
	same    bool // whether its bytes are those that were expected
}

// begin opens a source. What no splitter knows by its head is read to the end.
// Where the whole file is expected to have a hash, and has it, nothing looks at
// what is in it.
func (p *Pipeline) begin(ctx context.Context, source Source, expected string) (begun, error) {
	return step(ctx, p.run(source), StageRead, source, func(ctx context.Context, source Source) (begun, error) {
		head, file, err := open(source)
		if err != nil {
			return begun{}, err
		}
		if expected != "" {
			rest, err := readUpTo(file, p.longest(), source.Size-int64(len(head)))
			if err != nil {
				return begun{}, errors.Join(readError(err), file.Close())
			}
			if Hash(head, rest) == expected {
				return begun{same: true}, file.Close()
			}
			file = reread{io.MultiReader(bytes.NewReader(rest), file), file}
		}
		by, err := p.splitter(head)
		if err := cmp.Or(p.refuse(head), err); err != nil {
			return begun{}, errors.Join(err, file.Close())
		}
		if by == nil {
			loaded, err := p.whole(source, head, file)
			return begun{loaded: loaded}, err
		}
		f := &records{
			source: source, file: file, run: p.run(source), encoding: encodingOfHead(head),
			texts: map[int]bool{}, imported: map[quarry.DocumentID]bool{},
		}
		f.pull, f.stop = iter.Pull2(by.Split(ctx, io.MultiReader(bytes.NewReader(head), explained{file})))
		return begun{records: f}, nil
	})
}

// reread is a file of which the beginning was read already.
type reread struct {
	io.Reader
	io.Closer
}

// splitter returns the splitter that is surest of a file's head, nil where none
// knows it.
func (p *Pipeline) splitter(head []byte) (Splitter, error) {
	return guarded(func() (Splitter, error) {
		by, _ := surest(p.config.Splitters, func(s Splitter) Confidence { return s.Recognise(head) })
		return by, nil
	})
}

// Carries reports whether a file that begins with this head, of up to HeadBytes, carries
// documents of any place: where it is read, what is stored anywhere may become another.
func (p *Pipeline) Carries(head []byte) bool {
	by, err := p.splitter(head)
	_, carries := by.(Carrier)
	return err == nil && carries
}

// cut takes a part of a file of records for a document.
// The encoding is the file's, "" where it is not known.
func cut(source Source, part Part, encoding string) Loaded {
	return Loaded{Source: source, Content: part.Text, SHA256: Hash(part.Text), Part: true, Encoding: encoding}
}

// behind moves the line of a part's error to where it stands in the file.
func behind(err error, first int) error {
	refused, ok := errors.AsType[*StageError](err)
	if !ok {
		return err
	}
	moved := *refused
	moved.Line = first + max(0, refused.Line-1)
	return &moved
}

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
