package quarry

// Span is a place in a document's stored text.
type Span struct {
	ByteStart int // first byte
	ByteEnd   int // one past the last byte
	LineStart int // first line, counted from 1
	LineEnd   int // last line, inclusive
}

// Contains reports whether other lies within s.
func (s Span) Contains(other Span) bool {
	return s.ByteStart <= other.ByteStart && other.ByteEnd <= s.ByteEnd
}

// ContextRole says what a piece of context contributes to an entry.
type ContextRole string

// The roles of context. One span cannot prove a table cell: its header, its
// row's label and the table's caption stand elsewhere.
const (
	RoleHeader      ContextRole = "header"
	RoleRowLabel    ContextRole = "row_label"
	RoleCaption     ContextRole = "caption"
	RoleHeading     ContextRole = "heading"
	RoleFootnote    ContextRole = "footnote"
	RoleKeyedParent ContextRole = "keyed_parent"
	RoleRow         ContextRole = "row"
	RoleAnswer      ContextRole = "answer" // of a question, where it stands elsewhere
)

// ContextRoles lists them all.
func ContextRoles() []ContextRole {
	return []ContextRole{
		RoleHeader, RoleRowLabel, RoleCaption, RoleHeading, RoleFootnote, RoleKeyedParent, RoleRow, RoleAnswer,
	}
}

// Context is a further place in the same document that an entry rests on.
type Context struct {
	Role ContextRole
	Span Span
}

// Source says where an entry comes from, to the byte.
type Source struct {
	Span

	DocumentID DocumentID
	Collection string
	Path       string // relative to the document's root, NFC, separated by '/'
	Title      string // the document's
	SHA256     string // of the file's own bytes, lower-case hexadecimal
	Date       string // of the document, as it says; only where it tells which of two claims is the newer one
	Heading    []string
	Context    []Context
}

// Claim is what one occurrence of an entry says, and where.
type Claim struct {
	ID     EntryID
	Source Source
	Words  []string // which the source must hold

	Corrected bool // the entry says something else than its source, or is hidden
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
