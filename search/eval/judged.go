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
	f := judgedFile{text: text, known: map[string]int{}}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
			f.at = max(0, min(len(text), int(wrong.Offset)-1))
			return nil, atLine(f.line(), "%v", err)
		}
		f.at = len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
		return nil, atLine(f.line(), "here stands no {")
	}
	list, found := members["queries"]
	if !found {
		return nil, quarry.Errorf(quarry.KindInvalid, `there is no list of "queries"`)
	}
	f.goTo([]byte(`"queries"`))
	f.goTo(list)
	var queries []json.RawMessage
	if err := json.Unmarshal(list, &queries); err != nil || queries == nil {
		return nil, atLine(f.line(), "here stands no [")
	}
	for _, raw := range queries {
		f.goTo(raw)
		if err := f.readQuery(raw, f.line()); err != nil {
			return nil, err
		}
		f.at += len(raw)
	}
	return f.queries, nil
}

// judgedFile is a file that is being read.
type judgedFile struct {
	text    []byte
	at      int // where the part stands that is being read
	counted int // bytes whose line ends are counted
	lines   int // ends of lines among them
	known   map[string]int
	queries []Query
}

// goTo goes to where a part of the text stands next.
func (f *judgedFile) goTo(part []byte) {
	f.at += max(0, bytes.Index(f.text[f.at:], part))
}

// line returns the line that is being read.
func (f *judgedFile) line() int {
	f.lines += bytes.Count(f.text[f.counted:f.at], []byte("\n"))
	f.counted = f.at
	return f.lines + 1
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

// atLine is something wrong with what was handed in.
func atLine(line int, format string, args ...any) error {
	return quarry.Errorf(quarry.KindInvalid, "line %d: %s", line, fmt.Sprintf(format, args...))
}
