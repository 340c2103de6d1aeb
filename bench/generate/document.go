package generate

import (
	"fmt"
	"strconv"
	"strings"
)

// Document is one text and the path under which it is stored.
type Document struct {
	Path string
	Text []byte
}

// The sizes of a document, in bytes.
const (
	leastBytes = 2000
	mostBytes  = 4096
	longEnough = 2500 // a document has a further section until it is this long
)

// Documents writes so many documents, the same for the same seed: the first
// thousand of two thousand are the thousand.
func Documents(seed uint64, count int) []Document {
	documents := make([]Document, count)
	for i := range documents {
		documents[i] = Nth(seed, i)
	}
	return documents
}

// Nth writes the document of this number, counted from 0, alone.
func Nth(seed uint64, number int) Document {
	w := newWriter(seed, uint64(number)) //nolint:gosec // A number is never negative.
	template := templates()[w.random.IntN(len(templates()))]
	w.document(template)
	return Document{
		Path: fmt.Sprintf("%s/%s-%05d.md", strings.ReplaceAll(w.field.name, " ", "-"), template.name, number),
		Text: []byte(w.String()),
	}
}

// template is a kind of document: which sections follow each other, again and
// again, until it is long enough.
type template struct {
	name     string
	front    bool // whether it has front matter
	sections []func(*writer)
}

func templates() []template {
	return []template{
		{name: "reference", front: true, sections: []func(*writer){
			(*writer).keyed, (*writer).table, (*writer).prose, (*writer).questions, (*writer).code,
		}},
		{name: "interview", sections: []func(*writer){(*writer).questions, (*writer).questions, (*writer).table}},
		{name: "notes", sections: []func(*writer){
			(*writer).prose, (*writer).keyed, (*writer).questions, (*writer).device, (*writer).table,
		}},
		{name: "data-sheet", front: true, sections: []func(*writer){
			(*writer).table, (*writer).device, (*writer).keyed, (*writer).questions,
		}},
	}
}

func (w *writer) document(t template) {
	title := w.say(titles())
	if t.front {
		w.line("---\ntitle: " + strconv.Quote(title) + "\nauthor: " + w.name() + "\nlicence: CC0-1.0\n---\n")
	}
	w.paragraph("# " + title)
	w.paragraph(w.statements(2, 3))
	for i := 0; w.Len() < longEnough; i++ {
		t.sections[i%len(t.sections)](w)
	}
}

// prose is a section of paragraphs with a definition among them.
func (w *writer) prose() {
	w.paragraph("## " + w.say(titles()))
	w.paragraph(w.statements(2, 3))
	w.paragraph(w.say(definitions()) + " " + w.statements(1, 2))
}

// keyed is a section of bullets of which each has a key.
func (w *writer) keyed() {
	w.paragraph("## " + w.say(titles()))
	w.paragraph("What matters about a **" + w.word("thing") + "**:")
	offset := w.random.IntN(len(keys()))
	for i := range w.between(3, 5) {
		key := keys()[(offset+i)%len(keys())]
		w.line("- **" + key + "**: " + w.fill(w.one(reasons())) + ".")
	}
	w.line("")
}

// table is a section that compares some products.
func (w *writer) table() {
	w.paragraph("## Figures for " + w.word("stuff"))
	w.WriteString("| Model |")
	for _, m := range w.field.measures {
		w.WriteString(" " + m.name + " |")
	}
	w.line("\n|" + strings.Repeat(" --- |", 1+len(w.field.measures)))
	for range w.between(3, 4) {
		w.WriteString("| " + w.product() + " |")
		for _, m := range w.field.measures {
			w.WriteString(" " + w.value(m) + " |")
		}
		w.line("")
	}
	w.line("")
	w.paragraph(w.statements(1, 1))
}

// device is a section about one product.
func (w *writer) device() {
	w.paragraph("## " + w.product())
	for _, m := range w.field.measures {
		w.line("- **" + m.name + "**: " + w.value(m))
	}
	w.line("")
	w.paragraph(w.statements(1, 2))
}

// questions is a section of questions of one difficulty, with their answers.
func (w *writer) questions() {
	w.paragraph("## " + w.one([]string{"Beginner", "Intermediate", "Advanced"}) + " questions")
	for i := range 2 {
		w.paragraph(fmt.Sprintf("### %d. %s", i+1, w.say(askings())))
		w.paragraph("**Answer:** " + w.statements(1, 2))
		if w.random.IntN(2) == 0 {
			w.line("- " + w.say(reasons()) + ".")
			w.paragraph("- " + w.say(reasons()) + ".")
		}
	}
}

// code is a section with a fence.
func (w *writer) code() {
	w.paragraph("## " + w.say(titles()))
	w.paragraph("```text\n" + fmt.Sprintf("queue depth   %6d\nretries       %6d\nshare of peak %5d %%",
		w.between(1, 512), w.between(0, 40), w.between(5, 99)) + "\n```")
	w.paragraph(w.statements(1, 2))
}
