package ingest

import (
	"bytes"
	"context"
	"errors"
	"io"
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
	run := stageRunner{source: source.Name, log: p.log}
	return step(ctx, run, StageRead, source, func(ctx context.Context, source Source) (begun, error) {
		head, file, err := p.open(source)
		if err != nil {
			return begun{}, err
		}
		if expected != "" {
			rest, err := readUpTo(file, p.longest(), source.Size-int64(len(head)))
			if err != nil {
				return begun{}, errors.Join(readError(err), file.Close())
			}
			if hashOf(head, rest) == expected {
				return begun{same: true}, file.Close()
			}
			file = reread{io.MultiReader(bytes.NewReader(rest), file), file}
		}
		if err := p.refuse(head); err != nil {
			return begun{}, errors.Join(err, file.Close())
		}
		return p.split(ctx, source, head, file)
	})
}

// reread is a file of which the beginning was read already.
type reread struct {
	io.Reader
	io.Closer
}

func (p *Pipeline) split(ctx context.Context, source Source, head []byte, file io.ReadCloser) (begun, error) {
	by, err := guarded(func() (Splitter, error) { return p.splitter(head), nil })
	if err != nil {
		return begun{}, errors.Join(err, file.Close())
	}
	if by != nil {
		return begun{records: p.newRecords(ctx, source, head, file, by)}, nil
	}
	loaded, err := p.whole(source, head, file)
	return begun{loaded: loaded}, err
}

// splitter returns the splitter that is surest of a file's head, nil where none
// knows it. Of two that are equally sure the earlier in the list wins.
func (p *Pipeline) splitter(head []byte) Splitter {
	var best Splitter
	surest := NotMine
	for _, one := range p.splitters {
		if sure := one.Recognise(head); sure > surest {
			surest, best = sure, one
		}
	}
	return best
}

// Carries reports whether a file that begins with this head, of up to HeadBytes, carries
// documents of any place: where it is read, what is stored anywhere may become another.
func (p *Pipeline) Carries(head []byte) bool {
	by, err := guarded(func() (Splitter, error) { return p.splitter(head), nil })
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
