package salvage

import (
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"os"
)

// pageFile is the pages of a database that SQLite may refuse: those of its file, and
// in front of them those that its log has committed. It reads and never writes. The
// format is https://www.sqlite.org/fileformat2.html.
type pageFile struct {
	database *os.File // nil where it is missing
	log      *os.File // likewise
	wal      walIndex
	size     int    // of a page
	pages    uint32 // how many there are
	cut      int    // how many more the file's header counts
}

const (
	usualPageSize  = 4096 // SQLite's own, which Quarry leaves as it is
	databaseHeader = 100  // bytes of the first page, in front of its cells
	databaseMagic  = "SQLite format 3\x00"
)

// openPages opens a database and its log, either of which may be missing.
func openPages(path string) (*pageFile, error) {
	p := &pageFile{wal: walIndex{}, size: usualPageSize}
	var err error
	if p.log, err = openWhereThere(path + "-wal"); err != nil {
		return nil, err
	}
	if p.log != nil {
		p.wal = readWAL(p.log)
	}
	if p.database, err = openWhereThere(path); err != nil {
		return nil, errors.Join(err, p.close())
	}
	if p.wal.pages > 0 {
		p.size, p.pages = p.wal.pageSize, p.wal.pages
	}
	if p.database == nil {
		return p, nil
	}
	info, err := p.database.Stat()
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	if p.wal.pages == 0 {
		p.readHeader(info.Size())
	}
	return p, nil
}

// readHeader takes the size of a page from the file's header, or the usual one where that
// is damaged, and counts the pages that there are and those that should be.
func (p *pageFile) readHeader(bytes int64) {
	header, counted := make([]byte, databaseHeader), int64(0)
	if _, err := p.database.ReadAt(header, 0); err == nil && string(header[:16]) == databaseMagic {
		if size := int(binary.BigEndian.Uint16(header[16:])); isPageSize(size) {
			p.size = size
		}
		if string(header[24:28]) == string(header[92:96]) { // else the count is of another version
			counted = int64(binary.BigEndian.Uint32(header[28:]))
		}
	}
	there := min(bytes/int64(p.size), math.MaxInt32)
	p.pages, p.cut = uint32(there), int(max(0, counted-there)) //nolint:gosec // bounded
}

func openWhereThere(path string) (*os.File, error) {
	file, err := os.Open(path) //nolint:gosec // the database that the caller names
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil //nolint:nilnil // nil is the file that is missing
	}
	return file, err
}

func (p *pageFile) close() error {
	var failed []error
	for _, file := range []*os.File{p.database, p.log} {
		if file != nil {
			failed = append(failed, file.Close())
		}
	}
	return errors.Join(failed...)
}

// page returns a page, nil where it is not there or cannot be read.
func (p *pageFile) page(number uint32) []byte {
	file, at := p.database, int64(number-1)*int64(p.size)
	if offset, logged := p.wal.frames[number]; logged {
		file, at = p.log, offset
	}
	if file == nil || number == 0 || number > p.pages {
		return nil
	}
	page := make([]byte, p.size)
	if _, err := file.ReadAt(page, at); err != nil {
		return nil
	}
	return page
}

// free returns the pages that hold nothing any more, as far as the list of them can be
// read: what was deleted still stands in them.
func (p *pageFile) free() map[uint32]bool {
	free := map[uint32]bool{}
	first := p.page(1)
	if first == nil {
		return free
	}
	for trunk := binary.BigEndian.Uint32(first[32:]); trunk > 1 && !free[trunk]; {
		next, leaves, whole := p.trunk(trunk)
		if !whole {
			return free
		}
		free[trunk] = true
		for _, leaf := range leaves {
			free[leaf] = true
		}
		trunk = next
	}
	return free
}

// trunk reads a page that lists free ones, and the number of the next such page, false
// where it can be none: to take a page that is in use for a free one loses what is on it.
func (p *pageFile) trunk(number uint32) (uint32, []uint32, bool) {
	page := p.page(number)
	if page == nil {
		return 0, nil, false
	}
	next, count := binary.BigEndian.Uint32(page), binary.BigEndian.Uint32(page[4:])
	if next > p.pages || int64(count) > int64(p.size/4-2) {
		return 0, nil, false
	}
	leaves := make([]uint32, 0, count)
	for i := range int(count) {
		leaf := binary.BigEndian.Uint32(page[8+4*i:])
		if leaf < 2 || leaf > p.pages {
			return 0, nil, false
		}
		leaves = append(leaves, leaf)
	}
	return next, leaves, true
}

// cell is a row as a page has it: of a table, by its number, or of an index.
type cell struct {
	index    bool
	number   int64
	length   int    // of the row's record
	local    []byte // as much of it as stands on the page
	overflow uint32 // the page on which it goes on, 0 for none
}

// The pages that hold rows, by their first byte.
const (
	interiorOfIndex = 0x02
	leafOfIndex     = 0x0a
	leafOfTable     = 0x0d
)

// cells yields the rows of a page of a number that can be told apart.
func (p *pageFile) cells(page []byte, number uint32) iter.Seq[cell] {
	return func(yield func(cell) bool) {
		start := 0
		if number == 1 {
			start = databaseHeader
		}
		kind, pointers := page[start], start+8
		switch kind {
		case interiorOfIndex:
			pointers = start + 12
		case leafOfIndex, leafOfTable:
		default:
			return
		}
		count := int(binary.BigEndian.Uint16(page[start+3:]))
		for i := range min(count, (len(page)-pointers)/2) {
			at := int(binary.BigEndian.Uint16(page[pointers+2*i:]))
			if c, whole := p.cell(page, at, kind); whole && !yield(c) {
				return
			}
		}
	}
}

// cell reads the row that begins at an offset of a page.
func (p *pageFile) cell(page []byte, at int, kind byte) (cell, bool) {
	c := cell{index: kind != leafOfTable}
	if kind == interiorOfIndex {
		at += 4
	}
	if at >= len(page) {
		return c, false
	}
	length, read := varint(page[at:])
	at += read
	if !c.index {
		c.number, read = varint(page[min(at, len(page)):])
		at += read
	}
	if length < 1 || length > int64(p.pages)*int64(p.size) {
		return c, false
	}
	c.length = int(length)
	local := p.localLength(c)
	overflows := 0
	if local < c.length {
		overflows = 4
	}
	if at+local+overflows > len(page) {
		return c, false
	}
	if c.local = page[at : at+local]; overflows > 0 {
		c.overflow = binary.BigEndian.Uint32(page[at+local:])
	}
	return c, true
}

// localLength is how much of a record stands on its page: the format's own formula.
func (p *pageFile) localLength(c cell) int {
	most := p.size - 35
	if c.index {
		most = (p.size-12)*64/255 - 23
	}
	if c.length <= most {
		return c.length
	}
	least := (p.size-12)*32/255 - 23
	if local := least + (c.length-least)%(p.size-4); local <= most {
		return local
	}
	return least
}

// record returns the whole record of a row, false where a part of it is not there.
func (p *pageFile) record(c cell) ([]byte, bool) {
	record := append(make([]byte, 0, c.length), c.local...)
	for next := c.overflow; len(record) < c.length; {
		page := p.page(next)
		if page == nil {
			return nil, false
		}
		next = binary.BigEndian.Uint32(page)
		record = append(record, page[4:min(len(page), 4+c.length-len(record))]...)
	}
	return record, true
}

// varint reads a number of up to nine bytes, and says how many it has.
func varint(from []byte) (int64, int) {
	const longest = 9
	var value uint64
	for i, b := range from[:min(len(from), longest)] {
		if i == longest-1 {
			return int64(value<<8 | uint64(b)), longest //nolint:gosec // two's complement, as written
		}
		value = value<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return int64(value), i + 1 //nolint:gosec // likewise
		}
	}
	return 0, longest
}
