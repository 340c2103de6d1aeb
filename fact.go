package quarry

// Fact is one statement that can be read without its surroundings.
type Fact struct {
	ID        FactID
	Subject   string
	Statement string
	Citations []Citation
	Grade     Grade
	Topics    []TopicID
	Source    Source
	Corrected []Correction // that stand
}

// Citation is a reference that the source itself gives.
type Citation struct {
	URL   string
	Label string
}

// Identity returns what the fact's id is made of.
func (f Fact) Identity() Identity {
	return Identity{
		Kind: EntryFact, Collection: f.Source.Collection, Path: f.Source.Path,
		Key: []string{f.Subject, f.Statement},
	}
}

// Claims returns what the source must say for this fact to be verified.
func (f Fact) Claims() []string { return []string{f.Subject, f.Statement} }

// Entry returns the view that indexes and hits use.
func (f Fact) Entry() Entry {
	return Entry{
		EntryRef: EntryRef{Kind: EntryFact, ID: EntryID(f.ID)},
		Title:    f.Subject, Text: f.Statement, Topics: f.Topics, Grade: f.Grade, Source: f.Source,
	}
}
