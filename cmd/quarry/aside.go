package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// aside is the folder of the uploads that were kept when the database was replaced, and
// that the new one does not name.
func (s *session) aside(w swap) string { return s.spool() + keptMark + w.moment }

// complete ends a swap that was decided. Uploads of jobs that the new database does not
// have are moved beside what was there before, for a server removes what no job names;
// those of jobs that it does have, and that an earlier swap moved, are taken back.
func (s *session) complete(ctx context.Context, w swap) error {
	if err := s.sortUploads(ctx, w); err != nil {
		return err
	}
	return w.complete()
}

// sortUploads is done while the new database still waits: begun again, it moves what is
// left to be moved.
func (s *session) sortUploads(ctx context.Context, w swap) error {
	there, before := s.namesIn(s.spool()), s.uploadsAside()
	if len(there)+len(before) == 0 || !exists(w.waiting()) {
		return nil
	}
	named, err := uploadsOf(context.WithoutCancel(ctx), w.waiting())
	if err != nil {
		return err
	}
	var away, back []string
	for _, name := range there {
		if !named[name] {
			away = append(away, filepath.Join(s.spool(), name))
		}
	}
	for _, file := range before {
		if name := filepath.Base(file); named[name] && !exists(filepath.Join(s.spool(), name)) {
			back = append(back, file)
		}
	}
	return errors.Join(s.move(away, s.aside(w)), s.move(back, s.spool()))
}

// move moves files into a folder, and makes that last before they are missed elsewhere.
func (s *session) move(files []string, folder string) error {
	if len(files) == 0 {
		return nil
	}
	if err := s.disk.MakeFolder(folder); err != nil {
		return cannotWrite(folder, err)
	}
	for _, file := range files {
		if err := s.disk.Rename(file, filepath.Join(folder, filepath.Base(file))); err != nil {
			return cannotWrite(filepath.Join(folder, filepath.Base(file)), err)
		}
	}
	return s.syncFolder(folder)
}

// uploadsAside lists the uploads that earlier swaps moved.
func (s *session) uploadsAside() []string {
	folders, _ := filepath.Glob(s.spool() + keptMark + "*") // the pattern is sound
	var files []string
	for _, folder := range folders {
		for _, name := range s.namesIn(folder) {
			files = append(files, filepath.Join(folder, name))
		}
	}
	return files
}

// uploadsOf returns the names of the uploads that the jobs of a database wait with.
func uploadsOf(ctx context.Context, database string) (map[string]bool, error) {
	store, err := sqlite.OpenReadOnly(ctx, database, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	jobs, err := store.KeptJobs(ctx)
	named := map[string]bool{}
	for _, job := range jobs {
		for _, file := range job.Order.Files {
			named[filepath.Base(file.Spooled)] = true
		}
	}
	return named, errors.Join(err, store.Close())
}

// mayLoseUploads refuses to take the place of jobs whose uploads wait.
func (s *session) mayLoseUploads(ctx context.Context) error {
	named, err := uploadsOf(ctx, s.database())
	if err != nil || len(named) == 0 {
		return err
	}
	return quarry.Errorf(quarry.KindConflict, "%s has %d uploads whose jobs are not done: let quarry serve do them, "+
		"or pass --force, and they are kept beside", s.data, len(named))
}

// keptUploads is what a swap moved, in the JSON of a report.
type keptUploads struct {
	Uploads int    `json:"kept_uploads,omitempty"`
	KeptIn  string `json:"kept_uploads_in,omitempty"`
}

func (s *session) uploadsKept(w swap) keptUploads {
	kept := keptUploads{Uploads: len(s.namesIn(s.aside(w)))}
	if kept.Uploads > 0 {
		kept.KeptIn = s.aside(w)
	}
	return kept
}
