package ingest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quarrykb/quarry"
)

// Source is a document that was named but not yet read.
type Source struct {
	Name       string // as a person would say it, in reports
	Collection string
	Root       string // the folder it was found under, absolute
	As         string // put before the file's own path; "" for nothing
	Path       string // relative to Root behind As, NFC, separated by '/'
	Size       int64  // of the file in bytes, 0 if it is not known

	// Replaces says that it takes the place of whatever is stored at its path,
	// wherever that came from. Otherwise a file that still lies elsewhere keeps it.
	Replaces bool

	// Open opens what is to be read, once.
	Open func() (io.ReadCloser, error)
}

// FileSource is the source of one file on disk.
func FileSource(collection, root, path, file string) Source {
	return Source{
		Name: file, Collection: collection, Root: root, Path: path,
		Open: func() (io.ReadCloser, error) { return openFile(file) },
	}
}

// openFile refuses what is no regular file before it opens it: opening a pipe
// would wait for its writer for ever.
func openFile(file string) (io.ReadCloser, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, readError(err)
	}
	if !info.Mode().IsRegular() {
		return nil, quarry.Errorf(quarry.KindUnsupported, "not a regular file")
	}
	opened, err := os.Open(filepath.Clean(file))
	if err != nil {
		return nil, readError(err)
	}
	return opened, nil
}

// readError keeps the operating system's reason and drops the path, which the
// report names anyway.
func readError(err error) error {
	reason := err
	if path, ok := errors.AsType[*os.PathError](err); ok {
		reason = path.Err
	}
	return quarry.Errorf(quarry.KindUnavailable, "cannot be read: %v", reason).Because(err)
}

// stageError wraps what a stage returned, with the line where it knows one.
func stageError(stage Stage, source string, err error) *StageError {
	wrapped := &StageError{Stage: stage, Source: source, Err: err}
	if at, ok := errors.AsType[*LineError](err); ok {
		wrapped.Line, wrapped.Err = at.Line, at.Err
	}
	return wrapped
}

// Embedded returns the files of a file system as sources. Their root is the
// name "embedded": no folder of the machine is theirs.
func Embedded(collection string, files fs.FS) (Sources, error) {
	var sources Sources
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		sources.Found = append(sources.Found, Source{
			Name: path, Collection: collection, Root: "embedded", Path: path,
			Open: func() (io.ReadCloser, error) { return files.Open(path) },
		})
		return nil
	})
	if err != nil {
		return sources, fmt.Errorf("list the embedded files: %w", err)
	}
	return sources, nil
}
