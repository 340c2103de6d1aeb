package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// columns is a table for people: aligned, without the columns that hold nothing,
// and with lines of text below a row that says more than fits into it.
type columns struct {
	head   []string
	indent string // before every line
	rows   []columnRow
}

type columnRow struct {
	cells []string
	below []string
}

const (
	columnGap = "  "
	belowMark = "    "
	hanging   = "  " // before the lines that a text below a row goes on with
	widest    = 120  // characters of a line of text below a row
)

// add appends a row of as many cells as the head has.
func (c *columns) add(cells []string, below ...string) {
	row := columnRow{}
	for _, cell := range cells {
		row.cells = append(row.cells, oneLine(cell))
	}
	for _, line := range below {
		row.below = append(row.below, oneLine(line))
	}
	c.rows = append(c.rows, row)
}

// oneLine makes a text safe to print within a line.
func oneLine(written string) string { return text.OneLine(printable(written)) }

// print writes the table, with the head above it.
func (c *columns) print(out io.Writer) error {
	widths := c.widths()
	for _, row := range slices.Concat([]columnRow{{cells: c.head}}, c.rows) {
		var line strings.Builder
		line.WriteString(c.indent)
		for i, cell := range row.cells {
			if widths[i] == 0 {
				continue
			}
			line.WriteString(cell)
			line.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
			line.WriteString(columnGap)
		}
		if _, err := fmt.Fprintln(out, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
		c.printBelow(out, row)
	}
	return nil
}

// printBelow writes what stands below a row; a long text goes on set in.
func (c *columns) printBelow(out io.Writer, row columnRow) {
	for _, below := range row.below {
		for i, line := range wrapped(below) {
			_, _ = fmt.Fprintln(out, c.indent+belowMark+strings.Repeat(hanging, min(i, 1))+line)
		}
	}
}

// widths returns how wide each column is, in characters; 0 for one that is left
// out.
func (c *columns) widths() []int {
	widths := make([]int, len(c.head))
	for _, row := range c.rows {
		for i, cell := range row.cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for i, title := range c.head {
		if widths[i] > 0 {
			widths[i] = max(widths[i], utf8.RuneCountInString(title))
		}
	}
	return widths
}

// wrapped breaks a text between words into lines that a terminal shows whole.
func wrapped(text string) []string {
	var lines []string
	line, width := "", 0
	for word := range strings.FieldsSeq(text) {
		length := utf8.RuneCountInString(word)
		if width > 0 && width+1+length > widest {
			lines = append(lines, line)
			line, width = "", 0
		}
		if width > 0 {
			line, width = line+" ", width+1
		}
		line, width = line+word, width+length
	}
	return append(lines, line)
}
