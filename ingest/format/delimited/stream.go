package delimited

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Stream is a file of records that is cut into parts.
type Stream struct {
	// Separator parts the fields.
	Separator byte
	// IsHead reports whether a record, as written, belongs to the head of the
	// file, which every part repeats. It is asked for the n-th record, from 1,
	// as long as it says so.
	IsHead func(record []byte, n int) bool
	// Strict refuses a quote that is never closed, and names its line. Else the
	// quote is a character like others.
	Strict bool
}

// longestHead is the longest head, in bytes, that every part repeats.
const longestHead = 64 << 10

// Parts yields the parts of a file, whole records each, from its beginning to
// its end. One record at a time and one part are held in memory. An error is a
// LineError where the line is known, and the last that is yielded.
func (s Stream) Parts(ctx context.Context, file io.Reader) iter.Seq2[ingest.Part, error] {
	return func(yield func(ingest.Part, error) bool) {
		cut := cutter{stream: s, line: 1, inHead: true, part: ingest.Part{Line: 1}}
		records := bufio.NewScanner(whole{file})
		records.Buffer(make([]byte, 0, ingest.HeadBytes), ingest.MaxRecordBytes)
		records.Split(cut.split)
		for ctx.Err() == nil && records.Scan() {
			if part, full := cut.add(records.Bytes()); full && !yield(part, nil) {
				return
			}
		}
		part, ok, err := cut.last(cmp.Or(ctx.Err(), records.Err()))
		if ok {
			yield(part, err)
		}
	}
}

// last returns the part that the file ends with, or what went wrong.
func (c *cutter) last(err error) (ingest.Part, bool, error) {
	if err != nil {
		return ingest.Part{}, true, c.failure(err)
	}
	return c.part, c.records > 0 || (!c.further && len(c.part.Text) > 0), nil
}

// whole fills what it reads into, so that a long record is not looked at anew
// for every few bytes that arrive.
type whole struct{ from io.Reader }

func (w whole) Read(into []byte) (int, error) {
	n, err := io.ReadFull(w.from, into)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

// cutter gathers records into parts.
type cutter struct {
	stream  Stream
	part    ingest.Part
	further bool // the part is not the first
	head    []byte
	inHead  bool
	seen    int // records of the file
	records int // records of the part, its head left out
	line    int // that the next record begins on
	open    int // line of a quote that may never be closed, 0 for none
}

// add takes a record in, and returns the part that it completes. Every part
// after the first begins with the head, and its line is moved up by the head's:
// counted from it, the lines of the records are those of the file.
func (c *cutter) add(record []byte) (ingest.Part, bool) {
	c.seen++
	c.inHead = c.inHead && len(c.head)+len(record) <= longestHead && c.stream.IsHead(record, c.seen)
	switch {
	case c.inHead:
		c.head = append(c.head, record...)
	case len(bytes.TrimSpace(record)) > 0:
		c.records++
	}
	if len(c.part.Text) == 0 && c.further {
		c.part.Text = append(c.part.Text, c.head...)
	}
	c.part.Text = append(c.part.Text, record...)
	c.line += bytes.Count(record, []byte{'\n'})
	if c.records < ingest.PartRecords && len(c.part.Text) < ingest.PartBytes {
		return ingest.Part{}, false
	}
	full := c.part
	c.part, c.records = ingest.Part{Line: c.line - bytes.Count(c.head, []byte{'\n'})}, 0
	c.further = true
	return full, true
}

// split is a bufio.SplitFunc that returns one record with its line break, and
// the blank lines before it. A record is complete only where something follows:
// a second quote behind a quote that seems to close a field makes it go on.
//
//nolint:revive // the signature is bufio's
func (c *cutter) split(data []byte, atEnd bool) (int, []byte, error) {
	if len(data) == 0 {
		return 0, nil, nil
	}
	scanner := NewScanner(data, 0, c.stream.Separator)
	record, ok := scanner.Next()
	if !ok && !atEnd {
		return 0, nil, nil
	}
	c.open = 0
	if record.Open >= 0 && ok {
		c.open = c.line + bytes.Count(data[:record.Open], []byte{'\n'})
		if atEnd && c.stream.Strict {
			return 0, nil, Unclosed(c.open)
		}
	}
	if !atEnd && (c.open > 0 || scanner.at >= len(data)) {
		return 0, nil, nil
	}
	return scanner.at, data[:scanner.at], nil
}

// failure says what is wrong with the record that could not be read.
func (c *cutter) failure(err error) error {
	if !errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("read records after line %d: %w", c.line, err)
	}
	if c.open > 0 {
		return Unclosed(c.open)
	}
	return &ingest.LineError{Line: c.line, Err: quarry.Errorf(quarry.KindTooLarge,
		"a record of more than %d MB", ingest.MaxRecordBytes>>20)}
}

// Unclosed is the error of a quote that opens on a line and is never closed.
func Unclosed(line int) error {
	return &ingest.LineError{Line: line, Err: quarry.Errorf(quarry.KindInvalid,
		"a quote opens here that is never closed")}
}

// Peek reads the beginning of a file, up to ingest.HeadBytes of it, and returns
// it together with a reader of the whole file.
func Peek(file io.Reader) ([]byte, io.Reader, error) {
	beginning := make([]byte, ingest.HeadBytes)
	n, err := io.ReadFull(file, beginning)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, fmt.Errorf("read the beginning of the file: %w", err)
	}
	return beginning[:n], io.MultiReader(bytes.NewReader(beginning[:n]), file), nil
}

// WholeLines returns the beginning of a file without a line that may have been
// cut.
func WholeLines(beginning []byte) []byte {
	if len(beginning) < ingest.HeadBytes {
		return beginning
	}
	return beginning[:bytes.LastIndexByte(beginning, '\n')+1]
}
