package salvage

import (
	"bytes"
	"encoding/binary"
	"io"
	"maps"
)

// The sizes of what a write-ahead log is made of, in bytes, and what it begins with;
// the last bit of the magic number says how its checksums read words. The format is
// https://www.sqlite.org/fileformat2.html#walformat.
const (
	walHeaderSize   = 32
	frameHeaderSize = 24
	walMagic        = 0x377f0682
)

// walIndex says where a write-ahead log has the newest committed content of pages.
type walIndex struct {
	pageSize int
	pages    uint32           // that the database has behind the last commit; 0 for no commit
	frames   map[uint32]int64 // offset of a page's content in the log, by number
}

// readWAL reads a log up to its last whole commit, as SQLite does: what stands behind
// a frame that is cut off, damaged or of an earlier log counts for nothing. What is no
// log has no pages.
func readWAL(log io.ReaderAt) walIndex {
	index := walIndex{frames: map[uint32]int64{}}
	header := make([]byte, walHeaderSize)
	if _, err := log.ReadAt(header, 0); err != nil {
		return index
	}
	sum := walSum{order: binary.LittleEndian}
	if header[3]&1 == 1 {
		sum.order = binary.BigEndian
	}
	sum.add(header[:24])
	size := int(binary.BigEndian.Uint32(header[8:]))
	if binary.BigEndian.Uint32(header)&^1 != walMagic || !isPageSize(size) || !sum.is(header[24:]) {
		return index
	}
	index.pageSize = size
	pending := map[uint32]int64{}
	frame := make([]byte, frameHeaderSize+size)
	for at := int64(walHeaderSize); sum.read(log, at, frame, header[16:24]); at += int64(len(frame)) {
		pending[binary.BigEndian.Uint32(frame)] = at + frameHeaderSize
		if commit := binary.BigEndian.Uint32(frame[4:]); commit > 0 {
			maps.Copy(index.frames, pending)
			clear(pending)
			index.pages = commit
		}
	}
	return index
}

// isPageSize reports whether a page of a database can have a size.
func isPageSize(size int) bool { return size >= 512 && size <= 65536 && size&(size-1) == 0 }

// walSum is the checksum of a log, which runs on from frame to frame.
type walSum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

func (s *walSum) add(content []byte) {
	for ; len(content) >= 8; content = content[8:] {
		s.s0 += s.order.Uint32(content) + s.s1
		s.s1 += s.order.Uint32(content[4:]) + s.s0
	}
}

// read reads the frame at an offset, and reports whether it is whole and goes on from the
// one before it, in the log of a salt.
func (s *walSum) read(log io.ReaderAt, at int64, frame, salt []byte) bool {
	if _, err := log.ReadAt(frame, at); err != nil || !bytes.Equal(frame[8:16], salt) {
		return false
	}
	s.add(frame[:8])
	s.add(frame[frameHeaderSize:])
	return s.is(frame[16:24])
}

// is reports whether the sum is one that was written down.
func (s *walSum) is(written []byte) bool {
	return binary.BigEndian.Uint32(written) == s.s0 && binary.BigEndian.Uint32(written[4:]) == s.s1
}
