package ingest

import (
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

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

// partPath returns the path of a file's n-th part, counted from 1. The first
// has the file's own.
func partPath(file string, n int) string {
	if n == 1 {
		return file
	}
	return file + "/" + strconv.Itoa(n)
}

// partOf returns the file that a path is a further part of, if it has the form
// of one.
func partOf(path string) (string, bool) {
	slash := strings.LastIndexByte(path, '/')
	if slash < 1 {
		return "", false
	}
	return path[:slash], partNumber(path[:slash], path) > 1
}

// partNumber returns which part of a file a path is, 0 where it is none.
func partNumber(file, path string) int {
	if path == file {
		return 1
	}
	n, err := strconv.Atoi(strings.TrimPrefix(path, file+"/"))
	if err != nil || n < 2 || path != partPath(file, n) {
		return 0
	}
	return n
}

// ownPath returns a stored document's path without what was put before it. An
// imported document has none: its root is the file that it came in.
func ownPath(d quarry.StoredDocument) string {
	return strings.TrimPrefix(strings.TrimPrefix(d.Path, d.As), "/")
}

// isImport reports whether a document came in a file that carries documents.
func isImport(d quarry.StoredDocument) bool { return d.As == d.Path }

// stillThere reports whether the file that a document was read from exists.
func stillThere(d quarry.StoredDocument) bool {
	if !filepath.IsAbs(d.Root) {
		return false
	}
	own := ownPath(d)
	if _, err := os.Stat(filepath.Join(d.Root, filepath.FromSlash(own))); err == nil {
		return true
	}
	file, ok := partOf(own)
	if !ok {
		return false
	}
	info, err := os.Stat(filepath.Join(d.Root, filepath.FromSlash(file)))
	return err == nil && info.Mode().IsRegular()
}

// part returns the source of a part of a file.
func (s Source) part(n int) Source {
	s.Path = partPath(s.Path, n)
	return s
}

// file returns where a source lies on disk; a source that is no file, its root.
func (s Source) file() string {
	if !filepath.IsAbs(s.Root) {
		return s.Root
	}
	own := ownPath(quarry.StoredDocument{As: s.As, Path: s.Path})
	return filepath.Join(s.Root, filepath.FromSlash(own))
}
