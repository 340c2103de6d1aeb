package markup

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// Writer writes a text over with the marks of Markdown, and keeps what the
// language finds in it itself.
type Writer struct {
	*Transcript

	Source  *ingest.Text
	Phrases *phrase.Reader
	Own     ingest.Extraction           // what the language finds itself
	Grade   func(line int) quarry.Grade // that holds for a line, where the language states grades

	marks []Mark
	scan  Scan
}

// Region is a run of lines that are indented together, how many blocks they stand
// in, and how much further in than what is around them they are written.
type Region struct{ First, Last, Indent, Depth, Margin int }

// Line returns a line without the region's indentation.
func (w *Writer) Line(r Region, n int) string {
	line := w.Source.Line(n)
	return line[min(r.Indent, Indent(line)):]
}

// deepest is how deep blocks may stand in one another.
const deepest = 16

// Region writes a run of lines over, block by block. What stands too deep is kept as it is.
func (w *Writer) Region(r Region) {
	w.margin += r.Margin
	defer func() { w.margin -= r.Margin }()
	for n := r.First; n <= r.Last; {
		if r.Depth > deepest || w.Source.Blank(n) {
			w.Keep(n)
			n++
			continue
		}
		n = w.scan(w, r, n, w.Line(r, n))
	}
}

// Render returns what a scan writes for some lines.
func (w *Writer) Render(r Region, scan Scan) string {
	part := &Writer{Transcript: NewTranscript(w.Source), Source: w.Source, Phrases: w.Phrases, marks: w.marks, scan: scan}
	part.Region(r)
	return strings.TrimSpace(string(part.out))
}

// Heading returns words as a heading.
func (w *Writer) Heading(level int, words string) string {
	return strings.Repeat("#", min(level, MostLevels)) + " " + w.Inline(words)
}

// Bold returns words as a line of their own that stands out.
func (w *Writer) Bold(words string) string { return "**" + strings.Trim(w.Inline(words), "*") + "**" }

// Kind says what becomes of a block.
type Kind int

// Hidden blocks are not read. Open ones are read as if their lines stood alone.
// Folds are containers with a title: they fold, or they ask.
const (
	Hidden Kind = iota
	Open
	Fold
	Code
	Formula
)

// Block is a run of lines between marks.
type Block struct {
	Kind        Kind
	First, Last int // with the marks; First is the line of name and title
	Body        Region
	Name        string // of a fold, or the language of code
	Title       string
}

// Block writes a block, without the lines of its marks, and returns the line behind it.
func (w *Writer) Block(b Block) int {
	switch b.Kind {
	case Hidden:
		w.Skip(b.First, b.Last, "comment")
	case Open:
		w.open(b)
	case Fold:
		w.fold(b)
	case Code:
		w.verbatim(b, fence+b.Name, fence)
	case Formula:
		w.verbatim(b, "$$", "$$")
	}
	return b.Last + 1
}

func (w *Writer) open(b Block) {
	w.Insert(b.First, "")
	w.Region(b.Body)
	w.Insert(b.Body.Last+1, "")
}

// fold writes a container. One whose title is the label of a question or stands above
// answers is a part of the text, and so is one without a title, but its first line is a
// title where it asks. One within another has fewer colons.
func (w *Writer) fold(b Block) {
	title := w.Bold(b.Title)
	_, asks := w.Phrases.CutQuestionLabel(title)
	isEmpty := b.Body.First > b.Body.Last
	switch {
	case asks && !w.Phrases.EndsAsking(b.Title), w.Phrases.IsKeyTitle(title) && !w.Phrases.IsAnswerLabel(title):
		w.Write(b.First, b.First, title)
		w.open(b)
		return
	case b.Title == "":
		if !isEmpty && w.Phrases.EndsAsking(w.Line(b.Body, b.Body.First)) {
			w.Write(b.Body.First, b.Body.First, w.Bold(strings.TrimSpace(w.Line(b.Body, b.Body.First))))
			b.Body.First++
		}
		w.open(b)
		return
	case isEmpty:
		w.Write(b.First, b.First, w.Inline(b.Title))
		return
	}
	colons := frame + strings.Repeat(":", max(0, deepest-b.Body.Depth))
	w.Write(b.First, b.First, colons+b.Name+" "+w.Inline(b.Title))
	w.Region(b.Body)
	if b.Last > b.Body.Last {
		w.Write(b.Last, b.Last, colons)
	} else {
		w.Insert(b.Last+1, colons)
	}
}

// frame is what the marks of a container begin with: more colons than a text has
// of its own, in its code.
const frame = "::::::::::"

// fence stands around code. Little code has it within.
const fence = "~~~"

// verbatim writes lines as they are. The blank ones before the first are not a
// part of them, nor are any of a formula.
func (w *Writer) verbatim(b Block, opens, shuts string) {
	w.Insert(b.First, strings.TrimRight(opens, " "))
	for n := b.Body.First; n <= b.Body.Last; n++ {
		if b.Kind == Code || !w.Source.Blank(n) {
			w.Write(n, n, w.Line(b.Body, n))
		}
	}
	w.Insert(b.Body.Last+1, shuts)
}

// MostColumns is how many columns a table has at most.
const MostColumns = 256

// Row is one of a table: its lines and what stands in its cells.
type Row struct {
	First, Last int
	Cells       []string
}

// Add puts what stands on a line into a cell, behind what it holds from the lines above.
func (r *Row) Add(line, column int, said string) {
	for len(r.Cells) <= column {
		r.Cells = append(r.Cells, "")
	}
	r.Cells[column] = strings.TrimSpace(r.Cells[column] + " " + strings.TrimSpace(said))
	r.Last = line
}

// Table writes rows as those of a table of Markdown. The first of so many heads is
// the header; where there are none it is empty.
func (w *Writer) Table(before int, rows []Row, heads int) {
	if len(rows) == 0 {
		return
	}
	rule := "|" + strings.Repeat("---|", len(rows[0].Cells))
	w.Insert(before, "")
	if heads == 0 {
		w.Insert(before, "|"+strings.Repeat("   |", len(rows[0].Cells)))
		w.Insert(before, rule)
	}
	for i, row := range rows {
		var said strings.Builder
		said.WriteString("|")
		for _, cell := range row.Cells {
			said.WriteString(" " + strings.ReplaceAll(w.Inline(cell), "|", `\|`) + " |")
		}
		w.Write(row.First, row.Last, said.String())
		if i == 0 && heads > 0 {
			w.Insert(row.Last+1, rule)
		}
	}
	w.Insert(rows[len(rows)-1].Last+1, "")
}
