package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"syscall"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/disk"
)

// MostSpooled is how many bytes may wait in all.
const MostSpooled = 2 << 30

// Spool is the folder where files wait that were handed in. Its methods may be
// called side by side.
type Spool struct {
	disk   disk.Disk
	folder string
	most   int64
	log    *slog.Logger
	held   atomic.Int64 // bytes that wait
}

// OpenSpool makes the folder if it is missing, readable by its owner alone. Most is
// how many bytes may wait in it; MostSpooled where it is 0.
func OpenSpool(on disk.Disk, folder string, most int64, log *slog.Logger) (*Spool, error) {
	if err := on.MakeFolder(folder); err != nil {
		return nil, quarry.Errorf(quarry.KindUnavailable, "cannot make the folder for uploads: %v", err).Because(err)
	}
	if most == 0 {
		most = MostSpooled
	}
	return &Spool{disk: on, folder: folder, most: most, log: log}, nil
}

// Take writes what is read into a file of its own, which is on disk when Take
// returns, and says how long it is and what hash its bytes have. What cannot be
// written, such as more than may wait (KindUnavailable, spool_full), leaves nothing
// behind. An error of the reader is returned as it is.
func (s *Spool) Take(from io.Reader) (quarry.JobFile, error) {
	file, err := s.disk.Create(s.folder, "upload-*")
	if err != nil {
		return quarry.JobFile{}, spoolError(err)
	}
	sum := sha256.New()
	counted := &holding{spool: s, to: io.MultiWriter(file, sum)}
	_, err = io.Copy(counted, from)
	if err == nil {
		err = spoolError(file.Sync())
	}
	if err = errors.Join(err, spoolError(file.Close())); err == nil {
		err = spoolError(s.disk.SyncFolder(s.folder))
	}
	taken := quarry.JobFile{Spooled: filepath.Base(file.Name()), SHA256: hex.EncodeToString(sum.Sum(nil)), Bytes: counted.bytes}
	if err != nil {
		s.Discard([]quarry.JobFile{taken})
		return quarry.JobFile{}, err
	}
	return taken, nil
}

// spoolError keeps the operating system's reason for the log.
func spoolError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return quarry.Errorf(quarry.KindFull, "the disk is full: the upload cannot be kept").Because(err)
	}
	return quarry.Errorf(quarry.KindUnavailable, "the upload cannot be written or read: the disk fails").
		WithCode("spool_unavailable").Because(err)
}

// holding writes as long as there is room in the spool.
type holding struct {
	spool *Spool
	to    io.Writer
	bytes int64
}

// Write writes some bytes, or refuses them where too many wait.
func (h *holding) Write(some []byte) (int, error) {
	h.bytes += int64(len(some))
	if h.spool.held.Add(int64(len(some))) > h.spool.most {
		return 0, quarry.Errorf(quarry.KindUnavailable, "too many uploads wait: try again when some of them are done").WithCode("spool_full")
	}
	n, err := h.to.Write(some)
	return n, spoolError(err)
}

// Open opens a file that waits. One that is gone, as behind a restore, is KindExpired
// (upload_missing), and so is one that has other bytes than were handed in
// (upload_damaged), which is told at its end: neither is a reason to refuse a document.
func (s *Spool) Open(file quarry.JobFile) (io.ReadCloser, error) {
	opened, err := s.disk.Open(filepath.Join(s.folder, filepath.Base(file.Spooled)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, quarry.Errorf(quarry.KindExpired, "the upload is not there any more").WithCode("upload_missing").Because(err)
	case err != nil:
		return nil, spoolError(err)
	}
	return &spooled{from: opened, sum: sha256.New(), want: file.SHA256}, nil
}

// spooled reads a file that waits.
type spooled struct {
	from io.ReadCloser
	sum  hash.Hash
	want string // hash of its bytes, in hexadecimal
}

// Read reads some bytes, and at the end holds all of them against the hash.
func (s *spooled) Read(to []byte) (int, error) {
	n, err := s.from.Read(to)
	_, _ = s.sum.Write(to[:n]) // it never fails
	switch {
	case err == nil:
		return n, nil
	case !errors.Is(err, io.EOF):
		return n, spoolError(err)
	case hex.EncodeToString(s.sum.Sum(nil)) != s.want:
		return n, quarry.Errorf(quarry.KindExpired, "the upload has other bytes than were handed in").WithCode("upload_damaged")
	}
	return n, err
}

// Close closes the file.
func (s *spooled) Close() error { return s.from.Close() }

// Discard removes files that are not waited for. One that cannot be removed is
// removed at the next start.
func (s *Spool) Discard(files []quarry.JobFile) {
	for _, file := range files {
		s.held.Add(-file.Bytes)
		if err := s.disk.Remove(filepath.Join(s.folder, filepath.Base(file.Spooled))); err != nil {
			s.log.Warn("an upload is not removed", slog.String("file", file.Spooled), slog.Any("error", err))
		}
	}
}

// sweep removes every file but those that wait, and counts these.
func (s *Spool) sweep(waiting []quarry.JobFile) error {
	wanted := make(map[string]bool, len(waiting))
	for _, file := range waiting {
		wanted[file.Spooled] = true
		s.held.Add(file.Bytes)
	}
	entries, err := s.disk.ReadFolder(s.folder)
	if err != nil {
		return fmt.Errorf("look through the uploads: %w", err)
	}
	for _, entry := range entries {
		if wanted[entry.Name()] || entry.IsDir() {
			continue
		}
		if err := s.disk.Remove(filepath.Join(s.folder, entry.Name())); err != nil {
			s.log.Warn("an upload that belongs to no job is not removed", slog.String("file", entry.Name()), slog.Any("error", err))
		}
	}
	return nil
}
