package ingest

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/topic"
)

// Tagged is a document that is ready to be saved.
type Tagged struct {
	Knowledge quarry.Knowledge
}

// tag gives every entry its topics, and a grade that is estimated where its source states
// none; of a passage that is not known. Questions get the key of what they ask.
func (p *Pipeline) tag(ctx context.Context, n Normalised) (Tagged, error) {
	k := n.Knowledge
	for i := range k.Questions {
		if err := ctx.Err(); err != nil {
			return Tagged{}, err
		}
		k.Questions[i].Asks = p.keys.Key(k.Questions[i])
	}
	for i := range k.Passages {
		k.Passages[i].Grade = stated(k.Passages[i].Grade)
	}
	p.grades.Grade(&k)
	entries, topics := subjectsOf(k)
	assigned, brought := p.topics.Assign(k.Document.Title, entries)
	for i := range topics {
		*topics[i] = assigned[i]
	}
	k.Document.Topics = brought
	return Tagged{Knowledge: k}, nil
}

func stated(grade quarry.Grade) quarry.Grade {
	if grade.Source == quarry.DifficultyStated {
		return grade
	}
	return quarry.NoGrade()
}

// subjectsOf returns the entries of a document as their topics are told from them, and
// where these go.
func subjectsOf(k quarry.Knowledge) ([]topic.Entry, []*[]quarry.TopicID) {
	var all []topic.Entry
	var topics []*[]quarry.TopicID
	add := func(e topic.Entry, to *[]quarry.TopicID) { all, topics = append(all, e), append(topics, to) }
	for i := range k.Questions {
		q := &k.Questions[i]
		add(topic.Entry{Kind: quarry.EntryQuestion, Title: q.Text, Text: q.Answer, Heading: q.Source.Heading}, &q.Topics)
	}
	for i := range k.Facts {
		f := &k.Facts[i]
		add(topic.Entry{Kind: quarry.EntryFact, Title: ownWords(f.Subject, f.Source.Heading), Text: f.Statement, Heading: f.Source.Heading}, &f.Topics)
	}
	for i := range k.Specs {
		s := &k.Specs[i]
		add(topic.Entry{
			Kind: quarry.EntrySpec, Title: s.Device.Written + ": " + s.Attribute.Name, Text: s.Value.Text,
			Heading: s.Source.Heading, Attribute: s.Attribute.ID,
		}, &s.Topics)
	}
	for i := range k.Passages {
		p := &k.Passages[i]
		add(topic.Entry{
			Kind: quarry.EntryPassage, Text: p.Text, Heading: p.Source.Heading,
		}, &p.Topics)
	}
	return all, topics
}

// ownWords returns what a subject says that no heading above does.
func ownWords(subject string, heading []string) string {
	for _, above := range heading {
		subject = strings.ReplaceAll(subject, above, "")
	}
	return subject
}

// TopicEntries returns the entries of a document as their topics are told from them, for
// who measures or fits what tells them.
func TopicEntries(k quarry.Knowledge) []topic.Entry {
	entries, _ := subjectsOf(k)
	return entries
}
