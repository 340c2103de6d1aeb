package delimited

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/quarrykb/quarry/ingest"
)

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
