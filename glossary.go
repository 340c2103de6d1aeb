package quarry

// Abbreviation is a short form in an entry, and what the entry says that it
// stands for.
type Abbreviation struct {
	Short   string // in the singular, without the dots between its letters
	Long    string // as written, in the singular where the short form was a plural
	Spelled bool   // the letters of the short form begin the words of the long one

	LineStart int // first line among which it stands: a title above the entry is above its lines, too
	LineEnd   int // last line, inclusive
}

// AbbreviationIn is an abbreviation and the entry that has it. Source needs no
// more than the path, the collection and the hash.
type AbbreviationIn struct {
	Abbreviation
	EntryRef

	Source Source
}

// GlossaryTerm is a short form with everything that documents say it stands
// for.
type GlossaryTerm struct {
	Term       string
	Expansions []Expansion // at least one; best first
}

// Expansion is one of the things that a short form stands for.
type Expansion struct {
	Text    string     // as most places write it
	Count   int        // places that say so; lines that several entries share are one
	Spelled bool       // the letters of the short form prove it somewhere
	Entries []EntryRef // the first of them, up to three
	Sources []Source   // of these
}
