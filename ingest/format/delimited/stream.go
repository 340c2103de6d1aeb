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
	// Separator parts the fields. Where it is 0 every line is a record.
	Separator byte
	// Head is how many records the file begins with that every part repeats.
	Head int
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
		cut := cutter{stream: s, line: 1, part: ingest.Part{Line: 1}}
		records := bufio.NewScanner(whole{file})
		records.Buffer(make([]byte, 0, ingest.HeadBytes), ingest.MaxRecordBytes)
		records.Split(cut.split)
		for ctx.Err() == nil && records.Scan() {
			if part, full := cut.add(records.Bytes()); full && !yield(part, nil) {
				return
			}
		}
		if cut.pending() && !yield(cut.part, nil) {
			return
		}
		if err := cmp.Or(ctx.Err(), records.Err()); err != nil {
			yield(ingest.Part{}, cut.failure(err))
		}
	}
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
	seen    int  // records of the file
	records int  // records of the part, its head left out
	line    int  // that the next record begins on
	atEnd   bool // nothing follows what is looked at
	open    int  // line of a quote that may never be closed, 0 for none
}

// pending reports whether the part holds anything of its own.
func (c *cutter) pending() bool { return c.records > 0 || (!c.further && len(c.part.Text) > 0) }

// add takes a record in, and returns the part that it completes. Every part
// after the first begins with the head, and its line is moved up by the head's:
// counted from it, the lines of the records are those of the file.
func (c *cutter) add(record []byte) (ingest.Part, bool) {
	c.seen++
	switch {
	case c.seen <= c.stream.Head && len(c.head)+len(record) <= longestHead:
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
func (c *cutter) split(data []byte, atEnd bool) (int, []byte, error) {
	c.atEnd = atEnd
	size, err := c.next(data)
	if size == 0 || err != nil {
		return 0, nil, err
	}
	return size, data[:size], nil
}

// next returns the length of the record that some bytes begin with, 0 where it
// may go on behind them.
func (c *cutter) next(data []byte) (int, error) {
	if c.stream.Separator == 0 {
		if size := bytes.IndexByte(data, '\n') + 1; size > 0 || !c.atEnd {
			return size, nil
		}
		return len(data), nil
	}
	scanner := NewScanner(data, 0, c.stream.Separator)
	record, ok := scanner.Next()
	c.open = 0
	if record.Open >= 0 && ok {
		c.open = c.line + bytes.Count(data[:record.Open], []byte{'\n'})
		if c.atEnd && c.stream.Strict {
			return 0, Unclosed(c.open)
		}
	}
	if !c.atEnd && (!ok || c.open > 0 || scanner.at >= len(data)) {
		return 0, nil
	}
	return scanner.at, nil
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
