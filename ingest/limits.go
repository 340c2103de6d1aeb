package ingest

// Limits before the parsers. Markdown is held as a tree, of about 28 bytes a
// byte of text, so that 4 MB of it stay near 110 MB; a longer line than 1 MB
// is no text that anybody reads.
const (
	MaxTextBytes = 4 << 20
	MaxLineBytes = 1 << 20
)

// MaxEntries is how many entries one document may yield: more of them belong
// into several documents.
const MaxEntries = 100_000

// Limits of files of records, which are read one part after the other.
const (
	HeadBytes      = 64 << 10 // of a file, for telling what it is
	PartBytes      = 2 << 20  // a part ends behind the record that reaches it
	PartRecords    = 10_000
	MaxRecordBytes = 32 << 20
)
