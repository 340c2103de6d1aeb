package markdown

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/fact"
)

// rawTables reads the tables of a block of HTML. One without titles states
// nothing: it may only arrange the page.
func (w *sectionWalk) rawTables(b block, place fact.Place) {
	start, end := w.text.LineStart(b.first), min(w.text.LineEnd(b.last), len(w.source))
	if start >= end || !bytes.Contains(bytes.ToLower(w.source[start:end]), []byte("<table")) {
		return
	}
	read := rawReader{reader: w.reader, at: start, tokens: html.NewTokenizer(bytes.NewReader(w.source[start:end]))}
	for _, table := range read.tables() {
		stated, ok := table.stated(place)
		if !ok {
			continue
		}
		for _, row := range table.rows[:table.titles()] {
			w.markTitles(row)
		}
		w.keepRows(stated)
	}
}

// markTitles accounts for the lines of a row of titles.
func (w *sectionWalk) markTitles(row []rawCell) {
	for _, cell := range row {
		if span := cell.Span; span.ByteStart < span.ByteEnd {
			w.found.Marks = append(w.found.Marks, ingest.Structure(span.LineStart, span.LineEnd, "table header"))
		}
	}
}

// Limits of a table in HTML, with the cells that span others said again in each
// of them.
const (
	maxRawColumns = 512
	maxRawCells   = 50_000
)

// rawCell is a cell with what it spans.
type rawCell struct {
	fact.Cell

	titles  bool
	again   bool // it stood to the left or above
	strong  int  // bytes of its text that are bold at its beginning
	shown   doc.Text
	columns int
	rows    int
}

// rawTable is a table as its tags have it, row by row.
type rawTable struct {
	caption rawCell
	rows    [][]rawCell
}

// rawReader reads the tables of a piece of HTML. The text of a table within
// another belongs to the cell that it stands in.
type rawReader struct {
	*reader

	tokens *html.Tokenizer
	at     int // offset of the next token
	found  []*rawTable
	depth  int
	open   *rawCell // the cell or caption that takes text
	said   strings.Builder
	inHead bool
	small  bool     // inside of <sup>
	bold   bool     // inside of bold text at the beginning of a cell
	flow   *rawFlow // takes what stands outside of tables; nil where that is left out
}

func (r *rawReader) tables() []*rawTable {
	for {
		kind := r.tokens.Next()
		start := r.at
		r.at += len(r.tokens.Raw())
		switch kind {
		case html.ErrorToken:
			r.close(r.at)
			if r.depth > 0 {
				r.flow.table(r.found[len(r.found)-1])
			}
			r.flow.finish(r.at)
			return r.found
		case html.TextToken:
			r.say(start)
		case html.StartTagToken, html.SelfClosingTagToken:
			r.begin(r.tokens.Token(), start)
		case html.EndTagToken:
			r.end(r.tokens.Token(), start)
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// say adds text to the open cell.
func (r *rawReader) say(start int) {
	if r.depth == 0 {
		r.flow.say(r.tokens.Raw(), start)
	}
	if r.open == nil {
		return
	}
	text := html.UnescapeString(string(r.tokens.Raw()))
	if r.small {
		text = raised(text)
	}
	r.said.WriteString(unbroken(text))
}

// raised writes digits high; what else is raised is the mark of a note.
func raised(text string) string {
	return strings.Map(func(c rune) rune {
		if i := strings.IndexRune("0123456789", c); i >= 0 {
			return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[i]
		}
		return -1
	}, text)
}

func (r *rawReader) begin(tag html.Token, start int) {
	if tag.DataAtom == atom.Table {
		if r.depth++; r.depth == 1 {
			r.flow.flush(start)
			r.found = append(r.found, &rawTable{})
			r.inHead = false
		}
		return
	}
	if r.depth == 0 {
		r.flow.begin(tag, start, r.at)
	}
	if r.depth != 1 {
		if r.open != nil {
			r.said.WriteByte(' ')
		}
		return
	}
	r.inside(r.found[len(r.found)-1], tag, start)
}

// inside takes a tag inside of a table.
func (r *rawReader) inside(table *rawTable, tag html.Token, start int) {
	switch tag.Data {
	case "thead":
		r.inHead = true
	case "tbody", "tfoot":
		r.inHead = false
	case "tr":
		r.close(start)
		table.rows = append(table.rows, nil)
	case "td", "th":
		r.close(start)
		r.cell(table, tag)
	case "caption":
		r.close(start)
		r.openAt(&table.caption)
	case "sup":
		r.small = true
	case "br", "p", "div", "li":
		r.said.WriteString(r.flow.cellBreak())
	case "b", "strong", "em", "i":
		r.bold = r.open != nil && strings.TrimSpace(r.said.String()) == ""
	}
}

func (r *rawReader) cell(table *rawTable, tag html.Token) {
	if len(table.rows) == 0 {
		table.rows = append(table.rows, nil)
	}
	row := &table.rows[len(table.rows)-1]
	*row = append(*row, rawCell{
		titles: tag.DataAtom == atom.Th || r.inHead, columns: spanned(tag, "colspan"), rows: spanned(tag, "rowspan"),
	})
	r.openAt(&(*row)[len(*row)-1])
}

// spanned reads how many columns or rows a cell takes.
func spanned(tag html.Token, key string) int {
	number, err := strconv.Atoi(attribute(tag, key))
	if err != nil || number < 1 {
		return 1
	}
	return min(number, maxRawColumns)
}

func (r *rawReader) openAt(cell *rawCell) {
	r.open = cell
	r.open.Span.ByteStart = r.at
	r.said.Reset()
	r.small, r.bold = false, false
}

func (r *rawReader) end(tag html.Token, start int) {
	switch r.depth {
	case 0:
		r.flow.close(tag, start, r.at)
		return
	case 1:
		r.endInside(tag, start)
	}
	if tag.Data == "table" {
		if r.depth--; r.depth == 0 {
			r.flow.table(r.found[len(r.found)-1])
		}
	}
}

// endInside takes an end tag inside of a table.
func (r *rawReader) endInside(tag html.Token, start int) {
	switch tag.Data {
	case "table", "td", "th", "tr", "caption", "thead":
		r.close(start)
		r.inHead = r.inHead && tag.Data != "thead"
	case "sup":
		r.small = false
	case "b", "strong", "em", "i":
		if r.open != nil && r.bold {
			r.open.strong, r.bold = len(cellText(r.said.String())), false
		}
	}
}

// close ends the open cell before an offset.
func (r *rawReader) close(end int) {
	if r.open == nil {
		return
	}
	r.open.Text = cellText(r.said.String())
	start := r.open.Span.ByteStart
	inside := r.source[start:max(start, min(end, len(r.source)))]
	start += len(inside) - len(bytes.TrimLeft(inside, " \t\r\n"))
	inside = bytes.TrimSpace(inside)
	r.open.Span = r.text.Span(start, start+len(inside))
	r.flow.cell(r.open)
	r.open = nil
}

// cellText returns what a cell says on one line. Its own lines, where they are told
// apart, become parts of that.
func cellText(said string) string {
	var parts []string
	for line := range strings.SplitSeq(said, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
		}
	}
	return strings.Join(parts, "; ")
}

// stated lays the cells out below the rows of titles; false where there are none, or
// nothing below them. A title across the whole table above the others titles the rows of
// its section, where there are several.
func (t *rawTable) stated(place fact.Place) (fact.Table, bool) {
	rows, titles := cellsOf(t.laidOut()), t.titles()
	if titles == 0 || titles >= len(rows) {
		return fact.Table{}, false
	}
	table := fact.Table{Titles: rows[:titles], Rows: rows[titles:], Place: place}
	if sections := t.sections(rows); titles > 1 && t.isSection(0) && !t.isSection(1) {
		table.Titles = rows[1:titles]
		if sections > 1 {
			table.Rows = slices.Concat(rows[:1], table.Rows)
		}
	}
	return table, true
}

// titles counts the rows of titles at the top.
func (t *rawTable) titles() int {
	titles := 0
	for titles < len(t.rows) && len(t.rows[titles]) > 0 && allTitles(t.rows[titles]) {
		titles++
	}
	for titles > 1 && titles < len(t.rows) && t.isSection(titles-1) {
		titles--
	}
	return titles
}

// cellsOf returns the cells as facts are read from them.
func cellsOf(rows [][]rawCell) [][]fact.Cell {
	all := make([][]fact.Cell, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			all[i] = append(all[i], cell.Cell)
		}
	}
	return all
}

// sections leaves the titles that stand across the whole table in the first
// column alone, and returns how many there are.
func (t *rawTable) sections(rows [][]fact.Cell) int {
	count := 0
	for i, row := range rows {
		if t.isSection(i) {
			count++
			clear(row[min(1, len(row)):])
		}
	}
	return count
}

// isSection reports whether a row is one title that spans several columns.
func (t *rawTable) isSection(row int) bool {
	cells := t.rows[row]
	return len(cells) == 1 && cells[0].titles && cells[0].columns > 1
}

func allTitles(row []rawCell) bool {
	return !slices.ContainsFunc(row, func(cell rawCell) bool { return !cell.titles })
}

// held is a cell that reaches into the rows below.
type held struct {
	cell rawCell
	rows int
}

// laidOut puts every cell into all the columns and rows that it spans.
func (t *rawTable) laidOut() [][]rawCell {
	var all [][]rawCell
	above := reaching{}
	count := 0
	for _, cells := range t.rows {
		var row []rawCell
		for _, cell := range cells {
			row = above.put(above.fill(row), cell)
		}
		row = above.fill(row)
		if count += len(row); count > maxRawCells {
			break
		}
		all = append(all, row)
	}
	return all
}

// reaching are the cells that reach into the rows below, by their columns.
type reaching map[int]held

// fill adds what reaches into the next columns of a row.
func (r reaching) fill(row []rawCell) []rawCell {
	for len(row) < maxRawColumns {
		one, ok := r[len(row)]
		if !ok {
			break
		}
		if one.rows--; one.rows > 0 {
			r[len(row)] = one
		} else {
			delete(r, len(row))
		}
		row = append(row, one.cell)
	}
	return row
}

// put adds a cell to all the columns that it spans.
func (r reaching) put(row []rawCell, cell rawCell) []rawCell {
	for range min(cell.columns, maxRawColumns-len(row)) {
		if cell.rows > 1 {
			below := cell
			below.Held, below.again = true, true
			r[len(row)] = held{cell: below, rows: cell.rows - 1}
		}
		row = append(row, cell)
		cell.again = true
	}
	return row
}
