package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/view"
)

// exportRows is how many entries of a table are read at a time.
const exportRows = 500

// table is how entries of one kind become rows.
type table[T any] struct {
	read bind.PageReader[T]
	head []string
	row  func(T) []string // every cell is safe
}

// exportTable writes a table of comma-separated values (RFC 4180) with a line
// of names first.
func (h *Handlers) exportTable(ctx context.Context, e exportAsked, out exportSink) (Exported, error) {
	e.Filter.Kinds = []quarry.EntryKind{e.kind}
	switch e.kind { //nolint:exhaustive // the others cannot be asked for
	case quarry.EntryFact:
		return writeTable(ctx, h, e, out, h.factTable(e.base))
	case quarry.EntrySpec:
		return writeTable(ctx, h, e, out, h.specTable(e.base))
	case quarry.EntryPassage:
		return writeTable(ctx, h, e, out, h.passageTable(e.base))
	}
	return writeTable(ctx, h, e, out, h.questionTable(e.base))
}

func writeTable[T any](
	ctx context.Context, h *Handlers, e exportAsked, out exportSink, t table[T],
) (Exported, error) {
	var done Exported
	if err := newRowWriter(out).write(t.head); err != nil {
		return done, err
	}
	take := func(page quarry.Page[T]) error {
		rows := newRowWriter(out) // holds a row, and so lasts no longer than its page
		for _, item := range page.Items {
			if err := rows.write(t.row(item)); err != nil {
				return err
			}
			done.Entries++
		}
		return nil
	}
	err := pageWalk[T]{t.read, e.Filter, exportRows, take, out}.export(ctx, h)
	return done, err
}

// rowWriter ends rows with CR LF and leaves the line breaks inside of cells as
// they are.
type rowWriter struct {
	out io.Writer
	row bytes.Buffer
	csv *csv.Writer
}

func newRowWriter(out io.Writer) *rowWriter {
	w := &rowWriter{out: out}
	w.csv = csv.NewWriter(&w.row)
	return w
}

func (w *rowWriter) write(cells []string) error {
	w.row.Reset()
	err := w.csv.Write(cells)
	if w.csv.Flush(); err == nil {
		err = w.csv.Error()
	}
	if err == nil {
		_, err = w.out.Write(bytes.TrimSuffix(w.row.Bytes(), []byte("\n")))
	}
	if err == nil {
		_, err = io.WriteString(w.out, "\r\n")
	}
	if err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	return nil
}

// beginsFormula are the characters that a spreadsheet runs what begins with, the
// wide forms that some read like them, and those that it may skip before them.
const beginsFormula = "=+-@＝＋－＠\t\r\n"

// safeCell keeps a text from being taken for a formula. An apostrophe before it says that it is
// a text. So that one can be taken off again, a text that begins with
// apostrophes and such a character gets one more.
func safeCell(text string) string {
	bare := strings.TrimLeft(text, "'")
	if first, _ := utf8.DecodeRuneInString(bare); bare != "" && strings.ContainsRune(beginsFormula, first) {
		return "'" + text
	}
	return text
}

func safeCells(cells ...string) []string { return view.Map(cells, safeCell) }

// placeCells say where an entry stands and where it is read.
func placeCells(source quarry.Source, base string, ref quarry.EntryRef) []string {
	return []string{
		safeCell(source.Path), strconv.Itoa(source.LineStart), strconv.Itoa(source.LineEnd), base + view.URLOf(ref),
	}
}

func placeHead(head ...string) []string {
	return append(head, "document", "line_start", "line_end", "url")
}

// topicsCell writes topics into one cell.
func topicsCell(topics []quarry.TopicID) string { return strings.Join(view.Texts(topics), ", ") }

func (h *Handlers) questionTable(base string) table[quarry.Question] {
	return table[quarry.Question]{
		read: h.Store.Questions,
		head: placeHead("id", "question", "answer", "choices", "difficulty", "difficulty_source", "style", "topics"),
		row: func(q quarry.Question) []string {
			return append(safeCells(string(q.ID), q.Text, q.Answer, strings.Join(q.Choices, "\n"), string(q.Grade.Difficulty),
				string(q.Grade.Source), string(q.Style), topicsCell(q.Topics)),
				placeCells(q.Source, base, q.Entry().EntryRef)...)
		},
	}
}

func (h *Handlers) factTable(base string) table[quarry.Fact] {
	return table[quarry.Fact]{
		read: h.Store.Facts,
		head: placeHead("id", "subject", "statement", "citations", "difficulty", "difficulty_source", "topics"),
		row: func(f quarry.Fact) []string {
			cited := view.Map(f.Citations, func(c quarry.Citation) string { return c.URL })
			return append(safeCells(string(f.ID), f.Subject, f.Statement, strings.Join(cited, "\n"),
				string(f.Grade.Difficulty), string(f.Grade.Source), topicsCell(f.Topics)),
				placeCells(f.Source, base, f.Entry().EntryRef)...)
		},
	}
}

func (h *Handlers) specTable(base string) table[quarry.Spec] {
	return table[quarry.Spec]{
		read: h.Store.Specs,
		head: placeHead("id", "device", "attribute", "conditions", "value", "min", "max", "unit", "qualifier",
			"normalized_min", "normalized_max", "normalized_unit", "confidence", "topics"),
		row: func(spec quarry.Spec) []string {
			value, normal := spec.Value, spec.Normalized
			cells := safeCells(string(spec.ID), spec.Device.Name, spec.Attribute.Name,
				strings.Join(spec.Conditions.Pairs(), ", "), value.Text)
			cells = append(cells, numberCell(value.Min), numberCell(value.Max), safeCell(value.Unit),
				string(value.Qualifier), numberCell(normal.Min), numberCell(normal.Max), safeCell(normal.Unit),
				numberCell(&spec.Confidence), safeCell(topicsCell(spec.Topics)))
			return append(cells, placeCells(spec.Source, base, spec.Entry().EntryRef)...)
		},
	}
}

func (h *Handlers) passageTable(base string) table[quarry.Passage] {
	return table[quarry.Passage]{
		read: h.Store.Passages,
		head: placeHead("id", "heading", "text", "difficulty", "difficulty_source", "topics"),
		row: func(p quarry.Passage) []string {
			return append(safeCells(string(p.ID), strings.Join(p.Source.Heading, " > "), p.Text,
				string(p.Grade.Difficulty), string(p.Grade.Source), topicsCell(p.Topics)),
				placeCells(p.Source, base, p.Entry().EntryRef)...)
		},
	}
}

// numberCell is empty for an open bound.
func numberCell(bound *float64) string {
	if bound == nil {
		return ""
	}
	return strconv.FormatFloat(*bound, 'g', -1, 64)
}
