package quarry

// Abbreviation is a short form in an entry, and what the entry says that it
// stands for.
type Abbreviation struct {
	Short   string // in the singular, without the dots between its letters
	Long    string // as written, in the singular where the short form was a plural
	Spelled bool   // the letters of the short form begin the words of the long one
}

// GlossaryTerm is a short form with everything that documents say it stands
// for.
type GlossaryTerm struct {
	Term       string      // as most places write it
	Expansions []Expansion // at least one; best first
}

// Expansion is one of the things that a short form stands for.
type Expansion struct {
	Text    string   // as most places write it
	Count   int      // places that say so; lines that several entries share are one
	Sources []Source // of the first of them, up to three
}
