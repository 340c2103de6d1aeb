package corpus

import (
	"embed"
	"io/fs"
)

// root is the folder that is embedded; paths in Files are relative to it.
const root = "documents"

//go:embed documents
var documents embed.FS

// Files returns the starter documents as a read-only file system. Its root
// holds the folders cards, questions, reference and specs.
func Files() fs.FS {
	files, err := fs.Sub(documents, root)
	if err != nil {
		// fs.Sub refuses invalid names only, and this one is a constant.
		panic(err)
	}
	return files
}
