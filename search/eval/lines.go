package eval

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// longestLine bounds one line, in bytes.
const longestLine = 32 << 20

// linesOf walks the lines of a text by their numbers, counted from 1; the bytes
// are good until the next one. A byte order mark, carriage returns at the end of
// lines and lines of nothing but white space fall away. The last step may be an
// error.
func linesOf(from io.Reader) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		scanner := bufio.NewScanner(from)
		scanner.Buffer(make([]byte, 0, bufio.MaxScanTokenSize), longestLine)
		number := 0
		for scanner.Scan() {
			number++
			text := scanner.Bytes()
			if number == 1 {
				text = bytes.TrimPrefix(text, []byte("\ufeff"))
			}
			if len(bytes.TrimSpace(text)) > 0 && !yield(line{number: number, text: text}, nil) {
				return
			}
		}
		err := scanner.Err()
		switch {
		case errors.Is(err, bufio.ErrTooLong):
			yield(line{}, atLine(number+1, "longer than %d MB", longestLine>>20))
		case err != nil:
			yield(line{}, fmt.Errorf("read line %d: %w", number+1, err))
		}
	}
}

type line struct {
	number int
	text   []byte
}
