package crowdanki

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// deck gathers the cards of a deck and of the decks in it.
type deck struct {
	parser *Parser
	text   *ingest.Text
	models map[string]model // by the name that notes call them by
	cards  []card.Card
	found  ingest.Extraction
}

// title is the name of a deck and where it stands.
type title struct {
	name string
	span quarry.Span
}

// readModels reads the note models of all decks: a deck in another uses those
// of the outer one.
func (d *deck) readModels(value record.Value) {
	for _, one := range member(value, "note_models").Items {
		m := modelOf(d.parser.lexicon.Cues()[gradeFields], one)
		for _, key := range []string{"crowdanki_uuid", "name"} {
			if id := member(one, key).Text; id != "" {
				d.models[id] = m
			}
		}
	}
	for _, child := range member(value, "children").Items {
		d.readModels(child)
	}
}

// read reads the notes of a deck and of those in it, under the titles of the
// decks that it is in. A name is that of the whole path in some exports.
func (d *deck) read(value record.Value, above []title) {
	under := slices.Clone(above)
	if name := member(value, "name"); name.Kind == record.Text {
		for part := range strings.SplitSeq(name.Text, "::") {
			known := slices.ContainsFunc(under, func(t title) bool { return t.name == part })
			if part = strings.TrimSpace(part); part != "" && !known {
				under = append(under, title{part, name.Span})
			}
		}
	}
	for _, child := range member(value, "children").Items {
		d.read(child, under)
	}
	for _, note := range member(value, "notes").Items {
		d.readNote(note, under)
	}
}

func (d *deck) readNote(note record.Value, under []title) {
	fields := member(note, "fields").Items
	if len(fields) == 0 {
		d.found.Warnings = append(d.found.Warnings, fmt.Sprintf("line %d: a note without fields", note.Span.LineStart))
		return
	}
	one := card.Card{HTML: true, Grade: quarry.NoGrade()}
	one.Source.Span = note.Span
	d.place(&one, under)
	m := d.modelFor(note, len(fields))
	for _, i := range m.readingOrder(len(fields)) {
		d.addField(&one, m, i, fields[i].Text)
	}
	for _, tag := range member(note, "tags").Items {
		one.Tags = append(one.Tags, tag.Text)
	}
	d.cards = append(d.cards, one)
}

// modelFor returns the model of a note. Fields of one that the file does not
// have are a front and the backs behind it.
func (d *deck) modelFor(note record.Value, fields int) model {
	for _, key := range []string{"note_model_uuid", "note_model", "model"} {
		if m, ok := d.models[member(note, key).Text]; ok {
			return m
		}
	}
	m := model{sides: make([]side, fields)}
	for i := range m.sides {
		m.sides[i] = back
	}
	m.sides[0] = front
	return m
}

// addField puts a field where its model shows it. Several fields in front are
// one front.
func (d *deck) addField(one *card.Card, m model, i int, text string) {
	at := back
	if i < len(m.sides) {
		at = m.sides[i]
	}
	switch text = strings.TrimSpace(text); {
	case text == "":
	case at == front && one.Front != "":
		one.Front += "<br>" + text
	case at == front:
		one.Front = text
	case at == back:
		one.Backs = append(one.Backs, text)
	case at == tags:
		one.Tags = append(one.Tags, strings.Fields(text)...)
	case at == grade:
		if difficulty, ok := d.parser.lexicon.GradeOf(text); ok {
			one.Grade = quarry.StatedGrade(difficulty)
		}
	}
}

// place puts a card under the titles of its decks. A title that stands behind
// the card is context.
func (d *deck) place(one *card.Card, under []title) {
	for _, t := range under {
		one.Source.Heading = append(one.Source.Heading, phrase.Short(t.name))
		if t.span.ByteStart > one.Source.ByteStart && t.span.ByteEnd-t.span.ByteStart <= longestTitle {
			one.Source.Context = append(one.Source.Context, quarry.Context{Role: quarry.RoleHeading, Span: t.span})
		}
	}
}

// longestTitle is the longest name of a deck, in bytes, that is context.
const longestTitle = 250

// finish reads the cards. A note that says nothing in front is kept as prose,
// and what is no note is the export's own.
func (d *deck) finish(ctx context.Context, root record.Value) ingest.Extraction {
	questions, silent := d.parser.cards.Read(ctx, d.text, d.cards)
	d.found.Questions = questions
	for _, one := range silent {
		passage := quarry.Passage{Text: d.text.Cut(one.Source.Span), Source: one.Source}
		d.found.Passages = append(d.found.Passages, passage)
	}
	d.found.Marks = append(d.found.Marks, ingest.Structure(1, d.text.Lines(), "deck"))
	d.found.Title = member(root, "name").Text
	return d.found
}
