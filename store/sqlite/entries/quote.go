package entries

import (
	"context"
	"database/sql"
	"errors"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Quoted is a question that leads, and what its source says.
type Quoted struct {
	ID    quarry.QuestionID
	Slot  int64
	Quote quarry.Quote
}

// ReadQuoted returns the question that an id stands for, or KindNotFound.
func ReadQuoted(ctx context.Context, from db.Querier, id quarry.QuestionID) (Quoted, error) {
	const query = `SELECT e.id, e.number, e.byte_start, e.byte_end, e.context, c.text
		FROM questions e JOIN contents c ON c.document = e.document WHERE ` + LeaderOf
	var q Quoted
	var source quarry.Source
	var text []byte
	var beside string
	err := from.QueryRowContext(ctx, query, string(id)).Scan(&q.ID, &q.Slot, &source.ByteStart, &source.ByteEnd, &beside, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return q, notFound(quarry.EntryQuestion, quarry.EntryID(id))
	}
	if err == nil {
		source.Context, err = contextOf(beside)
	}
	q.Quote = quarry.QuoteOf(text, source)
	return q, db.Wrap(err, "read what question %q quotes", id)
}
