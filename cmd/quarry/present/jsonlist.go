package present

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// JSONList writes a JSON object that has a list in it, one element after the
// other as they come: what is written is forgotten. Its first error is kept,
// and nothing is written behind it.
type JSONList struct {
	out   *bufio.Writer
	parts int // elements that were written
	err   error
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
	fields := l.fields(head)
	l.write("{\n", fields, ",\n", listIndent, fmt.Sprintf("%q: [", name))
	return l
}

// Add writes an element.
func (l *JSONList) Add(element any) {
	encoded, err := json.MarshalIndent(element, elementIndent, listIndent)
	l.keep(err)
	comma := ","
	if l.parts == 0 {
		comma = ""
	}
	l.write(comma, "\n", elementIndent, string(encoded))
	l.parts++
}

// End closes the list and writes the fields behind it.
func (l *JSONList) End(tail any) error {
	fields := l.fields(tail)
	if l.parts > 0 {
		l.write("\n", listIndent)
	}
	l.write("],\n", fields, "\n}\n")
	if l.err == nil {
		l.err = l.out.Flush()
	}
	if l.err != nil {
		return fmt.Errorf("write the report: %w", l.err)
	}
	return nil
}

// fields returns an object's lines without its braces.
func (l *JSONList) fields(of any) string {
	encoded, err := json.MarshalIndent(of, "", listIndent)
	l.keep(err)
	return string(bytes.TrimSuffix(bytes.TrimPrefix(encoded, []byte("{\n")), []byte("\n}")))
}

func (l *JSONList) write(parts ...string) {
	for _, part := range parts {
		if l.err == nil {
			_, l.err = l.out.WriteString(part)
		}
	}
}

func (l *JSONList) keep(err error) {
	if l.err == nil {
		l.err = err
	}
}
