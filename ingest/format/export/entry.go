package export

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// source returns where an entry comes from. What a document says of itself is
// taken from the document.
func (j *judge) source(said source) quarry.Source {
	d := j.k.Document
	from := quarry.Source{
		Span: quarry.Span(said.span), DocumentID: d.ID, Collection: d.Collection, Path: d.Path,
		Title: d.Title, SHA256: d.SHA256, Heading: said.Heading,
	}
	for _, piece := range said.Context {
		from.Context = append(from.Context, quarry.Context{Role: piece.Role, Span: quarry.Span(piece.span)})
	}
	return from
}

// question reads a question. Which one stands for it, and whether another one
// has its answer, is found out anew by the store, which knows all documents.
func (w words) question(r record, from quarry.Source) quarry.Question {
	q := quarry.Question{
		ID: quarry.QuestionID(r.ID), CanonicalID: quarry.QuestionID(r.ID), Text: r.Question,
		AnswerState: quarry.AnswerGap, Choices: r.Choices, Style: r.Style,
		Grade: quarry.Grade(r.grade), Topics: r.Topics, Source: from,
	}
	if r.Answer != "" {
		q.Answer, q.Answered, q.AnswerState = r.Answer, true, quarry.AnswerOwn
	}
	q.Asks = w.keys.Key(q)
	return q
}

func factOf(r record, from quarry.Source) quarry.Fact {
	return quarry.Fact{
		ID: quarry.FactID(r.ID), Subject: r.Subject, Statement: r.Statement, Citations: r.Citations,
		Grade: quarry.Grade(r.grade), Topics: r.Topics, Source: from,
	}
}

func passageOf(r record, from quarry.Source) quarry.Passage {
	return quarry.Passage{ID: quarry.PassageID(r.ID), Text: r.Text, Grade: quarry.Grade(r.grade), Topics: r.Topics, Source: from}
}

// spec reads a spec. What its words mean is asked of the lexicon again, and taken from the file
// only where the lexicon does not know: the number in the value as written and the digit that it is
// rounded to, its base unit, what is to be noted of it, the device and the attribute.
func (w words) spec(r record, from quarry.Source) quarry.Spec {
	spec := quarry.Spec{
		ID: quarry.SpecID(r.ID), Device: r.Device, Conditions: r.Conditions,
		Attribute: quarry.AttributeMention{Written: r.Attribute.Written, Attribute: attributeOf(r.specFields, w.lexicon)},
		Value:     quantityOf(r.Value, w.lexicon),
		Grade:     quarry.Grade(r.grade), Topics: r.Topics, Notes: r.Notes, Source: from,
	}
	if known, ok := w.lexicon.Device(r.Device.ID); ok {
		spec.Device.Device, spec.Device.Discovered = known, false
	}
	spec.Device.Aliases = nil
	w.specs.Finish(&spec)
	spec.Confidence = r.confidence() // of the reading, which was another one
	return spec
}

// confidence returns how sure whoever read the spec was; 1 where the file does not say.
func (s specFields) confidence() float64 {
	if s.Sure == nil {
		return 1
	}
	return *s.Sure
}

func attributeOf(said specFields, lexicon *lexicon.Lexicon) quarry.Attribute {
	id := said.Attribute.ID
	if known, ok := lexicon.Attribute(id); ok {
		return quarry.Attribute{ID: id, Name: known.Name, Kind: known.Kind, Unit: known.Unit}
	}
	return quarry.Attribute{
		ID: id, Name: said.Attribute.Name, Kind: said.AttributeKind, Unit: said.AttributeUnit, Discovered: said.Attribute.Discovered,
	}
}
