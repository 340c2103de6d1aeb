package ingest

import (
	"context"
	"io"
	"iter"

	"github.com/quarrykb/quarry"
)

// Splitter cuts a file of records, however long, into documents that fit into
// memory, reading it once from its beginning to its end. The first document has
// the file's path; the others have the path of a folder of that name: "2", "3"
// and so on in it, which no other file can have.
type Splitter interface {
	// Format names the format. Its version is part of the fingerprint.
	Format() Format
	// Recognise looks at the head of a file, up to HeadBytes of it, cut
	// anywhere, and returns how sure the splitter is of its format.
	Recognise(head []byte) Confidence
	// Split yields the parts of a file in their order. An error, in a LineError
	// where the line is known, ends the file; what was yielded before it stays.
	Split(ctx context.Context, file io.Reader) iter.Seq2[Part, error]
}

// Carrier is a Splitter of files that carry documents of any place, with their entries.
type Carrier interface {
	Splitter
	// CarriesDocuments marks it.
	CarriesDocuments()
}

// Part is one document of a file of records.
type Part struct {
	Line int    // the line of the file that the part begins on, from 1
	Text []byte // whole records, for the parsers
	// Knowledge is set where the file carries documents with their entries and
	// ids, as an export does. Text is not looked at then.
	Knowledge *quarry.Knowledge
}
