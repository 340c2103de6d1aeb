package present

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// Columns is a table for people: aligned, without the columns that hold nothing,
// and with lines of text below a row that says more than fits into it.
type Columns struct {
	Head   []string
	Indent string // before every line
	Rows   []columnRow
}

type columnRow struct {
	cells []string
	below []string
}

// How rows are laid out.
const (
	columnGap = "  "
	BelowMark = "    "
	hanging   = "  " // before the lines that a text below a row goes on with
	widest    = 120  // characters of a line of text below a row
)

// Add appends a row of as many cells as the head has.
func (c *Columns) Add(cells []string, below ...string) {
	row := columnRow{}
	for _, cell := range cells {
		row.cells = append(row.cells, OneLine(cell))
	}
	for _, line := range below {
		row.below = append(row.below, OneLine(line))
	}
	c.Rows = append(c.Rows, row)
}

// OneLine makes a text safe to print within a line.
func OneLine(written string) string { return text.OneLine(Printable(written)) }

// Print writes the table, with the head above it.
func (c *Columns) Print(out io.Writer) error {
	widths := c.widths()
	for _, row := range slices.Concat([]columnRow{{cells: c.Head}}, c.Rows) {
		var line strings.Builder
		line.WriteString(c.Indent)
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
		for _, below := range row.below {
			for i, line := range wrapped(below) {
				_, _ = fmt.Fprintln(out, c.Indent+BelowMark+strings.Repeat(hanging, min(i, 1))+line)
			}
		}
	}
	return nil
}

// widths returns how wide each column is, in characters; 0 for one that is left
// out.
func (c *Columns) widths() []int {
	widths := make([]int, len(c.Head))
	for _, row := range c.Rows {
		for i, cell := range row.cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for i, title := range c.Head {
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
