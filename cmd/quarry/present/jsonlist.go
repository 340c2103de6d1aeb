package present

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// JSONList writes a JSON object that has a list in it, one element after the
// other as they come: what is written is forgotten. Its first error is told at its end.
type JSONList struct {
	out   *bufio.Writer // which writes nothing behind an error
	parts int           // elements that were written
	err   error         // of what is no JSON
}

// The object's lines are set in like those of an indented encoder.
const (
	listIndent    = "  "
	elementIndent = listIndent + listIndent
)

// BeginList writes the fields of an object, and begins the list behind them.
// Neither the head nor the tail may be without a field.
func BeginList(out io.Writer, head any, name string) *JSONList {
	l := &JSONList{out: bufio.NewWriter(out)}
	l.write("{\n", l.fields(head), ",\n", listIndent, fmt.Sprintf("%q: [", name))
	return l
}

// Add writes an element.
func (l *JSONList) Add(element any) {
	if l.parts > 0 {
		l.write(",")
	}
	l.write("\n", elementIndent, l.encoded(element, elementIndent))
	l.parts++
}

// End closes the list and writes the fields behind it.
func (l *JSONList) End(tail any) error {
	if l.parts > 0 {
		l.write("\n", listIndent)
	}
	l.write("],\n", l.fields(tail), "\n}\n")
	if err := errors.Join(l.err, l.out.Flush()); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// fields returns an object's lines without its braces.
func (l *JSONList) fields(of any) string {
	return strings.TrimSuffix(strings.TrimPrefix(l.encoded(of, ""), "{\n"), "\n}")
}

func (l *JSONList) encoded(value any, prefix string) string {
	text, err := json.MarshalIndent(value, prefix, listIndent)
	if l.err == nil {
		l.err = err
	}
	return string(text)
}

func (l *JSONList) write(parts ...string) {
	for _, part := range parts {
		_, _ = l.out.WriteString(part) // the buffer keeps its error
	}
}
