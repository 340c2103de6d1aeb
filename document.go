package quarry

import "time"

// The collections that Quarry itself names.
const (
	DefaultCollection = "main"
	StarterCollection = "starter"
)

// Document is one file, or one text that was handed in, and what is known of it.
type Document struct {
	ID          DocumentID
	Collection  string
	Root        string // the folder it was found under, absolute; never served
	As          string // what Path begins with and the file's own path does not; "" for nothing
	Path        string // relative to Root behind As, NFC, separated by '/'; unique within a collection
	Title       string
	SHA256      string // of the file's own bytes
	TextSHA256  string // of the stored text, into which every span points
	TextOf      TextOf
	Encoding    string // that the file is in, as the WHATWG names it, where it is text; UTF8 for others
	Bytes       int64  // length of the file
	Metadata    Metadata
	Fingerprint string // of everything but the bytes that decides what is extracted
	Report      Report
	Topics      []Topic // that it brought: no lexicon has them
	IngestedAt  time.Time
}

// TextOf says what the stored text is.
type TextOf string

// The stored text is the file itself for text formats in UTF-8, and what was
// extracted or decoded from it for others.
const (
	TextOfFile    TextOf = "file"
	TextOfExtract TextOf = "extract"
)

// UTF8 is the encoding of a text that was not decoded.
const UTF8 = "utf-8"

// Metadata is what a document says of itself. Empty means unsaid.
type Metadata struct {
	Language  string
	Licence   string
	SourceURL string
	Author    string
	Date      string // as written
}

// Identity returns what the document's id is made of: the place, not the
// content, so that an edited file stays the same document.
func (d Document) Identity() Identity {
	return Identity{Kind: EntryDocument, Collection: d.Collection, Path: d.Path}
}

// Content is a document's stored text and, where the text is an extract or was
// decoded, the file's own bytes.
type Content struct {
	Text     []byte
	Original []byte // nil where Text is the file itself
}

// Knowledge is a document with everything that was extracted from it: what
// ingest hands to a store in one piece.
type Knowledge struct {
	Document  Document
	Content   Content
	Questions []Question
	Facts     []Fact
	Specs     []Spec
	Passages  []Passage

	Corrections []Correction // of these entries, which are as the text has them, and of others that it had
}

// Size returns the number of entries.
func (k Knowledge) Size() int {
	return len(k.Questions) + len(k.Facts) + len(k.Specs) + len(k.Passages)
}

// Entries are all of it as they are searched, kind by kind.
func (k Knowledge) Entries() []Entry {
	all := make([]Entry, 0, k.Size())
	for _, q := range k.Questions {
		all = append(all, q.Entry())
	}
	for _, f := range k.Facts {
		all = append(all, f.Entry())
	}
	for _, s := range k.Specs {
		all = append(all, s.Entry())
	}
	for _, p := range k.Passages {
		all = append(all, p.Entry())
	}
	return all
}

// Refs names every entry, kind by kind.
func (k Knowledge) Refs() []EntryRef {
	refs := make([]EntryRef, 0, k.Size())
	for _, q := range k.Questions {
		refs = append(refs, EntryRef{Kind: EntryQuestion, ID: EntryID(q.ID)})
	}
	for _, f := range k.Facts {
		refs = append(refs, EntryRef{Kind: EntryFact, ID: EntryID(f.ID)})
	}
	for _, s := range k.Specs {
		refs = append(refs, EntryRef{Kind: EntrySpec, ID: EntryID(s.ID)})
	}
	for _, p := range k.Passages {
		refs = append(refs, EntryRef{Kind: EntryPassage, ID: EntryID(p.ID)})
	}
	return refs
}

// Difference is what saving a document changed, or would change, by entry.
type Difference struct {
	Added   []EntryRef
	Changed []EntryRef // same id, other content or place
	Removed []EntryRef
	Merged  []EntryRef // questions that from now on stand behind another one that asks the same
}

// Empty reports whether nothing changed.
func (d Difference) Empty() bool {
	return len(d.Added)+len(d.Changed)+len(d.Removed) == 0
}

// StoredDocument is what ingest needs to know of a document that is already
// stored, to tell whether it has to read it again.
type StoredDocument struct {
	ID          DocumentID
	Root        string
	As          string
	Path        string
	SHA256      string
	Fingerprint string
}
