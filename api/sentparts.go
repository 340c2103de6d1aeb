package api

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// exportBuffer is how many bytes of an export, or of a document's text, are held in memory
// until they are taken.
const exportBuffer = 32 << 10

// exportSink takes an export part by part. Nothing that a part is made of is held any
// more when it ends.
type exportSink interface {
	io.Writer
	// endPart may send what was written.
	endPart() error
	// end sends what was not sent.
	end() error
}

// bufferedSink writes an export to what is never slow, such as a file.
type bufferedSink struct{ *bufio.Writer }

func (bufferedSink) endPart() error { return nil }

func (b bufferedSink) end() error {
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	return nil
}

// sentParts sends an export, or a text, to a caller who takes it at a pace of its own. A
// part is written whole before it is sent: what does not fit into the buffer waits in a
// file without a name, so that who takes it slowly, or not at all, keeps no document in
// memory. Where there can be no such file it is sent as it is written.
type sentParts struct {
	to      io.Writer
	folder  string // of the file
	buffer  []byte
	held    int      // bytes in the buffer
	file    *os.File // nil until a part does not fit into the buffer
	spilled int64    // bytes in the file, which come before those in the buffer
}

func newSentParts(to io.Writer, folder string) *sentParts {
	return &sentParts{to: to, folder: folder, buffer: make([]byte, exportBuffer)}
}

// Write keeps some bytes of a part, or sends what was kept where there is no room for more.
func (p *sentParts) Write(some []byte) (int, error) {
	kept := 0
	for kept < len(some) {
		if p.held == len(p.buffer) && p.spill() != nil {
			if err := p.end(); err != nil {
				return kept, err
			}
		}
		n := copy(p.buffer[p.held:], some[kept:])
		p.held, kept = p.held+n, kept+n
	}
	return kept, nil
}

// spill empties the buffer into the file, which is gone when it is closed, or with the
// process. Where it fails the buffer has what it had.
func (p *sentParts) spill() error {
	err := error(nil)
	if p.file == nil {
		if p.file, err = os.CreateTemp(p.folder, "sending-*"); err == nil {
			err = os.Remove(p.file.Name())
		}
	}
	if err == nil {
		_, err = p.file.WriteAt(p.buffer[:p.held], p.spilled)
	}
	if err == nil {
		p.spilled, p.held = p.spilled+int64(p.held), 0
	}
	return err
}

// endPart sends what has come together, unless it is little.
func (p *sentParts) endPart() error {
	const little = exportBuffer / 2
	if p.spilled == 0 && p.held < little {
		return nil
	}
	return p.end()
}

// end sends what is kept, and keeps nothing.
func (p *sentParts) end() error {
	var err error
	if p.spilled > 0 {
		through := p.buffer
		if p.spill() != nil {
			through = nil // it is not empty: one more is made
		}
		from := struct{ io.Reader }{io.NewSectionReader(p.file, 0, p.spilled)}
		_, err = io.CopyBuffer(p.to, from, through)
	}
	if err == nil {
		_, err = p.to.Write(p.buffer[:p.held])
	}
	if err != nil {
		return fmt.Errorf("send what was kept: %w", err)
	}
	p.held, p.spilled = 0, 0
	return nil
}

// close lets go of the file.
func (p *sentParts) close() {
	if p.file != nil {
		_ = p.file.Close() // it has no name, and is read no more
	}
}
