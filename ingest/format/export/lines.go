package export

import (
	"bufio"
	"bytes"
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

// read decodes the next line. It returns io.EOF at the end of the file.
func (l *lines) read(into *record) error {
	for {
		text, err := l.next()
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		err = json.Unmarshal(text, into)
		switch {
		case err == nil:
			return nil
		case !bytes.HasSuffix(text, []byte("\n")):
			return l.cut()
		}
		return &ingest.LineError{Line: l.line, Err: explain(err)}
	}
}

// next returns the next line. It is overwritten by the one after it.
func (l *lines) next() ([]byte, error) {
	l.text = l.text[:0]
	for {
		piece, err := l.from.ReadSlice('\n')
		if len(l.text) == 0 && len(piece) > 0 {
			l.line++
		}
		l.text = append(l.text, piece...)
		l.bytes += int64(len(piece))
		switch {
		case len(l.text) > ingest.MaxRecordBytes:
			return nil, l.refuse(quarry.KindTooLarge, "a line of more than %d MB", ingest.MaxRecordBytes>>20)
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil, errors.Is(err, io.EOF) && len(l.text) > 0:
			return l.unmarked(), nil
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		default:
			return nil, fmt.Errorf("read line %d: %w", l.line+1, err)
		}
	}
}

// unmarked returns the line without a byte-order mark before the first one.
func (l *lines) unmarked() []byte {
	if l.line == 1 {
		return bytes.TrimPrefix(l.text, []byte(byteOrderMark))
	}
	return l.text
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
