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

// report is what a measurement says: figures as JSON, and as tables.
type report interface {
	view() any
	print(out io.Writer) error
}

// show prints a report in the form that was asked for.
func show(out io.Writer, r report, asJSON bool) error { //nolint:revive // a flag of the command is what it is told
	if asJSON {
		return present.JSON(out, r.view())
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

// confused has what people said in its rows, what was said in its columns.
func confused[T ~string](title, said string, names []T, counts map[T]map[T]int) *present.Columns {
	table := &present.Columns{Head: []string{title}}
	for _, name := range names {
		table.Head = append(table.Head, said+string(name))
	}
	for _, name := range names {
		cells := []string{string(name)}
		for _, column := range names {
			cells = append(cells, strconv.Itoa(counts[name][column]))
		}
		table.Add(cells)
	}
	return table
}

func figure(value float64) string { return fmt.Sprintf("%.3f", value) }

// ofNothing stands for a share of nothing.
const ofNothing = "–"
