package crowdanki

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
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
	for part := range strings.SplitSeq(member(value, "name").Text, "::") {
		known := slices.ContainsFunc(under, func(t title) bool { return t.name == part })
		if part = strings.TrimSpace(part); part != "" && !known {
			under = append(under, title{part, member(value, "name").Span})
		}
	}
	for _, one := range member(value, "note_models").Items {
		m := d.parser.modelOf(one)
		d.models[member(one, "crowdanki_uuid").Text], d.models[member(one, "name").Text] = m, m
	}
	for _, child := range member(value, "children").Items {
		d.read(child, under)
	}
	for _, note := range member(value, "notes").Items {
		d.readNote(note, under)
	}
}

func (d *deck) readNote(note doc.Value, under []title) {
	fields := member(note, "fields").Items
	if len(fields) == 0 {
		d.warnings = append(d.warnings, fmt.Sprintf("line %d: a note without fields", note.Span.LineStart))
		return
	}
	one := card.Card{HTML: true, Grade: quarry.NoGrade()}
	one.Source.Span = note.Span
	place(&one, under)
	for _, at := range d.modelFor(note).of(len(fields)) {
		if at.field < len(fields) {
			d.addField(&one, at.side, strings.TrimSpace(fields[at.field].Text))
		}
	}
	for _, tag := range member(note, "tags").Items {
		one.Tags = append(one.Tags, tag.Text)
	}
	d.cards = append(d.cards, one)
}

// modelFor returns the model of a note. Fields of one that the file does not
// have are a front and the backs behind it.
func (d *deck) modelFor(note doc.Value) model {
	for _, key := range []string{"note_model_uuid", "note_model", "model"} {
		if name := member(note, key).Text; name != "" && d.models[name] != nil {
			return d.models[name]
		}
	}
	return model{{0, front}}
}

// addField puts a field where its model shows it. Several fields in front are
// one front.
func (d *deck) addField(one *card.Card, at side, text string) {
	switch {
	case text == "" || at == aside:
	case at == front && one.Front != "":
		one.Front += "<br>" + text
	case at == front:
		one.Front = text
	case at == back:
		one.Backs = append(one.Backs, text)
	case at == tags:
		one.Tags = append(one.Tags, strings.Fields(text)...)
	default:
		if difficulty, ok := d.parser.lexicon.GradeOf(text); ok {
			one.Grade = quarry.StatedGrade(difficulty)
		}
	}
}

// longestTitle is the longest name of a deck, in bytes, that is context.
const longestTitle = 250

// place puts a card under the titles of its decks. A title that stands behind
// the card is context.
func place(one *card.Card, under []title) {
	for _, t := range under {
		one.Source.Heading = append(one.Source.Heading, phrase.Short(t.name))
		if t.span.ByteStart > one.Source.ByteStart && t.span.ByteEnd-t.span.ByteStart <= longestTitle {
			one.Source.Context = append(one.Source.Context, quarry.Context{Role: quarry.RoleHeading, Span: t.span})
		}
	}
}
