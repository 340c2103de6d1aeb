package ingest

import (
	"fmt"
	"io"
	"io/fs"
)

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
