package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

// Querier is a transaction of either sort, or what it comes from.
type Querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// ScanFunc reads the columns of one row.
type ScanFunc func(targets ...any) error

// Collect reads every row of a query.
func Collect[T any](ctx context.Context, from Querier, read func(scan ScanFunc) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := Each(ctx, from, func(scan ScanFunc) error {
		one, err := read(scan)
		all = append(all, one)
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Each hands every row of a query to a function.
func Each(ctx context.Context, from Querier, read func(scan ScanFunc) error, query string, args ...any) error {
	for scan, err := range Rows(ctx, from, query, args...) {
		if err == nil {
			err = read(scan)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Rows walks the rows of a query, each by what reads its columns. An error is the last.
func Rows(ctx context.Context, from Querier, query string, args ...any) iter.Seq2[ScanFunc, error] {
	return func(yield func(ScanFunc, error) bool) {
		rows, err := from.QueryContext(ctx, query, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			if !yield(rows.Scan, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// Into returns what reads a row into the fields that a function names.
func Into[T any](fields func(*T) []any) func(ScanFunc) (T, error) {
	return func(scan ScanFunc) (T, error) {
		var one T
		err := scan(fields(&one)...)
		return one, err
	}
}

// Pairs reads a query of two columns, of which the first tells the rows apart.
func Pairs[K comparable, V any](ctx context.Context, from Querier, query string, args ...any) (map[K]V, error) {
	pairs := map[K]V{}
	return pairs, Each(ctx, from, func(scan ScanFunc) error {
		var key K
		var value V
		err := scan(&key, &value)
		pairs[key] = value
		return err
	}, query, args...)
}

// ReadValue reads a row of one column.
func ReadValue[T any](scan ScanFunc) (T, error) {
	var value T
	err := scan(&value)
	return value, err
}

// Marks returns a question mark for every column.
func Marks(columns string) string { return "?" + strings.Repeat(", ?", strings.Count(columns, ",")) }

// EmptyList is a list without anything in it, as JSONList writes it.
const EmptyList = "[]"

// JSONList writes values as a JSON array. However many there are, they travel as
// one argument: the statement's text stays the same, so that it is prepared once.
func JSONList[T any](values []T) string {
	if len(values) == 0 {
		return EmptyList
	}
	text, err := json.Marshal(values)
	if err != nil { // nothing is listed but texts, whole numbers and what is made of them
		return EmptyList
	}
	return string(text)
}

// Listed reads what JSONList wrote.
func Listed[T any](text string) ([]T, error) {
	if text == EmptyList {
		return nil, nil
	}
	var list []T
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("read stored list: %w", err)
	}
	return list, nil
}

// ListOf is Listed for texts. Most lists have nothing escaped in them, so
// that no string can hold a quote, and are read by cutting.
func ListOf[T ~string](text string) ([]T, error) {
	bare, ok := strings.CutPrefix(text, `["`)
	bare, closed := strings.CutSuffix(bare, `"]`)
	if !ok || !closed || strings.Contains(bare, `\`) {
		return Listed[T](text)
	}
	list := make([]T, 0, 1+strings.Count(bare, `","`))
	for item := range strings.SplitSeq(bare, `","`) {
		list = append(list, T(item))
	}
	return list, nil
}
