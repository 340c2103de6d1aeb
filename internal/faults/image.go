package faults

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// image is what a machine's disk holds, and what of it would outlive a power cut. Files
// are in it from when the machine is told of them.
type image struct {
	live    map[string]*content // by name
	lasting map[string]*content
	moves   []map[string]*content // of names, that are pending, in their order; nil is a name that is gone
	first   map[string]bool       // the names that were there when the machine began
	path    func(string) string
}

// content is what a file holds, whatever it is called.
type content struct {
	lasting []byte
	pending []piece
}

// piece is a write or a cut that is not synced.
type piece struct {
	offset int64
	some   []byte
	cuts   bool // at the offset, which is the size from then on
}

// sector is what a disk writes at once.
const sector = 512

// write notes bytes, sector by sector.
func (c *content) write(offset int64, some []byte) {
	for len(some) > 0 {
		n := min(int64(len(some)), sector-offset%sector)
		c.pending = append(c.pending, piece{offset: offset, some: slices.Clone(some[:n])})
		offset, some = offset+n, some[n:]
	}
}

func (c *content) truncate(size int64) {
	c.pending = append(c.pending, piece{offset: size, cuts: true})
}

// apply returns what lasts of a file once these pieces do, too.
func (c *content) apply(pieces []piece) []byte {
	whole := slices.Clone(c.lasting)
	for _, p := range pieces {
		end := p.offset + int64(len(p.some))
		if short := end - int64(len(whole)); short > 0 {
			whole = append(whole, make([]byte, short)...)
		}
		if p.cuts {
			whole = whole[:p.offset]
		}
		copy(whole[p.offset:], p.some)
	}
	return whole
}

// contentOf returns what has a name. A file that the machine was not told of yet is taken
// to be on the disk as it is, and so is its name where that was there from the beginning.
func (i *image) contentOf(name string) (*content, error) {
	if c := i.live[name]; c != nil {
		if _, err := os.Lstat(i.path(name)); err == nil {
			return c, nil
		}
	}
	text, err := os.ReadFile(i.path(name))
	if err != nil {
		return nil, err
	}
	c := &content{lasting: text}
	if i.first[name] {
		i.live[name], i.lasting[name] = c, c
		delete(i.first, name)
	} else {
		i.rename(map[string]*content{name: c})
	}
	return c, nil
}

// rename notes what some names stand for from now on.
func (i *image) rename(names map[string]*content) {
	assign(i.live, names)
	i.moves = append(i.moves, names)
}

func assign(to, names map[string]*content) {
	for name, c := range names {
		if c == nil {
			delete(to, name)
		} else {
			to[name] = c
		}
	}
}

// last makes the names in a folder last. What moves from one folder to another is in both.
func (i *image) last(folder string) {
	i.moves = slices.DeleteFunc(i.moves, func(names map[string]*content) bool {
		for name := range names {
			if filepath.Dir(name) == folder {
				assign(i.lasting, names)
				return true
			}
		}
		return false
	})
}

// told returns every name that the machine was told of.
func (i *image) told() []string {
	all := maps.Clone(i.live)
	maps.Copy(all, i.lasting)
	for _, names := range i.moves {
		maps.Copy(all, names)
	}
	return slices.Sorted(maps.Keys(all))
}
