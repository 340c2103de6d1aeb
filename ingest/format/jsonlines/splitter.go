package jsonlines

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Splitter cuts JSON Lines between lines.
type Splitter struct{}

// NewSplitter returns a splitter.
func NewSplitter() Splitter { return Splitter{} }

// Format names the format.
func (Splitter) Format() ingest.Format { return ingest.Format{Name: "jsonl", Version: 1} }

// fewestLines is how many lines have to be objects, at least.
const fewestLines = 2

// sure is more than a table of commas can be: lines that are JSON are nothing
// else.
const sure ingest.Confidence = 0.97

// exportKey is what the first line of Quarry's own export has.
const exportKey = `"quarry_export"`

// Recognise looks for two whole lines that are objects, before any other.
func (Splitter) Recognise(head []byte) ingest.Confidence {
	found := 0
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte(byteOrderMark))) {
		whole := bytes.HasSuffix(line, []byte("\n"))
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			continue
		case !whole && len(head) >= ingest.HeadBytes && found > 0 && bytes.HasPrefix(line, []byte(`{"`)):
			return sure // a long record behind a whole one
		case !whole && len(head) >= ingest.HeadBytes, !isObject(line), found == 0 && bytes.Contains(line, []byte(exportKey)):
			return ingest.NotMine
		}
		if found++; found == fewestLines {
			return sure
		}
	}
	return ingest.NotMine
}

const byteOrderMark = "\ufeff"

func isObject(line []byte) bool { return len(line) > 0 && line[0] == '{' && json.Valid(line) }

// Split yields parts of whole lines.
func (Splitter) Split(ctx context.Context, file io.Reader) iter.Seq2[ingest.Part, error] {
	return func(yield func(ingest.Part, error) bool) {
		lines := &lineReader{from: bufio.NewReaderSize(file, bufferBytes), line: 1}
		err := ctx.Err()
		for err == nil {
			var part ingest.Part
			part, err = lines.part()
			if len(bytes.TrimSpace(part.Text)) > 0 && !yield(part, nil) {
				return
			}
			err = cmp.Or(err, ctx.Err())
		}
		if !errors.Is(err, io.EOF) {
			yield(ingest.Part{}, err)
		}
	}
}

// bufferBytes is how much of the file is read at a time.
const bufferBytes = 64 << 10

type lineReader struct {
	from *bufio.Reader
	line int // the next one's number
}

// part reads whole lines until they are enough for a part, or until the file
// ends. What was read before an error is returned with it.
func (r *lineReader) part() (ingest.Part, error) {
	part := ingest.Part{Line: r.line}
	for records := 0; records < ingest.PartRecords && len(part.Text) < ingest.PartBytes; records++ {
		whole, err := r.append(part.Text)
		if err != nil && !errors.Is(err, io.EOF) {
			return part, err
		}
		part.Text = whole
		if err != nil {
			return part, err
		}
		r.line++
	}
	return part, nil
}

// append reads one line behind what was read before.
func (r *lineReader) append(before []byte) ([]byte, error) {
	text := before
	for {
		piece, err := r.from.ReadSlice('\n')
		text = append(text, piece...)
		if len(text)-len(before) > ingest.MaxRecordBytes {
			return before, &ingest.LineError{Line: r.line, Err: quarry.Errorf(quarry.KindTooLarge,
				"a record of more than %d MB", ingest.MaxRecordBytes>>20)}
		}
		switch {
		case err == nil, errors.Is(err, io.EOF):
			return text, err
		case !errors.Is(err, bufio.ErrBufferFull):
			return before, fmt.Errorf("read line %d: %w", r.line, err)
		}
	}
}
