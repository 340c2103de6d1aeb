package evaluate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/search/eval"
)

// report is what a measurement says: it is its own JSON, and prints as tables.
type report interface{ print(out io.Writer) error }

// show prints a report in the form that was asked for.
func show(out io.Writer, r report, asJSON bool) error { //nolint:revive // a flag of the command is what it is told
	if asJSON {
		return present.JSON(out, r)
	}
	return r.print(out)
}

// readFile reads a file of what people judged.
func readFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return none, quarry.Errorf(quarry.KindNotFound, "%s cannot be read: %v", path, err).Because(err)
	}
	all, err := read(file)
	return all, errors.Join(eval.In(path, err), file.Close())
}

// printTables writes the tables that have rows, each behind an empty line.
func printTables(out io.Writer, tables ...*present.Columns) error {
	for _, table := range tables {
		if len(table.Rows) == 0 {
			continue
		}
		if _, err := fmt.Fprintln(out); err != nil {
			return err
		}
		if err := table.Print(out); err != nil {
			return err
		}
	}
	return nil
}

// table begins a table with the names of its columns.
func table(head ...string) *present.Columns { return &present.Columns{Head: head} }

// row writes values as the cells of a table: a share with three digits, and one of nothing,
// which is nil, as that.
func row(values ...any) []string {
	cells := make([]string, len(values))
	for i, value := range values {
		switch value := value.(type) {
		case float64:
			cells[i] = figure(value)
		case *float64:
			if cells[i] = ofNothing; value != nil {
				cells[i] = figure(*value)
			}
		default:
			cells[i] = fmt.Sprint(value)
		}
	}
	return cells
}

// confused has what people said in its rows, what was said in its columns.
func confused[T ~string](title, said string, names []T, counts map[T]map[T]int) *present.Columns {
	confusion := table(title)
	for _, name := range names {
		confusion.Head = append(confusion.Head, said+string(name))
	}
	for _, name := range names {
		cells := row(name)
		for _, column := range names {
			cells = append(cells, strconv.Itoa(counts[name][column]))
		}
		confusion.Add(cells)
	}
	return confusion
}

func figure(value float64) string { return fmt.Sprintf("%.3f", value) }

// ofNothing stands for a share of nothing.
const ofNothing = "–"
