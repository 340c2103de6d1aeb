package salvage

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Serial types: what a value of a record is. From firstBlob on even ones are bytes and
// odd ones texts, of lengths that grow by one in two.
const (
	serialNull  = 0
	serialFloat = 7
	serialZero  = 8
	serialOne   = 9
	firstBlob   = 12
)

// serialTypes returns the types of a record's values, and where these begin; nil where
// its head is none.
func serialTypes(record []byte) ([]int64, int) {
	length, at := varint(record)
	if length < 1 || length > int64(len(record)) {
		return nil, 0
	}
	var types []int64
	for at < int(length) {
		kind, read := varint(record[at:])
		if at += read; kind < 0 || kind == 10 || kind == 11 {
			return nil, 0
		}
		types = append(types, kind)
	}
	return types, int(length)
}

func serialLength(kind int64) int64 {
	switch {
	case kind >= firstBlob:
		return (kind - firstBlob) / 2
	case kind >= serialZero:
		return 0
	case kind >= 6:
		return 8
	case kind == 5:
		return 6
	}
	return kind
}

// values returns the values of a row, false where a part of it is not there.
func (p *pageFile) values(c cell) ([]any, bool) {
	record, whole := p.record(c)
	if !whole {
		return nil, false
	}
	types, at := serialTypes(record)
	values := make([]any, 0, len(types))
	for _, kind := range types {
		length := serialLength(kind)
		if length > int64(len(record)-at) {
			return nil, false
		}
		values = append(values, valueOf(kind, record[at:at+int(length)]))
		at += int(length)
	}
	return values, types != nil
}

func valueOf(kind int64, stored []byte) any {
	switch {
	case kind >= firstBlob && kind%2 == 0:
		return stored
	case kind >= firstBlob:
		return string(stored)
	case kind == serialNull:
		return nil
	case kind == serialFloat:
		return math.Float64frombits(binary.BigEndian.Uint64(stored))
	case kind == serialOne:
		return int64(1)
	}
	var number int64
	for i, b := range stored {
		if number = number<<8 | int64(b); i == 0 {
			number = int64(int8(b)) //nolint:gosec // the sign stands in the first byte
		}
	}
	return number
}

// shape is what rows of a table look like, by which they are known where nothing else
// says whose they are.
type shape struct {
	columns []shapeColumn
	index   bool // the table has no numbers: its rows stand as those of an index do
}

type shapeColumn struct {
	name     string
	kind     string
	null     bool
	fallback sql.NullString // as SQL: what a row has that was written before the column was there
}

// readShape returns the shape of a table of a database.
func readShape(ctx context.Context, h *sql.DB, table string) (shape, error) {
	// Rows without numbers begin with the columns of their key, in its order.
	const query = `SELECT name, type, "notnull" = 0 AND (pk = 0 OR type <> 'INTEGER'), dflt_value,
		pk = 1 AND type = 'INTEGER' FROM pragma_table_info(?1)
		ORDER BY CASE WHEN pk > 0 AND (SELECT wr FROM pragma_table_list WHERE name = ?1) THEN pk - 1000 ELSE cid END`
	var s shape
	var err error
	s.columns, err = db.Collect(ctx, h, func(scan db.ScanFunc) (shapeColumn, error) {
		var c shapeColumn
		var number bool
		err := scan(&c.name, &c.kind, &c.null, &c.fallback, &number)
		if number {
			c.kind = ""
		}
		return c, err
	}, query, table)
	if err == nil {
		err = h.QueryRowContext(ctx, `SELECT wr FROM pragma_table_list WHERE name = ?`, table).Scan(&s.index)
	}
	return s, err
}

// fits reports whether a row of some types may be one of the table's.
func (s shape) fits(c cell, types []int64) bool {
	if c.index != s.index || len(types) > len(s.columns) || len(types) == 0 {
		return false
	}
	for i, column := range s.columns {
		switch {
		case i < len(types) && !column.fits(types[i]):
			return false
		case i >= len(types) && !column.null && !column.fallback.Valid:
			return false
		}
	}
	return true
}

// fits reports whether a column may hold a value of a type. The number of a row stands
// beside its record, where it is NULL.
func (c shapeColumn) fits(kind int64) bool {
	switch {
	case kind == serialNull:
		return c.null || c.kind == ""
	case c.kind == "BLOB":
		return kind >= firstBlob && kind%2 == 0
	case c.kind == "TEXT":
		return kind >= firstBlob && kind%2 == 1
	case c.kind == "REAL": // a whole number is stored as one
		return kind < firstBlob
	}
	return c.kind == "INTEGER" && kind < firstBlob && kind != serialFloat
}

// scanner returns what reads some columns of a row, as of a query's: one is asked of a
// database that has nothing else to do.
func (s shape) scanner(ctx context.Context, h *sql.DB, values []any, columns string) db.ScanFunc {
	var wanted []string
	var args []any
	for name := range strings.SplitSeq(columns, ", ") {
		expression := "NULL"
		for i, column := range s.columns {
			switch {
			case column.name != name:
			case i < len(values):
				args = append(args, values[i])
				expression = fmt.Sprintf("?%d", len(args))
			case column.fallback.Valid:
				expression = column.fallback.String
			}
		}
		wanted = append(wanted, expression)
	}
	return h.QueryRowContext(ctx, "SELECT "+strings.Join(wanted, ", "), args...).Scan
}
