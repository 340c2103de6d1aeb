package delimited

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/quarrykb/quarry/ingest"
)

// Splitter cuts long files of records into parts.
type Splitter struct {
	// Parser reads the parts, and recognises the file by its beginning.
	Parser ingest.Parser
	// Stream tells from the beginning of a file how its records are parted.
	Stream func(head *ingest.Text) Stream
}

// Format names the layout.
func (s Splitter) Format() ingest.Format { return s.Parser.Format() }

// Recognise looks at the whole lines of the head.
func (s Splitter) Recognise(head []byte) ingest.Confidence {
	if bytes.IndexByte(head, 0) >= 0 {
		return ingest.NotMine
	}
	return s.Parser.Recognise(wholeLines(head))
}

// Split yields the parts of a file. Each repeats the head of the file.
func (s Splitter) Split(ctx context.Context, file io.Reader) iter.Seq2[ingest.Part, error] {
	head := make([]byte, ingest.HeadBytes)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return func(yield func(ingest.Part, error) bool) {
			yield(ingest.Part{}, fmt.Errorf("read the beginning of the file: %w", err))
		}
	}
	stream := s.Stream(wholeLines(head[:n]))
	return stream.Parts(ctx, io.MultiReader(bytes.NewReader(head[:n]), file))
}

// wholeLines returns the beginning of a file without a line that may have been cut.
func wholeLines(head []byte) *ingest.Text {
	if len(head) >= ingest.HeadBytes {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	return ingest.NewText(head)
}
