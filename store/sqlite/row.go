package sqlite

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// row is one entry in the form in which it is stored, before it has a number.
type row struct {
	quarry.EntryRef

	number int64 // 0 where the database is to give one
	path   string
	digest string
	claim  string // of a spec or a question: what it is made of may be read in another way than it was
	values []any  // of the columns that the kind's insert statement names

	rival rival // of a question: what decides whether it leads
	leads bool  // of a question: it is listed, and in the feed
	place int64 // of a question: where random draws have it
}

// rowsOf brings everything that was extracted from a document into stored
// form. It is the same for the same knowledge, whatever the database holds.
func rowsOf(k quarry.Knowledge) ([]row, error) {
	if err := checkConfidence(k); err != nil {
		return nil, err
	}
	rows := make([]row, 0, k.Size())
	for _, q := range k.Questions {
		rows = append(rows, questionRow(q))
	}
	for _, f := range k.Facts {
		rows = append(rows, factRow(f))
	}
	for _, s := range k.Specs {
		rows = append(rows, specRow(s))
	}
	for _, p := range k.Passages {
		rows = append(rows, passageRow(p))
	}
	seen := make(map[quarry.EntryID]bool, len(rows))
	for i := range rows {
		if id := rows[i].ID; id == "" || seen[id] {
			return nil, quarry.Errorf(quarry.KindInvalid,
				"document %q has an entry without an id, or twice with the id %q", k.Document.Path, id)
		}
		seen[rows[i].ID] = true
		rows[i].path = k.Document.Path
		rows[i].digest = digestOf(k.Document, rows[i].values)
	}
	return rows, nil
}

// numberOrNull is the number for an insert: NULL takes the next one.
func (r row) numberOrNull() any {
	if r.number == 0 {
		return nil
	}
	return r.number
}

// entryValues are the values of entryColumns: what entries of every kind have.
func entryValues(id quarry.EntryID, grade quarry.Grade, topics []quarry.TopicID, source quarry.Source) []any {
	by := grade.Source
	if by == "" {
		by = quarry.DifficultyNone
	}
	var difficulty any
	if grade.Difficulty != "" {
		difficulty = string(grade.Difficulty)
	}
	return []any{
		string(id), source.LineStart, source.LineEnd, source.ByteStart, source.ByteEnd,
		difficulty, string(by), grade.Confidence,
		jsonList(topics), jsonList(source.Heading), jsonContext(source.Context),
	}
}

const entryColumns = "id, line_start, line_end, byte_start, byte_end, " +
	"difficulty, difficulty_source, confidence, topics, heading, context"

// storedContext is a piece of context as it stands in the database.
type storedContext struct {
	Role quarry.ContextRole `json:"role"`
	Span [4]int             `json:"span"` // byte_start, byte_end, line_start, line_end
}

func jsonContext(context []quarry.Context) string {
	if len(context) == 0 {
		return emptyList
	}
	stored := make([]storedContext, 0, len(context))
	for _, c := range context {
		span := [4]int{c.Span.ByteStart, c.Span.ByteEnd, c.Span.LineStart, c.Span.LineEnd}
		stored = append(stored, storedContext{Role: c.Role, Span: span})
	}
	text, err := json.Marshal(stored)
	if err != nil { // strings and integers always have a JSON form
		return emptyList
	}
	return string(text)
}

func contextOf(text string) ([]quarry.Context, error) {
	if text == emptyList {
		return nil, nil
	}
	var stored []storedContext
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, fmt.Errorf("read stored context: %w", err)
	}
	context := make([]quarry.Context, 0, len(stored))
	for _, c := range stored {
		span := quarry.Span{ByteStart: c.Span[0], ByteEnd: c.Span[1], LineStart: c.Span[2], LineEnd: c.Span[3]}
		context = append(context, quarry.Context{Role: c.Role, Span: span})
	}
	return context, nil
}

// listOf reads what jsonList wrote. Most lists have nothing escaped in them, so
// that no string can hold a quote, and are read by cutting.
func listOf[T ~string](text string) ([]T, error) {
	if text == emptyList {
		return nil, nil
	}
	bare, ok := strings.CutPrefix(text, `["`)
	if bare, closed := strings.CutSuffix(bare, `"]`); ok && closed && !strings.Contains(bare, `\`) {
		list := make([]T, 0, 1+strings.Count(bare, `","`))
		for item := range strings.SplitSeq(bare, `","`) {
			list = append(list, T(item))
		}
		return list, nil
	}
	var list []T
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("read stored list: %w", err)
	}
	return list, nil
}

// digestOf condenses the stored values, and what an index keeps of the document:
// two entries with the same digest are the same in every column, and need not
// be written again. Each value is written with its type and its length, so that
// no two lists run together.
func digestOf(document quarry.Document, values []any) string {
	buffer := appendValue(nil, document.Path)
	buffer = appendValue(buffer, document.Title)
	for _, value := range values {
		buffer = appendValue(buffer, value)
	}
	sum := sha256.Sum256(buffer)
	return string(sum[:digestLength])
}

const digestLength = 16

// later is the JSON list of a column that a migration added. An empty one, the
// column's default, does not count in a digest: entries that were stored before
// the column was there are still the same.
type later string

// laterNumber is the number of a column that a migration added; 0 is the
// column's default.
type laterNumber float64

// laterConfidence is a confidence of a column that a migration added; 1 is the
// column's default.
type laterConfidence float64

// laterEncoding is the encoding of a document, which a migration added; UTF-8 is the
// column's default.
type laterEncoding string

// made is what is made of an entry's other values, and says nothing new in a
// digest.
type made string

func appendValue(buffer []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		buffer = append(buffer, 's')
		buffer = binary.BigEndian.AppendUint64(buffer, uint64(len(v)))
		return append(buffer, v...)
	case later, laterNumber, laterConfidence, laterEncoding:
		return appendLater(buffer, v)
	case made:
		return buffer
	case int:
		buffer = append(buffer, 'i')
		return strconv.AppendInt(buffer, int64(v), 10)
	case float64:
		buffer = append(buffer, 'f')
		return binary.BigEndian.AppendUint64(buffer, math.Float64bits(v))
	default: // nil and bool
		return fmt.Appendf(buffer, "%T%v", v, v)
	}
}

// appendLater appends a value that entries of earlier releases had none of: what these had
// in its place says nothing, so that their digests stay as they were.
func appendLater(buffer []byte, value any) []byte {
	switch v := value.(type) {
	case later:
		if v != emptyList {
			return appendValue(append(buffer, 'l'), string(v))
		}
	case laterNumber:
		if v != 0 {
			return appendValue(append(buffer, 'n'), float64(v))
		}
	case laterConfidence:
		if v != 1 {
			return appendValue(append(buffer, 'c'), float64(v))
		}
	case laterEncoding:
		if v != quarry.UTF8 {
			return appendValue(append(buffer, 'e'), string(v))
		}
	}
	return buffer
}
