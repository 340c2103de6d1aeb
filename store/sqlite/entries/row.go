package entries

import (
	"crypto/sha256"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Row is one entry in the form in which it is stored, before it has a number.
type Row struct {
	quarry.EntryRef

	Number int64 // 0 where the database is to give one
	Path   string
	Line   int // of a question
	Digest string
	Claim  string // of a spec or a question: what it is made of may be read in another way than it was
	Values []any  // of the columns that ColumnsOf names

	Answered, Stated bool // of a question: it has an answer, and its source says how hard it is

	Leads bool  // of a question: it is listed, and in the feed
	Place int64 // of a question: where random draws have it
}

// RowsOf brings everything that was extracted from a document into stored
// form. It is the same for the same knowledge, whatever the database holds.
func RowsOf(k quarry.Knowledge) ([]Row, error) {
	if err := checkConfidence(k); err != nil {
		return nil, err
	}
	rows := make([]Row, 0, k.Size())
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
		rows[i].Path = k.Document.Path
		rows[i].Digest = DigestOf(k.Document, rows[i].Values)
	}
	return rows, nil
}

// Asks returns what a question asks, "" for other entries.
func (r Row) Asks() string {
	if r.Kind != quarry.EntryQuestion {
		return ""
	}
	return r.Claim
}

// ColumnsOf names the columns of a row's values, and of a question's Leads and Place.
func ColumnsOf(kind quarry.EntryKind) string {
	switch kind {
	case quarry.EntryQuestion:
		return questionColumns
	case quarry.EntryFact:
		return factColumns
	case quarry.EntrySpec:
		return specColumns
	case quarry.EntryPassage:
		return passageColumns
	case quarry.EntryDocument, quarry.EntryConflict, quarry.EntryGenerated:
	}
	return entryColumns
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
		db.JSONList(topics), db.JSONList(source.Heading), jsonContext(source.Context),
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
	stored := make([]storedContext, len(context))
	for i, c := range context {
		stored[i] = storedContext{c.Role, [4]int{c.Span.ByteStart, c.Span.ByteEnd, c.Span.LineStart, c.Span.LineEnd}}
	}
	return db.JSONList(stored)
}

func contextOf(text string) ([]quarry.Context, error) {
	stored, err := db.Listed[storedContext](text)
	var context []quarry.Context
	for _, c := range stored {
		context = append(context, quarry.Context{Role: c.Role, Span: spanOf(c.Span)})
	}
	return context, err
}

func spanOf(stored [4]int) quarry.Span {
	return quarry.Span{ByteStart: stored[0], ByteEnd: stored[1], LineStart: stored[2], LineEnd: stored[3]}
}

// DigestOf condenses the stored values, and what an index keeps of the document:
// two entries with the same digest are the same in every column, and need not
// be written again. Each value is written with its type and its length, so that
// no two lists run together.
func DigestOf(document quarry.Document, values []any) string {
	buffer := appendValue(nil, document.Path)
	buffer = appendValue(buffer, document.Title)
	for _, value := range values {
		buffer = appendValue(buffer, value)
	}
	sum := sha256.Sum256(buffer)
	return string(sum[:digestLength])
}

const digestLength = 16

// later is the value of a column that a migration added. The column's default, which entries
// that were stored before the column was there have, does not count in a digest: they are
// still the same.
type later struct {
	value    any
	fallback any  // the column's default
	mark     byte // tells the column's type in a digest
}

// Value returns what is stored.
func (l later) Value() (driver.Value, error) { return l.value, nil }

func laterList(texts []string) later { return later{db.JSONList(texts), db.EmptyList, 'l'} }

// made is what is made of an entry's other values, and says nothing new in a
// digest.
type made string

func appendValue(buffer []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		buffer = append(buffer, 's')
		buffer = binary.BigEndian.AppendUint64(buffer, uint64(len(v)))
		return append(buffer, v...)
	case later:
		if v.value == v.fallback {
			return buffer
		}
		return appendValue(append(buffer, v.mark), v.value)
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
