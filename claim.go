package quarry

// Claim is what one occurrence of an entry says, and where.
type Claim struct {
	ID     EntryID
	Source Source
	Words  []string // which the source must hold
}

// Claimant is an entry of any kind, as far as it can be held against its
// source.
type Claimant interface {
	Entry() Entry
	Claims() []string
}

// ClaimOf returns what an entry says, and where.
func ClaimOf(c Claimant) Claim {
	entry := c.Entry()
	return Claim{ID: entry.ID, Source: entry.Source, Words: c.Claims()}
}

// Evidence is everything that is needed to tell whether the sources of an entry
// say what it says, all of one moment.
type Evidence struct {
	Claims   []Claim // the entry's own, then one of each of its variants; never empty
	Texts    map[DocumentID]StoredText
	Revision Sequence
}

// StoredText is a document's text with the hash that was recorded for it.
type StoredText struct {
	Text   []byte
	SHA256 string // lower-case hexadecimal
}
