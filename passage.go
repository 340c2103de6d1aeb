package quarry

import "strings"

// Passage is a section-sized piece of a document for grounding. Its heading
// path is Source.Heading.
type Passage struct {
	ID     PassageID
	Text   string
	Grade  Grade
	Topics []TopicID
	Source Source

	Corrected []Correction // that stand
}

// Identity returns what the passage's id is made of.
func (p Passage) Identity() Identity {
	return Identity{
		Kind: EntryPassage, Collection: p.Source.Collection, Path: p.Source.Path,
		Key: []string{strings.Join(p.Source.Heading, "\n"), p.Text},
	}
}

// Claims returns what the source must say for this passage to be verified.
func (p Passage) Claims() []string { return []string{p.Text} }

// Entry returns the view that indexes and hits use. A passage without a
// heading goes by its document's title.
func (p Passage) Entry() Entry {
	title := p.Source.Title
	if n := len(p.Source.Heading); n > 0 {
		title = p.Source.Heading[n-1]
	}
	return Entry{
		EntryRef: EntryRef{Kind: EntryPassage, ID: EntryID(p.ID)},
		Title:    title, Text: p.Text, Topics: p.Topics, Grade: p.Grade, Source: p.Source,
	}
}
