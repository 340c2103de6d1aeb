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
	testing   []string // asks of a row whether it matches
	gathering []string // names the rows that match: what finds them by an index
	args      []any
}

// add demands what one term says.
func (w *where) add(term string, args ...any) { w.addEither(term, term, args...) }

// addEither demands what two terms say in two ways, with the same arguments.
func (w *where) addEither(test, gather string, args ...any) {
	w.testing = append(w.testing, test)
	w.gathering = append(w.gathering, gather)
	w.args = append(w.args, args...)
}

// never makes the condition hold nowhere.
func (w *where) never() { w.add("0") }

// test returns the condition for a walk along an index that has nothing to do
// with it: each row that is passed is asked.
func (w *where) test() string { return joined(w.testing) }

// gather returns the condition for a query that wants all that matches, in no
// order.
func (w *where) gather() string { return joined(w.gathering) }

func joined(terms []string) string {
	if len(terms) == 0 {
		return "1"
	}
	return strings.Join(terms, " AND ")
}

// key names the condition in memory.
func (w *where) key() string { return fmt.Sprintf("%s %#v", w.test(), w.args) }

// in demands that an expression is one of the values; no values demand nothing.
// However many there are, they travel as one argument: the statement's text
// stays the same, so that it is prepared once.
func in[T ~string](w *where, expression string, values []T) {
	if len(values) > 0 {
		w.add(expression+" IN (SELECT value FROM json_each(?))", jsonList(values))
	}
}

// jsonList writes strings or numbers as a JSON array.
func jsonList[T ~string | int64 | uint64](values []T) string {
	if len(values) == 0 {
		return emptyList
	}
	text, err := json.Marshal(values)
	if err != nil { // strings and numbers always have a JSON form
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
