package storetest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
)

// Draft builds a document with its entries, one line of text each.
type Draft struct {
	knowledge quarry.Knowledge
	text      strings.Builder
	line      int
}

// NewDraft begins a document of the default collection.
func NewDraft(path string) *Draft {
	return &Draft{knowledge: quarry.Knowledge{Document: quarry.Document{
		Collection: quarry.DefaultCollection, Root: "/library", Path: path, Title: "About " + path,
		TextOf: quarry.TextOfFile, Encoding: quarry.UTF8, Fingerprint: "parser/1", IngestedAt: time.Date(2024, 5, 4, 3, 2, 1, 0, time.UTC),
	}}}
}

// In moves the document to another collection. Call it before adding entries.
func (d *Draft) In(collection string) *Draft {
	d.knowledge.Document.Collection = collection
	return d
}

// source writes a line into the text and returns where it stands.
func (d *Draft) source(text string) quarry.Source {
	d.line++
	start := d.text.Len()
	d.text.WriteString(text)
	span := quarry.Span{ByteStart: start, ByteEnd: d.text.Len(), LineStart: d.line, LineEnd: d.line}
	d.text.WriteByte('\n')
	return quarry.Source{
		Span: span, Collection: d.knowledge.Document.Collection, Path: d.knowledge.Document.Path,
		Heading: []string{"Chapter", "Section <1>"},
		Context: []quarry.Context{{Role: quarry.RoleHeading, Span: quarry.Span{ByteEnd: 1, LineStart: 1, LineEnd: 1}}},
	}
}

// Question adds a question; an empty answer leaves it unanswered.
func (d *Draft) Question(text, answer string, edits ...func(*quarry.Question)) *Draft {
	q := quarry.Question{
		Text: text, Answer: answer, Answered: answer != "", AnswerState: quarry.AnswerGap,
		Style: quarry.StyleOpen, Grade: quarry.NoGrade(), Topics: []quarry.TopicID{"memory"}, Source: d.source(text),
	}
	if q.Answered {
		q.AnswerState = quarry.AnswerOwn
	}
	for _, edit := range edits {
		edit(&q)
	}
	q.ID = quarry.QuestionID(quarry.NewID(q.Identity()))
	q.CanonicalID = q.ID
	d.knowledge.Questions = append(d.knowledge.Questions, q)
	return d
}

// Fact adds a fact.
func (d *Draft) Fact(subject, statement string, edits ...func(*quarry.Fact)) *Draft {
	f := quarry.Fact{
		Subject: subject, Statement: statement, Grade: quarry.NoGrade(),
		Citations: []quarry.Citation{{URL: "https://example.org/?a=1&b=<2>", Label: "1"}},
		Topics:    []quarry.TopicID{"memory"}, Source: d.source(statement),
	}
	for _, edit := range edits {
		edit(&f)
	}
	f.ID = quarry.FactID(quarry.NewID(f.Identity()))
	d.knowledge.Facts = append(d.knowledge.Facts, f)
	return d
}

// Spec adds a claim of one number in a base unit.
func (d *Draft) Spec(device, attribute string, value float64, unit string, edits ...func(*quarry.Spec)) *Draft {
	text := fmt.Sprintf("%g %s", value, unit)
	s := quarry.Spec{
		Device: quarry.DeviceMention{
			Device:  quarry.Device{ID: quarry.DeviceID(device), Name: "The " + device, Class: quarry.ClassGPU},
			Written: strings.ToUpper(device),
		},
		Attribute: quarry.AttributeMention{
			Attribute: quarry.Attribute{ID: quarry.AttributeID(attribute), Name: attribute, Kind: "power", Unit: unit},
			Written:   attribute,
		},
		Conditions: quarry.NewConditions(), Confidence: 1,
		Value:      quarry.Quantity{Bounds: quarry.Single(value, unit), Text: text, Qualifier: quarry.Exact},
		Normalized: quarry.Single(value, unit), Grade: quarry.NoGrade(), Topics: []quarry.TopicID{"memory"},
		Source: d.source(device + " " + attribute + " " + text),
	}
	for _, edit := range edits {
		edit(&s)
	}
	s.ID = quarry.SpecID(quarry.NewID(s.Identity()))
	d.knowledge.Specs = append(d.knowledge.Specs, s)
	return d
}

// Passage adds a passage.
func (d *Draft) Passage(text string, edits ...func(*quarry.Passage)) *Draft {
	p := quarry.Passage{
		Text: text, Grade: quarry.NoGrade(), Topics: []quarry.TopicID{"memory"}, Source: d.source(text),
	}
	for _, edit := range edits {
		edit(&p)
	}
	p.ID = quarry.PassageID(quarry.NewID(p.Identity()))
	d.knowledge.Passages = append(d.knowledge.Passages, p)
	return d
}

// Knowledge returns the document as ingest would hand it in: every source
// names the finished document.
func (d *Draft) Knowledge(edits ...func(*quarry.Document)) quarry.Knowledge {
	k := d.knowledge
	document := &k.Document
	text := d.text.String()
	sum := sha256.Sum256([]byte(text))
	document.ID = quarry.DocumentID(quarry.NewID(document.Identity()))
	document.SHA256 = hex.EncodeToString(sum[:])
	document.TextSHA256 = document.SHA256
	document.Bytes = int64(len(text))
	document.Report.Lines.Entry = d.line
	k.Content.Text = []byte(text)
	for _, edit := range edits {
		edit(document)
	}
	for _, source := range sourcesOf(k) {
		source.DocumentID, source.Title, source.SHA256 = document.ID, document.Title, document.SHA256
	}
	return k
}

func sourcesOf(k quarry.Knowledge) []*quarry.Source {
	sources := make([]*quarry.Source, 0, k.Size())
	for i := range k.Questions {
		sources = append(sources, &k.Questions[i].Source)
	}
	for i := range k.Facts {
		sources = append(sources, &k.Facts[i].Source)
	}
	for i := range k.Specs {
		sources = append(sources, &k.Specs[i].Source)
	}
	for i := range k.Passages {
		sources = append(sources, &k.Passages[i].Source)
	}
	return sources
}

// Mixed returns a document with entries of every kind, told apart by its path.
func Mixed(path string) quarry.Knowledge {
	return NewDraft(path).
		Question("What does "+path+" say?", "A lot.\n\n- `code`\n- $x^2$").
		Question("What does "+path+" leave out?", "").
		Fact("Paper", path+" is written on paper.").
		Spec("press-1", "power", 700, "W").
		Passage("A passage of " + path + ".").
		Knowledge()
}
