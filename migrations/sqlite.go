package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql
var sqlite embed.FS

// SQLite returns the migrations of the SQLite dialect, in goose's format, at
// the root of the file system.
func SQLite() (fs.FS, error) { return fs.Sub(sqlite, "sqlite") }
