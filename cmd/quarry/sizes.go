package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
)

// sizes returns how many bytes the database takes on the disk, with what was written to
// it last, and each index. What cannot be read now counts nothing.
func (s *session) sizes(ctx context.Context) map[string]int64 {
	parts := map[string]int64{"database": 0}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.database() + suffix); err == nil {
			parts["database"] += info.Size()
		}
	}
	indexes, err := os.ReadDir(s.index())
	if err != nil {
		return parts
	}
	for _, index := range indexes {
		if index.IsDir() {
			parts["index_"+index.Name()] = folderSize(ctx, filepath.Join(s.index(), index.Name()))
		}
	}
	return parts
}

// folderSize adds up the files below a folder. Files come and go while it looks.
func folderSize(ctx context.Context, folder string) int64 {
	total := int64(0)
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return fs.SkipAll
		}
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // what is gone takes no room
		}
		if info, err := entry.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}
