package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Document is one document of a collection.
type Document struct {
	Line  int // of the corpus, counted from 1
	ID    string
	Title string
	Text  string
}

// Corpus walks the documents of a corpus.jsonl: a line each, with the members
// "_id", "title" and "text". What cannot be understood and an id that stands
// twice are quarry.KindInvalid, with the line; the walk ends there.
func Corpus(from io.Reader) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		known := map[string]int{}
		for record, err := range recordsOf(from) {
			d := Document{Line: record.line, ID: string(record.ID), Title: record.Title, Text: record.Text}
			if before := known[d.ID]; err == nil && before > 0 {
				err = atLine(d.Line, "document %q stands in line %d already", d.ID, before)
			}
			if !yield(d, err) || err != nil {
				return
			}
			known[d.ID] = d.Line
		}
	}
}

// record is a line of a corpus or of its queries.
type record struct {
	ID    name   `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`

	line int
}

// name is an id, which some collections write as a number.
type name string

// UnmarshalJSON reads a string or a number.
func (n *name) UnmarshalJSON(text []byte) error {
	var number json.Number
	if len(text) > 0 && text[0] != '"' {
		err := json.Unmarshal(text, &number)
		*n = name(number)
		return err
	}
	return json.Unmarshal(text, (*string)(n))
}

// recordsOf walks the records of a JSON Lines file.
func recordsOf(from io.Reader) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		for line, err := range linesOf(from) {
			r := record{line: line.number}
			if err == nil {
				err = json.Unmarshal(line.text, &r)
				switch {
				case err != nil:
					err = atLine(line.number, "%v", err)
				case r.ID == "":
					err = atLine(line.number, `there is no "_id"`)
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

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
