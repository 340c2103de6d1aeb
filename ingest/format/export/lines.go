package export

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

const byteOrderMark = "\ufeff"

// lines reads one JSON object a line. Empty lines are passed over.
type lines struct {
	from  *bufio.Reader
	line  int   // the last that was read, from 1
	bytes int64 // that were read
	text  []byte
}

// read decodes the next line. An export says itself where it ends, so that one
// which has no more lines is cut.
func (l *lines) read(ctx context.Context) (record, error) {
	var found record
	text, err := l.next()
	switch {
	case errors.Is(err, io.EOF):
		return found, l.cut()
	case err != nil:
		return found, err
	}
	err = json.Unmarshal(text, &found)
	switch {
	case err == nil:
		return found, ctx.Err()
	case !bytes.HasSuffix(text, []byte("\n")):
		return found, l.cut()
	}
	return found, &ingest.LineError{Line: l.line, Err: explain(err)}
}

// next returns the next line that is not empty, or io.EOF. It is overwritten by the one after it.
func (l *lines) next() ([]byte, error) {
	l.text = l.text[:0]
	for {
		piece, err := l.from.ReadSlice('\n')
		if len(l.text) == 0 && len(piece) > 0 {
			l.line++
		}
		l.text = append(l.text, piece...)
		l.bytes += int64(len(piece))
		isLast := errors.Is(err, io.EOF)
		switch {
		case len(l.text) > ingest.MaxRecordBytes:
			return nil, l.refuse(quarry.KindTooLarge, "a line of more than %d MB", ingest.MaxRecordBytes>>20)
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && !isLast:
			return nil, fmt.Errorf("read line %d: %w", l.line+1, err)
		case len(bytes.TrimSpace(l.text)) > 0:
			if l.line == 1 {
				return bytes.TrimPrefix(l.text, []byte(byteOrderMark)), nil
			}
			return l.text, nil
		case isLast:
			return nil, io.EOF
		default:
			l.text = l.text[:0]
		}
	}
}

// cut says that the file ends where more was to come.
func (l *lines) cut() error {
	return l.invalid("the export is cut: its end is missing, and what came whole before is kept")
}

func (l *lines) invalid(format string, args ...any) error {
	return l.refuse(quarry.KindInvalid, format, args...)
}

// refuse names the line that was read last.
func (l *lines) refuse(kind quarry.Kind, format string, args ...any) error {
	return &ingest.LineError{Line: max(1, l.line), Err: quarry.Errorf(kind, format, args...)}
}

// explain says in our words what is wrong with a line.
func explain(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:]
		return quarry.Errorf(quarry.KindInvalid, "%q has a value of another type: %s", field, wrong.Value).Because(err)
	}
	return quarry.Errorf(quarry.KindInvalid, "no JSON object: %v", err).Because(err)
}
