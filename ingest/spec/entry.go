package spec

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/quantity"
)

// entry is a value with what its labels say. What it adds to the value has no marks of
// footnotes.
type entry struct {
	*labelled.Value

	raw    string
	labels []*label   // of its path, outermost first
	names  []string   // that it may be of, nearest first
	notes  []doc.Text // the footnotes that it or its labels point at, and its comments
}

// entry reads the labels of a value.
func (d *document) entry(v *labelled.Value) *entry {
	raw, marks := d.marksIn(v.Raw.Text)
	e := &entry{Value: v, raw: raw}
	for _, piece := range v.Path {
		bare, more := d.marksIn(piece.Text)
		e.labels, marks = append(e.labels, d.label(bare, v.Layout == labelled.Record)), append(marks, more...)
	}
	for _, name := range v.Names {
		bare, _ := d.marksIn(name.Text.Text)
		e.names = append(e.names, bare)
	}
	e.notes = slices.Clip(v.Notes)
	for _, mark := range marks {
		if note, ok := d.notes[mark]; ok {
			e.notes = append(e.notes, note)
		}
	}
	return e
}

// label returns what the last label says; nothing where there is none.
func (e *entry) label() *label {
	if len(e.labels) == 0 {
		return &label{}
	}
	return e.labels[len(e.labels)-1]
}

// over returns the labels over the last one.
func (e *entry) over() []*label { return e.labels[:max(0, len(e.labels)-1)] }

// marksIn returns a text without the marks of the document's footnotes, and the marks.
func (d *document) marksIn(s string) (string, []string) {
	if len(d.notes) == 0 && !strings.Contains(s, "[^") {
		return s, nil
	}
	var marks []string
	for {
		from := strings.Index(s, "[^")
		if from < 0 {
			break
		}
		end := strings.IndexByte(s[from:], ']')
		if end < 0 {
			break
		}
		marks = append(marks, s[from+2:from+end])
		s = s[:from] + s[from+end+1:]
	}
	s = strings.TrimSpace(s)
	if bare := strings.TrimRight(s, labelled.NoteMarks); bare != "" && len(bare) < len(s) && !d.isPower(lastWord(s)) {
		if mark := labelled.PlainMark(s[len(bare):]); d.notes[mark].Text != "" {
			return strings.TrimSpace(bare), append(marks, mark)
		}
	}
	return s, marks
}

// isPower reports whether a word that seems to end in a mark is a unit: "m²".
func (d *document) isPower(word string) bool {
	unit, ok := d.lexicon.FindUnit(strings.TrimLeft(word, "0123456789.,"))
	return ok && unit.Kind != quantity.Count
}
