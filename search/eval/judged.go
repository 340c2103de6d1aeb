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
	lineAt := func(at int) int { return 1 + bytes.Count(text[:at], []byte("\n")) }
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, atLine(lineAt(max(0, min(len(text), int(wrong.Offset)-1))), "%v", err)
		}
		return nil, atLine(lineAt(len(text)-len(bytes.TrimLeft(text, " \t\r\n"))), "here stands no {")
	}
	list, found := members["queries"]
	if !found {
		return nil, quarry.Errorf(quarry.KindInvalid, `there is no list of "queries"`)
	}
	at := max(0, bytes.Index(text, []byte(`"queries"`)))
	at += max(0, bytes.Index(text[at:], list))
	var raws []json.RawMessage
	if err := json.Unmarshal(list, &raws); err != nil || raws == nil {
		return nil, atLine(lineAt(at), "here stands no [")
	}
	var queries []Query
	begins := map[string]int{} // where each query stands, by its id
	for _, raw := range raws {
		at += max(0, bytes.Index(text[at:], raw))
		var q judgedQuery
		if err := json.Unmarshal(raw, &q); err != nil {
			if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
				return nil, atLine(lineAt(at+min(len(raw), int(wrong.Offset))), "%q cannot be a %s", wrong.Field, wrong.Value)
			}
			return nil, atLine(lineAt(at), "%v", err)
		}
		query, err := q.query()
		if before, twice := begins[q.ID]; err == nil && twice {
			err = fmt.Errorf("query %q stands in line %d already", q.ID, lineAt(before))
		}
		if err != nil {
			return nil, atLine(lineAt(at), "%v", err)
		}
		queries, begins[q.ID] = append(queries, query), at
		at += len(raw)
	}
	return queries, nil
}

func (q judgedQuery) query() (Query, error) {
	if strings.TrimSpace(q.Query) == "" || q.ID == "" {
		return Query{}, errors.New(`a query needs an "id" and a "query"`)
	}
	query := Query{ID: q.ID, Text: q.Query}
	for i, r := range q.Relevant {
		switch {
		case r.Path == "" || r.LineStart < 1 || r.LineEnd < r.LineStart:
			return query, fmt.Errorf("query %q, place %d: a path and two lines in order are needed", q.ID, i+1)
		case r.Grade == nil || *r.Grade < 0 || *r.Grade > HighestGrade:
			return query, fmt.Errorf("query %q, place %d: a grade from 0 to %d is needed", q.ID, i+1, HighestGrade)
		}
		query.Relevant = append(query.Relevant, Judgement{
			Place: Place{Path: norm.NFC.String(r.Path), LineStart: r.LineStart, LineEnd: r.LineEnd}, Grade: *r.Grade,
		})
	}
	return query, nil
}

// atLine is something wrong with what was handed in.
func atLine(line int, format string, args ...any) error {
	return quarry.Errorf(quarry.KindInvalid, "line %d: %s", line, fmt.Sprintf(format, args...))
}
