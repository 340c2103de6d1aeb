package export

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// source returns where an entry comes from. What a document says of itself is
// taken from the document.
func (j *judge) source(said source) quarry.Source {
	d := j.k.Document
	from := quarry.Source{
		Span: said.meant(), DocumentID: d.ID, Collection: d.Collection, Path: d.Path,
		Title: d.Title, SHA256: d.SHA256, Heading: said.Heading,
	}
	for _, piece := range said.Context {
		from.Context = append(from.Context, quarry.Context{Role: quarry.ContextRole(piece.Role), Span: piece.meant()})
	}
	return from
}

func (e entryFields) grade() quarry.Grade {
	return quarry.Grade{
		Difficulty: quarry.Difficulty(e.Difficulty), Source: quarry.DifficultySource(e.GradedBy), Confidence: e.Confidence,
	}
}

func (e entryFields) topics() []quarry.TopicID {
	topics := make([]quarry.TopicID, 0, len(e.Topics))
	for _, topic := range e.Topics {
		topics = append(topics, quarry.TopicID(topic))
	}
	return topics
}

// questionOf reads a question. Which one stands for it, and whether another one
// has its answer, is found out anew by the store, which knows all documents.
func questionOf(r record, from quarry.Source, w words) quarry.Question {
	q := quarry.Question{
		ID: quarry.QuestionID(r.ID), CanonicalID: quarry.QuestionID(r.ID), Text: r.Question,
		AnswerState: quarry.AnswerGap, Choices: r.Choices, Style: quarry.Style(r.Style),
		Grade: r.grade(), Topics: r.topics(), Source: from,
	}
	if r.Answer != nil && *r.Answer != "" {
		q.Answer, q.Answered, q.AnswerState = *r.Answer, true, quarry.AnswerOwn
	}
	q.Asks = w.keys.Key(q)
	return q
}

func factOf(r record, from quarry.Source) quarry.Fact {
	f := quarry.Fact{
		ID: quarry.FactID(r.ID), Subject: r.Subject, Statement: r.Statement,
		Grade: r.grade(), Topics: r.topics(), Source: from,
	}
	for _, cited := range r.Citations {
		f.Citations = append(f.Citations, quarry.Citation(cited))
	}
	return f
}

func passageOf(r record, from quarry.Source) quarry.Passage {
	return quarry.Passage{
		ID: quarry.PassageID(r.ID), Text: r.Text, Grade: r.grade(), Topics: r.topics(), Source: from,
	}
}

// Limits of an entry's own words for itself, which no text holds them to.
const (
	mostTopics   = 20
	longestTopic = 200
	mostCited    = 10_000
)

// faultOfEntry says what about an entry cannot be, whatever its text says.
func faultOfEntry(r record) string {
	switch {
	case !r.graded():
		return "its difficulty is none that there is, or has no source"
	case len(r.Topics) > mostTopics || slices.ContainsFunc(r.Topics, func(t string) bool { return t == "" || len(t) > longestTopic }):
		return "its topics cannot be topics"
	case slices.ContainsFunc(r.Source.Context, func(c contextPiece) bool { return !slices.Contains(quarry.ContextRoles(), quarry.ContextRole(c.Role)) }):
		return "its context has a role that there is not"
	}
	switch quarry.EntryKind(r.Kind) { //nolint:exhaustive // the others are no entries of a document
	case quarry.EntryQuestion:
		return faultOfQuestion(r)
	case quarry.EntryFact:
		return faultOfFact(r)
	case quarry.EntrySpec:
		return faultOfSpec(r)
	}
	return faultWhere(isBlank(r.Text), "a passage needs a text")
}

func faultWhere(wrong bool, fault string) string { //nolint:revive // the flag is what is said
	if wrong {
		return fault
	}
	return ""
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// graded reports whether a difficulty and who says it belong together.
func (e entryFields) graded() bool {
	by := quarry.DifficultySource(e.GradedBy)
	if e.Difficulty == "" {
		return by == quarry.DifficultyNone && e.Confidence == 0
	}
	return slices.Contains(quarry.Difficulties(), quarry.Difficulty(e.Difficulty)) && e.Confidence >= 0 && e.Confidence <= 1 &&
		(by == quarry.DifficultyStated || by == quarry.DifficultyEstimated)
}

// faultOfFact holds citations to what ingest itself takes for one: an address
// of the web.
func faultOfFact(r record) string {
	isOdd := func(c citation) bool {
		web := strings.HasPrefix(c.URL, "https://") || strings.HasPrefix(c.URL, "http://")
		return !web || isTooLong(c.URL) || isTooLong(c.Label)
	}
	switch {
	case isBlank(r.Subject) || isBlank(r.Statement):
		return "a fact needs a subject and a statement"
	case len(r.Citations) > mostCited || slices.ContainsFunc(r.Citations, isOdd):
		return "its citations cannot be citations"
	}
	return ""
}

func faultOfQuestion(r record) string {
	if !slices.Contains(quarry.Styles(), quarry.Style(r.Style)) {
		return "its style is none that there is"
	}
	return faultWhere(isBlank(r.Question), "a question needs a text")
}
