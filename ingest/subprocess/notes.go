package subprocess

import (
	"bytes"
	"os"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// noteBytes is the length of a note of where a process is.
const noteBytes = 256

// noteFile is the descriptor under which a process has the file of its notes.
const noteFile = 3

// newNotes returns a file without a name, in which a process notes where it is: the program
// reads it where the process has ended, and until then no goroutine is woken for it. Where no
// file can be made, notes go nowhere.
func newNotes() (*os.File, error) {
	file, err := os.CreateTemp("", "quarry-reading-")
	if err != nil {
		return os.OpenFile(os.DevNull, os.O_RDWR, 0)
	}
	return file, os.Remove(file.Name())
}

// note overwrites the note before. That it cannot be written is not told: a refusal
// then does not say where the reading was.
func note(to *os.File, at ingest.Progress) {
	var padded [noteBytes]byte
	copy(padded[:], strings.Join([]string{string(at.Stage), at.Format, at.Place}, "\n"))
	_, _ = to.WriteAt(padded[:], 0)
}

// noted reads the last note. Before the first stage it is read.
func noted(from *os.File) ingest.Progress {
	at := ingest.Progress{Stage: ingest.StageRead}
	var padded [noteBytes]byte
	if _, err := from.ReadAt(padded[:], 0); err != nil {
		return at
	}
	lines := strings.SplitN(string(bytes.TrimRight(padded[:], "\x00")), "\n", 3)
	if len(lines) == 3 {
		at.Stage, at.Format, at.Place = ingest.Stage(lines[0]), lines[1], lines[2]
	}
	return at
}
