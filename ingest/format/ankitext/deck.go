package ankitext

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// deck gathers the cards of one text.
type deck struct {
	parser *Parser
	text   *ingest.Text
	shape  shape
	tags   int // column
	schema record.Schema
	cards  []card.Card
	found  ingest.Extraction
}

func (p *Parser) newDeck(text *ingest.Text) *deck {
	d := &deck{parser: p, text: text, shape: shapeOf(text.Bytes)}
	d.tags = d.shape.tagColumn()
	d.schema = p.records.Infer(d.shape.named(d.shape.sample, text))
	d.found.Title = d.shape.deck
	if d.shape.lines > 0 {
		d.found.Marks = append(d.found.Marks, ingest.Structure(1, d.shape.lines, "export header"))
	}
	return d
}

// add takes in a record: a card, a comment, an empty one or, in a file without
// headers, a line that is none of these.
func (d *deck) add(next delimited.Record) {
	first, last := d.text.LineOf(next.Start), d.text.LineOf(max(next.Start, next.End-1))
	switch {
	case next.Blank():
		d.found.Marks = append(d.found.Marks, ingest.Structure(first, last, "empty record"))
	case next.Comment():
		d.found.Marks = append(d.found.Marks, ingest.Structure(first, last, "comment"))
	case len(d.cards) == 0 && d.namesColumns(next):
		d.found.Marks = append(d.found.Marks, ingest.Structure(first, last, "header"))
	case next.Columns == 1 && !d.shape.announced && !d.parser.asks(next.Text(0)):
		passage := quarry.Passage{Text: d.text.Cut(d.text.Span(next.Start, next.End))}
		passage.Source.Span = d.text.Span(next.Start, next.End)
		d.found.Passages = append(d.found.Passages, passage)
	default:
		d.found.Warnings = append(d.found.Warnings, next.Faults(first, d.shape.Columns)...)
		d.addCard(next)
	}
}

// namesColumns reports whether a record is no card but says what is in the columns: in that of the
// tags it says so.
func (d *deck) namesColumns(next delimited.Record) bool {
	if d.tags == 0 || strings.Contains(next.Text(0), " ") || d.parser.asks(next.Text(0)) {
		return false
	}
	tags := doc.Field{Name: next.Text(d.tags - 1), Value: doc.Value{Kind: doc.String, Text: "tag"}}
	return d.parser.records.Infer([]record.Record{{Fields: []doc.Field{tags}}}).IsAside(tags.Name)
}

func (d *deck) addCard(next delimited.Record) {
	isTagged := d.shape.html == "true" || d.shape.html == "" && isHTML(next) // where the head does not say
	one := card.Card{HTML: isTagged, Grade: quarry.NoGrade(), Tags: d.shape.tags}
	one.Source.Span = d.text.Span(next.Start, next.End)
	one.Source.Heading = d.headings(next)
	if d.tags > 0 {
		one.Tags = append(strings.Fields(next.Text(d.tags-1)), one.Tags...)
	}
	d.sides(&one, next)
	if d.schema.Asks() {
		d.readNamed(&one, next)
	}
	d.cards = append(d.cards, one)
}

// readNamed completes a card with the grade that the names of its fields tell.
func (d *deck) readNamed(one *card.Card, next delimited.Record) {
	var found ingest.Extraction
	d.parser.records.Read(d.schema, d.shape.named([]delimited.Record{next}, d.text)[0], &found)
	if len(found.Questions) != 1 {
		return
	}
	q := found.Questions[0]
	one.Grade = q.Grade
}

// sides fills a card's front and backs from the fields that say nothing about the card itself.
// Where no name tells the front it is the first that is not empty.
func (d *deck) sides(one *card.Card, next delimited.Record) {
	front := d.schema.Question()
	for i := range next.Fields {
		column, text := i+1, next.Text(i)
		name := d.shape.name(column)
		isFront := name == front || front == ""
		switch {
		case text == "" || column == d.tags || d.shape.isMeta(column) || (name != "" && d.schema.IsAside(name)):
		case isFront && one.Front == "":
			one.Front = text
		default:
			one.Backs = append(one.Backs, text)
		}
	}
}

// headings returns the names of the decks that a card is in, the outermost first.
func (d *deck) headings(next delimited.Record) []string {
	name := d.shape.deck
	if column := d.shape.columns["deck"]; column > 0 {
		name = next.Text(column - 1)
	}
	var headings []string
	for part := range strings.SplitSeq(name, "::") {
		if part = strings.TrimSpace(part); part != "" {
			headings = append(headings, phrase.Short(part))
		}
	}
	return headings
}

// finish reads the cards.
func (d *deck) finish(ctx context.Context) ingest.Extraction {
	d.parser.cards.Add(ctx, &d.found, d.text, d.cards)
	return d.found
}
