package sqlite

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// where is a condition in SQL with its arguments. The zero value holds always.
// The table that is filtered goes by the name e.
type where struct {
	terms []string
	args  []any
}

func (w *where) add(term string, args ...any) {
	w.terms = append(w.terms, term)
	w.args = append(w.args, args...)
}

// never makes the condition hold nowhere.
func (w *where) never() { w.add("0") }

// sql returns the condition as one expression.
func (w *where) sql() string {
	if len(w.terms) == 0 {
		return "1"
	}
	return strings.Join(w.terms, " AND ")
}

// key names the condition in memory.
func (w *where) key() string { return fmt.Sprintf("%s %#v", w.sql(), w.args) }

// in demands that an expression is one of the values; no values demand nothing.
// However many there are, they travel as one argument: the statement's text
// stays the same, so that it is prepared once.
func in[T ~string](w *where, expression string, values []T) {
	if len(values) > 0 {
		w.add(expression+" IN (SELECT value FROM json_each(?))", jsonList(values))
	}
}

// jsonList writes strings as a JSON array.
func jsonList[T ~string](values []T) string {
	if len(values) == 0 {
		return emptyList
	}
	text, err := json.Marshal(values)
	if err != nil { // a slice of strings always has a JSON form
		return emptyList
	}
	return string(text)
}

const emptyList = "[]"

func (w *where) tristate(expression string, wanted quarry.Tristate) {
	switch wanted {
	case quarry.Yes:
		w.add(expression)
	case quarry.No:
		w.add("NOT (" + expression + ")")
	case quarry.Either:
	}
}
