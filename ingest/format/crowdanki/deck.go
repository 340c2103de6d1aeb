package crowdanki

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// deck gathers the cards of a deck and of the decks in it.
type deck struct {
	parser   *Parser
	models   map[string]model // by the names that notes call them by
	cards    []card.Card
	warnings []string
}

// title is the name of a deck and where it stands.
type title struct {
	name string
	span quarry.Span
}

// read reads the notes of a deck and of those in it, under the titles of the
// decks that it is in. A name is that of the whole path in some exports. Decks use the
// models of those that they are in as well.
func (d *deck) read(value doc.Value, above []title) {
	under := slices.Clone(above)
	for part := range strings.SplitSeq(value.At("name").Text, "::") {
		known := slices.ContainsFunc(under, func(t title) bool { return t.name == part })
		if part = strings.TrimSpace(part); part != "" && !known {
			under = append(under, title{part, value.At("name").Span})
		}
	}
	for _, one := range value.At("note_models").Items {
		m := d.parser.modelOf(one)
		d.models[one.At("crowdanki_uuid").Text], d.models[one.At("name").Text] = m, m
	}
	delete(d.models, "") // no note calls a model so
	for _, child := range value.At("children").Items {
		d.read(child, under)
	}
	for _, note := range value.At("notes").Items {
		d.readNote(note, under)
	}
}

const gradeFields lexicon.Cue = "grade_keys"

// readNote adds the card of a note: what its model shows. Of a model that the file does not
// have the first field is the front, and the others are backs.
func (d *deck) readNote(note doc.Value, under []title) {
	fields := note.At("fields").Items
	if len(fields) == 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("line %d: a note without fields", note.Span.LineStart))
		return
	}
	one := card.Card{HTML: true, Grade: quarry.NoGrade()}
	one.Source.Span = note.Span
	place(&one, under)
	m := d.modelFor(note)
	said := map[string]string{}
	for i, name := range m.fields[:min(len(m.fields), len(fields))] {
		value := strings.TrimSpace(fields[i].Text)
		difficulty, isGrade := d.parser.lexicon.GradeOf(value)
		switch {
		case name == "tags":
			one.Tags = strings.Fields(value)
		case !d.parser.lexicon.Cues()[gradeFields].Has(name):
			said[name] = value
		case isGrade:
			one.Grade = quarry.StatedGrade(difficulty)
		}
	}
	one.Front = strings.Join(shown(m.front, said), "<br>")
	one.Backs = shown(m.back, said)
	for _, further := range fields[min(len(m.fields), len(fields)):] {
		one.Backs = append(one.Backs, strings.TrimSpace(further.Text))
	}
	for _, tag := range note.At("tags").Items {
		one.Tags = append(one.Tags, tag.Text)
	}
	d.cards = append(d.cards, one)
}

// shown returns what some fields say that say something.
func shown(names []string, said map[string]string) []string {
	var all []string
	for _, name := range names {
		if said[name] != "" {
			all = append(all, said[name])
		}
	}
	return all
}

// modelFor returns the model of a note.
func (d *deck) modelFor(note doc.Value) model {
	for _, key := range []string{"note_model_uuid", "note_model", "model"} {
		if m, known := d.models[note.At(key).Text]; known {
			return m
		}
	}
	return model{fields: []string{"front"}, front: []string{"front"}}
}

// longestTitle is the longest name of a deck, in bytes, that is context.
const longestTitle = 250

// place puts a card under the titles of its decks. A title that stands behind the card is context.
func place(one *card.Card, under []title) {
	for _, t := range under {
		one.Source.Heading = append(one.Source.Heading, phrase.Short(t.name))
		if t.span.ByteStart > one.Source.ByteStart && t.span.ByteEnd-t.span.ByteStart <= longestTitle {
			one.Source.Context = append(one.Source.Context, quarry.Context{Role: quarry.RoleHeading, Span: t.span})
		}
	}
}
