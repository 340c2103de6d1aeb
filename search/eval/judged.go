package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
)

// longestJudged bounds a file of judged queries, in bytes.
const longestJudged = 64 << 20

// judgedQuery is a query as it is written down.
type judgedQuery struct {
	ID       string `json:"id"`
	Query    string `json:"query"`
	Relevant []struct {
		Path      string `json:"path"`
		LineStart int    `json:"line_start"`
		LineEnd   int    `json:"line_end"`
		Grade     *int   `json:"grade"`
	} `json:"relevant"`
}

// ReadJudged reads a file of judged queries:
//
//	{"queries": [{"id": "1", "query": "…", "relevant": [
//	  {"path": "notes.md", "line_start": 3, "line_end": 5, "grade": 2}]}]}
//
// Members that are not named here are passed over. What cannot be understood is
// quarry.KindInvalid, with its line.
func ReadJudged(from io.Reader) ([]Query, error) {
	text, err := io.ReadAll(io.LimitReader(from, longestJudged+1))
	if err != nil {
		return nil, fmt.Errorf("read judged queries: %w", err)
	}
	if len(text) > longestJudged {
		return nil, quarry.Errorf(quarry.KindInvalid, "the file is longer than %d MB", longestJudged>>20)
	}
	if err := checkJSON(text); err != nil {
		return nil, err
	}
	f := judgedFile{text: text, decoder: json.NewDecoder(bytes.NewReader(text)), known: map[string]int{}}
	f.decoder.UseNumber() // a number where none belongs may be beyond any float64
	if err := f.read(); err != nil {
		return nil, err
	}
	return f.queries, nil
}

// checkJSON says where a text is no JSON.
func checkJSON(text []byte) error {
	var whole json.RawMessage
	err := json.Unmarshal(text, &whole)
	if err == nil {
		return nil
	}
	offset := len(text)
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = max(0, min(offset, int(wrong.Offset)-1))
	}
	return atLine(1+bytes.Count(text[:offset], []byte("\n")), "%v", err)
}

// judgedFile is a file that is being read.
type judgedFile struct {
	text    []byte
	decoder *json.Decoder
	counted int // bytes whose line ends are counted
	lines   int // ends of lines among them
	known   map[string]int
	queries []Query
	found   bool // whether there is a member "queries"
}

func (f *judgedFile) read() error {
	if err := f.enter('{'); err != nil {
		return err
	}
	for f.decoder.More() {
		key, err := f.decoder.Token()
		if err != nil {
			return fmt.Errorf("read a member's name: %w", err)
		}
		if key == "queries" {
			err = f.readQueries()
		} else {
			err = f.decoder.Decode(new(json.RawMessage))
		}
		if err != nil {
			return err
		}
	}
	if !f.found {
		return quarry.Errorf(quarry.KindInvalid, `there is no list of "queries"`)
	}
	return nil
}

func (f *judgedFile) readQueries() error {
	f.found = true
	if err := f.enter('['); err != nil {
		return err
	}
	for f.decoder.More() {
		var raw json.RawMessage
		if err := f.decoder.Decode(&raw); err != nil {
			return fmt.Errorf("read a query: %w", err)
		}
		line := f.lineOf(int(f.decoder.InputOffset()) - len(raw))
		if err := f.readQuery(raw, line); err != nil {
			return err
		}
	}
	_, err := f.decoder.Token()
	return err
}

// enter reads the beginning of a list or an object.
func (f *judgedFile) enter(want json.Delim) error {
	token, err := f.decoder.Token()
	if err != nil {
		return fmt.Errorf("read a value: %w", err)
	}
	if token != want {
		return atLine(f.lineOf(int(f.decoder.InputOffset())), "here stands no %s", want)
	}
	return nil
}

func (f *judgedFile) readQuery(raw []byte, line int) error {
	var q judgedQuery
	if err := json.Unmarshal(raw, &q); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			line += bytes.Count(raw[:min(len(raw), int(wrong.Offset))], []byte("\n"))
			return atLine(line, "%q cannot be a %s", wrong.Field, wrong.Value)
		}
		return atLine(line, "%v", err)
	}
	if strings.TrimSpace(q.Query) == "" || q.ID == "" {
		return atLine(line, `a query needs an "id" and a "query"`)
	}
	if before := f.known[q.ID]; before > 0 {
		return atLine(line, "query %q stands in line %d already", q.ID, before)
	}
	f.known[q.ID] = line
	query := Query{ID: q.ID, Text: q.Query}
	for i, r := range q.Relevant {
		switch {
		case r.Path == "" || r.LineStart < 1 || r.LineEnd < r.LineStart:
			return atLine(line, "query %q, place %d: a path and two lines in order are needed", q.ID, i+1)
		case r.Grade == nil || *r.Grade < 0 || *r.Grade > HighestGrade:
			return atLine(line, "query %q, place %d: a grade from 0 to %d is needed", q.ID, i+1, HighestGrade)
		}
		query.Relevant = append(query.Relevant, Judgement{
			Place: Place{Path: norm.NFC.String(r.Path), LineStart: r.LineStart, LineEnd: r.LineEnd}, Grade: *r.Grade,
		})
	}
	f.queries = append(f.queries, query)
	return nil
}

// lineOf returns the line of a byte, which is not before one asked for earlier.
func (f *judgedFile) lineOf(offset int) int {
	if offset = min(offset, len(f.text)); offset > f.counted {
		f.lines += bytes.Count(f.text[f.counted:offset], []byte("\n"))
		f.counted = offset
	}
	return f.lines + 1
}

// atLine is something wrong with what was handed in.
func atLine(line int, format string, args ...any) error {
	return quarry.Errorf(quarry.KindInvalid, "line %d: %s", line, fmt.Sprintf(format, args...))
}
