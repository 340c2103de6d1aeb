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
	Heading    []string
	Context    []Context
}
